"""One database for projects with different settings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from graphrag import Document, HashedEmbedder, ingest_documents
from graphrag.agent_zero.install.folders import PluginFolders
from graphrag.agent_zero.service.engine import Engine
from graphrag.config import load_settings
from graphrag.model import Query, Retrieval
from graphrag.store.writer import GraphWriter

from ..support.neo4j_server import Neo4jServer

TIMEOUT_S = 60.0


@pytest.fixture
def engine(
    neo4j_server: Neo4jServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Engine]:
    monkeypatch.setenv("NEO4J_URI", neo4j_server.uri)
    monkeypatch.setenv("NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)
    monkeypatch.setenv("NEO4J_QUERY_TIMEOUT_MS", "5000")
    made = Engine(load_settings({}).settings, PluginFolders(tmp_path / "data", tmp_path / "cache"))
    yield made
    made.close()


def test_projects_that_take_turns_each_keep_what_they_found(
    engine: Engine, writer: GraphWriter, scope: str
) -> None:
    documents = [Document("owner", "Tove Brandt looks after the Osprey Gateway.")]
    ingest_documents(writer, documents, scope, HashedEmbedder())
    settings = load_settings({}).settings

    def ask(hops: int) -> Retrieval:
        query = Query("Who looks after the Osprey Gateway?", (scope,), date(2026, 1, 1))
        own = settings.model_copy(update={"graph_expand_max_hops": hops})
        found, _ = engine.retrieve_and_pack(query, own, "", TIMEOUT_S)
        return found

    assert [ask(hops).round_trips for hops in (1, 2, 1, 2)] == [2, 2, 0, 0]
