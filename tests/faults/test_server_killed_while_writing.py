"""The server is killed while the graph is written: nothing is lost, and a second run ends it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from graphrag.bench.perf.generator import generate
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import StoreError
from graphrag.graph.ingest import ingest_paths
from graphrag.graph.ingest.record_files import batches
from graphrag.graph.sync import ScopeSync
from graphrag.graph.writing import reconcile
from graphrag.local import LocalNeo4j
from graphrag.store import Connection, StoreLimits
from graphrag.store.writer import GraphWriter

from ..live.test_sync_kills import changed_memory, first_memory
from ..support.dump import canonical_dump
from ..support.graphs import fresh_scope, graph_writer
from ..support.neo4j_server import local_neo4j

# A server that has just started is slow to answer.
PATIENT = StoreLimits(connect_timeout_ms=60_000)

Work = Callable[[GraphWriter, str], None]


class InterruptedWriter(GraphWriter):
    """Waits for the server to be killed after so many transactions."""

    def __init__(self, server: LocalNeo4j, after: int, kill: Barrier) -> None:
        # A read that has begun before the kill goes on as long, and nobody answers it.
        super().__init__(lambda: connection_of(server), PATIENT, timeout_s=30)
        self._kill = kill
        self._left = after

    def transact(self, statements, **options):
        if self._left == 0:
            self._kill.wait()
            self._timeout_s = 3
        self._left -= 1
        return super().transact(statements, **options)


def connection_of(server: LocalNeo4j) -> Connection:
    status = server.require_running()
    return Connection(status.uri, status.user, status.password)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalNeo4j]:
    own = local_neo4j(tmp_path / "neo4j")
    own.set_up()
    own.start()
    yield own
    own.stop()


def test_a_second_run_ends_in_the_graph_of_an_undisturbed_one(
    server, neo4j_server, tmp_path, monkeypatch
):
    monkeypatch.setattr(batches, "RELATIONS_PER_BATCH", 150)
    monkeypatch.setattr(reconcile, "ROWS_PER_TRANSACTION", 60)
    path = tmp_path / "g.jsonl"
    generate(path, relations=1200, dimension=16)

    def ingest(writer: GraphWriter, scope: str) -> None:
        ingest_paths(writer, [path], scope, HashedEmbedder(16))

    def sync(writer: GraphWriter, scope: str) -> None:
        ScopeSync(scope).look(writer, first_memory(scope).snapshot())
        ScopeSync(scope).look(writer, changed_memory(scope).snapshot())

    with graph_writer(neo4j_server) as writer, fresh_scope(writer) as a, fresh_scope(writer) as b:
        ingest(writer, a)
        sync(writer, b)
        calm = [canonical_dump(writer, a), canonical_dump(writer, b)]

    works = ((ingest, "killed/ingest"), (sync, "killed/sync"))
    pid = server.status().pid
    kill = Barrier(len(works), lambda: os.kill(pid, signal.SIGKILL), timeout=300)

    def interrupted(work: Work, scope: str) -> None:
        with InterruptedWriter(server, 3, kill) as writer, pytest.raises(StoreError):
            work(writer, scope)

    with ThreadPoolExecutor() as threads:
        list(threads.map(interrupted, *zip(*works, strict=True)))
    assert server.status().state != "running"
    server.start()
    with GraphWriter(lambda: connection_of(server), PATIENT, timeout_s=300) as writer:
        for work, scope in works:
            work(writer, scope)
        assert [canonical_dump(writer, scope) for _, scope in works] == calm
