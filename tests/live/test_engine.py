"""One database for projects with different settings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from graphrag import Document, HashedEmbedder, ingest_documents
from graphrag.agent_zero.host.index import HostMemory
from graphrag.agent_zero.install.folders import PluginFolders
from graphrag.agent_zero.service.engine import Engine
from graphrag.agent_zero.service.following import Following
from graphrag.agent_zero.service.memory_folders import MemoryFolder, MemoryFolders
from graphrag.config import load_settings
from graphrag.errors import BreakerOpenError, StartingError, UnreachableError
from graphrag.graph.cypher.scopes import CLAIM_SCOPE
from graphrag.graph.stats import scope_stats
from graphrag.model import Query, Retrieval
from graphrag.safe_cypher import TEMPLATES
from graphrag.store.breaker import BreakerState
from graphrag.store.writer import GraphWriter

from ..support.fault_proxy import RUN, Fault, FaultProxy
from ..support.neo4j_server import Neo4jServer
from ..support.small_host import install_modules
from ..support.stores import wait_until

TIMEOUT_S = 60.0


@pytest.fixture
def engine(
    neo4j_server: Neo4jServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Engine]:
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("NEO4J_URI", neo4j_server.uri)
    monkeypatch.setenv("NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)
    monkeypatch.setenv("NEO4J_QUERY_TIMEOUT_MS", "60000")
    folders = PluginFolders(tmp_path / "data", tmp_path / "cache")
    # Its clock stands still: nothing that it keeps gets old, however slow the machine is.
    made = Engine(load_settings({}).settings, folders, clock=lambda: 0.0)
    yield made
    made.close()


def _sent(proxy: FaultProxy) -> list[str]:
    """The queries that went over the wire so far."""
    return [m.fields[0] for r in proxy.recordings for m in r.messages() if m.signature == RUN]


def test_projects_that_take_turns_each_keep_what_they_found(
    engine: Engine, writer: GraphWriter, scope: str
) -> None:
    documents = [Document("owner", "Tove Brandt looks after the Osprey Gateway.")]
    ingest_documents(writer, documents, scope, HashedEmbedder())
    settings = load_settings({}).settings
    engine.warm_up(settings, (scope,))  # a busy server may take seconds to plan a query

    def ask(hops: int) -> Retrieval:
        query = Query("Who looks after the Osprey Gateway?", (scope,), date(2026, 1, 1))
        own = settings.model_copy(update={"graph_expand_max_hops": hops})
        found, _ = engine.retrieve_and_pack(query, own, "", TIMEOUT_S)
        return found

    assert [ask(hops).round_trips for hops in (1, 2, 1, 2)] == [2, 2, 0, 0]


@pytest.mark.parametrize("noticed_by", ["a turn", "another query"])
def test_a_server_that_was_away_is_warmed_up_again(
    neo4j_server: Neo4jServer,
    scope: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    noticed_by: str,
) -> None:
    monkeypatch.setenv("NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)
    with FaultProxy(neo4j_server.uri) as proxy:
        monkeypatch.setenv("NEO4J_URI", proxy.uri)
        settings = load_settings({}).settings
        engine = Engine(settings, PluginFolders(tmp_path / "data", tmp_path / "cache"))
        try:
            engine.warm_up(settings, (scope,))
            assert engine.is_warm
            proxy.set(Fault.REFUSED)
            if noticed_by == "a turn":
                with pytest.raises(UnreachableError):
                    engine.retrieve_and_pack(
                        Query("Who?", (scope,), date(2026, 1, 1)), settings, "", TIMEOUT_S
                    )
            else:
                ping = engine.store.read("ping", {}, deadline_ms=TIMEOUT_S * 1000)
                with pytest.raises(UnreachableError):
                    engine.store.run(ping, timeout_s=TIMEOUT_S)
                with pytest.raises(BreakerOpenError):
                    engine.check()
            assert not engine.is_warm
            proxy.set(Fault.NONE)
            wait_until(lambda: engine.store.breaker_state is BreakerState.CLOSED)
            engine.warm_up(settings, (scope,))
            assert engine.is_warm
        finally:
            engine.close()


def test_a_turn_that_comes_as_a_server_is_back_leaves_its_warm_up_alone(
    neo4j_server: Neo4jServer, scope: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)
    question = Query("Who?", (scope,), date(2026, 1, 1))
    with FaultProxy(neo4j_server.uri, latency_s=0.5) as proxy:
        monkeypatch.setenv("NEO4J_URI", proxy.uri)
        settings = load_settings({}).settings
        engine = Engine(settings, PluginFolders(tmp_path / "data", tmp_path / "cache"))
        try:
            engine.warm_up(settings, (scope,))
            proxy.set(Fault.REFUSED)
            with pytest.raises(UnreachableError):
                engine.retrieve_and_pack(question, settings, "", TIMEOUT_S)
            proxy.set(Fault.LATENCY)  # so it answers too late for a turn
            wait_until(lambda: engine.store.breaker_state is BreakerState.CLOSED)
            with pytest.raises(StartingError):
                engine.retrieve_and_pack(question, settings, "", 1.0)
            assert engine.store.breaker_state is BreakerState.CLOSED
        finally:
            engine.close()


def test_while_the_sync_works_it_keeps_the_queries_of_a_turn_planned(
    neo4j_server: Neo4jServer,
    engine: Engine,
    writer: GraphWriter,
    scope: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    install_modules(monkeypatch, tmp_path, {"m1": ("Tove owns the Osprey Gateway.", "main")})
    folders = MemoryFolders(HostMemory(), tmp_path)
    folders.add(MemoryFolder("default", scope, load_settings({}).settings))
    engine.request_sync(folders)
    assert engine.wait_synced(TIMEOUT_S)
    writer.write(CLAIM_SCOPE, {"scope": scope, "dirty": True})  # the next look compares it all

    with FaultProxy(neo4j_server.uri) as proxy:
        monkeypatch.setenv("NEO4J_URI", proxy.uri)
        folders_too = PluginFolders(tmp_path / "data", tmp_path / "cache")
        second = Engine(load_settings({}).settings, folders_too)
        folders.add(MemoryFolder("default", scope, load_settings({}).settings))
        second.request_sync(folders)
        assert second.wait_synced(TIMEOUT_S)
        sent = _sent(proxy)
        second.close()
    assert {TEMPLATES["pin"].text, TEMPLATES["expand"].text} <= set(sent)


def test_a_strategy_that_is_chosen_later_has_its_query_planned_too(
    neo4j_server: Neo4jServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with FaultProxy(neo4j_server.uri) as proxy:
        monkeypatch.setenv("NEO4J_URI", proxy.uri)
        monkeypatch.setenv("NEO4J_USER", neo4j_server.user)
        monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)
        settings = load_settings({}).settings
        made = Engine(settings, PluginFolders(tmp_path / "data", tmp_path / "cache"))

        def planned() -> bool:
            return TEMPLATES["search"].text in _sent(proxy)

        try:
            made.warm_up(settings, ("test/default",))
            before = planned()
            made.warm_up(
                settings.model_copy(update={"graphrag_strategy": "queries"}), ("test/default",)
            )
            assert (before, planned()) == (False, True)
        finally:
            made.close()


def test_a_text_analyzer_that_is_put_right_counts_without_a_restart(
    engine: Engine,
    writer: GraphWriter,
    scope: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    install_modules(monkeypatch, tmp_path, {"m1": ("Tove owns the Osprey Gateway.", "main")})
    following = Following(HostMemory(), tmp_path)

    def follow(analyzer: str) -> None:
        monkeypatch.setenv("GRAPHRAG_TEXT_ANALYZER", analyzer)
        following.follow(engine, MemoryFolder("default", scope, load_settings({}).settings))

    def analyzers() -> list[str]:
        return [found.analyzer for found in scope_stats(writer, scope)]

    follow("klingon")
    wait_until(lambda: "klingon" in engine.problem, timeout_s=TIMEOUT_S)
    follow("swedish")
    wait_until(lambda: analyzers() == ["swedish"] and not engine.problem, timeout_s=TIMEOUT_S)
