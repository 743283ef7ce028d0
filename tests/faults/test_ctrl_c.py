"""Ctrl-C ends a command at once, whatever the server does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from secrets import token_hex

from graphrag.bench.perf.generator import generate
from graphrag.graph.writing.forget import forget_scope

from ..support.fault_proxy import Fault, FaultProxy
from ..support.graphs import graph_writer
from ..support.neo4j_server import Neo4jServer

PATIENCE_S = 60
"""For the start of a command; a write that is waited for takes up to 300 s."""

FIRST_BATCH_BYTES = 200_000

_GRAPHRAG = """import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("graphrag", run_name="__main__")"""
"""The command, which hears Ctrl-C also where the tests run in the background of a script."""


def test_ctrl_c_ends_an_ingest_into_a_server_that_does_not_answer(
    neo4j_server: Neo4jServer, proxy: FaultProxy, tmp_path: Path
) -> None:
    generate(tmp_path / "g.jsonl", relations=40_000)
    install = f"test-{token_hex(4)}"
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "NEO4J_URI": proxy.uri,
        "NEO4J_USER": neo4j_server.user,
        "NEO4J_PASSWORD": neo4j_server.password,
        "NEO4J_DATABASE": neo4j_server.database,
        "GRAPHRAG_HOME": str(tmp_path / "home"),
        "GRAPHRAG_INSTALL_ID": install,
    }
    ingest = [sys.executable, "-c", _GRAPHRAG, "ingest", "g.jsonl", "--scope", "frozen"]
    with subprocess.Popen(ingest, cwd=tmp_path, env=environment) as command:
        ends = time.monotonic() + PATIENCE_S
        while all(len(each.sent) < FIRST_BATCH_BYTES for each in proxy.recordings):
            assert time.monotonic() < ends
            time.sleep(0.01)
        proxy.fault = Fault.SILENT
        command.send_signal(signal.SIGINT)
        try:
            assert command.wait(PATIENCE_S) == 130
        finally:
            command.kill()
    with graph_writer(neo4j_server) as writer:
        forget_scope(writer, f"{install}/frozen")
