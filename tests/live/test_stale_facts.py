"""Facts of what the host has deleted since the graph was updated, on a live graph."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace

from graphrag import HashedEmbedder, HybridRetriever, Query, ingest_paths
from graphrag.agent_zero.service.turn_steps.stale import without_stale
from graphrag.config import load_settings
from graphrag.graph.sync import MemorySnapshot, MemoryText
from graphrag.graph.sync.scope_sync import ScopeSync
from graphrag.store import GraphStore, GraphWriter, StoreLimits

from ..support.graphs import fresh_scope
from ..support.neo4j_server import Neo4jServer
from ..support.stores import connection_to

TEXT = "checkout-api depends on ledger-db."
KNOWLEDGE = {"knowledge_source": True, "source_file": "net.md", "source_path": "/k/net.md"}
TIMEOUT_S = 60


def test_a_fact_of_a_deleted_knowledge_file_goes_though_its_text_was_not_found(
    neo4j_server: Neo4jServer, writer: GraphWriter, tmp_path: Path
) -> None:
    table = tmp_path / "relations.csv"
    table.write_text("checkout-api,depends on,node-9\n")
    with fresh_scope(writer) as scope:
        embedder = HashedEmbedder()
        vectors = embedder.embed([TEXT])
        memories = {"k": MemoryText(TEXT, KNOWLEDGE)}
        snapshot = MemorySnapshot(scope, memories, ("k",), vectors, embedder.name)
        ScopeSync(scope).look(writer, snapshot)
        ingest_paths(writer, [table], scope, embedder)
        query = Query("What does checkout-api depend on?", (scope,), date(2025, 6, 1))
        limits = StoreLimits(query_timeout_ms=1000 * TIMEOUT_S)
        with GraphStore(connection_to(neo4j_server), limits) as store:
            asking = HybridRetriever(store, load_settings({}).settings).retrieve(
                query, deadline_ms=1000 * TIMEOUT_S
            )
            found = store.run(asking, timeout_s=TIMEOUT_S)

        def needed(**documents: SimpleNamespace) -> set[str]:
            kept = without_stale(replace(found, passages=()), scope, documents)
            return {fact.object_name for fact in kept.facts}

        assert needed(k=SimpleNamespace(page_content=TEXT)) == {"ledger-db", "node-9"}
        assert needed() == {"node-9"}
