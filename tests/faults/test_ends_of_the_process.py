"""However a program ends, the store neither delays it nor leaves a warning."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from ..support.fault_proxy import Fault, FaultProxy
from ..support.neo4j_server import Neo4jServer
from ..support.stores import SLACK_MS

PROLOGUE = """
    import sys, time
    from graphrag.store import Connection, GraphStore, StoreLimits
    from graphrag.errors import StoreError
    uri, user, password, database, deadline_ms = __import__("json").loads(sys.stdin.read())
    store = GraphStore(
        Connection(uri, user, password, database),
        StoreLimits(query_timeout_ms=20_000, connect_timeout_ms=20_000),
        prepare=lambda name, parameters: ("RETURN 1 AS one", parameters),
    )

    def read():
        began = time.perf_counter()
        try:
            return store.run(store.read("one", {}, deadline_ms=deadline_ms), timeout_s=20)
        except StoreError as error:
            return [error.reason, (time.perf_counter() - began) * 1000]
"""


def run(
    server: Neo4jServer, program: str, *, uri: str = "", deadline_ms: float = 10_000, path: str = ""
) -> tuple[str, float]:
    """Run a program to its end, which must be without a word of complaint.

    Returns:
        What it printed, and the seconds that it took from its last line to its end.
    """
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(PROLOGUE + program)],
        input=json.dumps(
            [uri or server.uri, server.user, server.password, server.database, deadline_ms]
        ),
        env={"PYTHONPATH": f"{path}:{root}", "PATH": ""},
        capture_output=True,
        text=True,
        timeout=60,
    )
    ended = time.time()
    assert (ran.returncode, ran.stderr) == (0, "")
    *lines, last = ran.stdout.splitlines()
    return "\n".join(lines), ended - float(last)


def test_a_store_that_was_closed(neo4j_server) -> None:
    printed, _ = run(neo4j_server, "    print(read()); store.close(); print(time.time())")
    assert printed == "[{'one': 1}]"


def test_a_store_that_was_forgotten(neo4j_server) -> None:
    printed, seconds = run(neo4j_server, "    print(read()); print(time.time())")
    assert printed == "[{'one': 1}]"
    assert seconds < 10


def test_a_store_that_was_dropped_ends_its_thread(neo4j_server) -> None:
    program = """
    import gc, threading
    print(read())
    thread = store.thread._thread
    del store
    gc.collect()
    thread.join(5)
    print(thread.is_alive(), threading.active_count())
    print(time.time())
    """
    printed, _ = run(neo4j_server, program)
    assert printed == "[{'one': 1}]\nFalse 1"


@pytest.mark.parametrize("fault", [Fault.SILENT, Fault.REFUSED, Fault.SLOW_DRIP])
def test_a_store_in_the_midst_of_a_read_and_of_connecting(neo4j_server, fault) -> None:
    program = """
    store.submit(store.read("one", {}, deadline_ms=20_000))
    time.sleep(1.0)
    print(time.time())
    """
    with FaultProxy(neo4j_server.uri) as proxy:
        proxy.set(fault)
        _, seconds = run(neo4j_server, program, uri=proxy.uri)
    assert seconds < 10


def test_a_closed_store_says_so_and_stays_closed(neo4j_server) -> None:
    program = """
    import threading
    store.close(); store.close()
    print(read()[0], threading.active_count())
    print(time.time())
    """
    printed, _ = run(neo4j_server, program)
    assert printed == "closed 1"


def test_a_driver_that_is_not_installed_has_its_own_reason(neo4j_server, tmp_path) -> None:
    (tmp_path / "neo4j.py").write_text("raise ImportError('no neo4j here')")
    program = "    print(read()[0]); print(read()[0]); print(time.time())"
    printed, _ = run(neo4j_server, program, path=str(tmp_path))
    assert printed == "package\npackage"


def test_a_slow_import_of_the_driver_is_under_the_deadline(neo4j_server, tmp_path) -> None:
    (tmp_path / "neo4j.py").write_text("import time; time.sleep(20); raise ImportError")
    program = "    print(*read()); print(time.time())"
    printed, _ = run(neo4j_server, program, deadline_ms=200, path=str(tmp_path))
    reason, took_ms = printed.split()
    assert reason == "timeout"
    assert float(took_ms) <= 200 + SLACK_MS


def test_a_name_that_takes_long_to_resolve_is_under_the_deadline_and_delays_no_exit(
    neo4j_server,
) -> None:
    program = """
    import socket
    resolve = socket.getaddrinfo
    def slowly(*arguments, **named):
        if named.get("flags", 0) & socket.AI_NUMERICHOST:
            return resolve(*arguments, **named)
        time.sleep(30)
    import neo4j
    socket.getaddrinfo = slowly
    print(*read())
    print(time.time())
    """
    printed, seconds = run(neo4j_server, program, uri="bolt://slow.invalid:7687", deadline_ms=200)
    reason, took_ms = printed.split()
    assert reason == "timeout"
    assert float(took_ms) <= 200 + SLACK_MS
    assert seconds < 10
