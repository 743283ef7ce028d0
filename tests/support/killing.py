"""A process of its own that waits after each step, so that a test can kill it at any of them."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphrag.store import Connection
from graphrag.store.writer import GraphWriter, Row

from .neo4j_server import Neo4jServer

STEP = "step"


def run_and_kill(
    program: str,
    server: Neo4jServer,
    *arguments: str,
    steps: int,
    into_the_next_s: float | None = None,
) -> bool:
    """Return whether a program was killed after so many steps; False if it had fewer.

    Args:
        program: Python text. It reads its connection with `own_connection`, finds `arguments`
            in `sys.argv[1:]` after that, and calls `wait` after each step.
        into_the_next_s: how long the step after the last one runs before the kill; None kills
            between two steps.
    """
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,  # nothing may be left to write when the process is gone
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in (server.uri, server.user, server.password, server.database):
            process.stdin.write(f"{line}\n".encode())
        for step in range(1, steps + 1):
            if process.stdout.readline().decode() != f"{STEP}\n":
                return False
            if step < steps or into_the_next_s is not None:
                process.stdin.write(b"\n")
        time.sleep(into_the_next_s or 0)
        process.send_signal(signal.SIGKILL)
        return True


def own_connection() -> Connection:
    """Return the connection that `run_and_kill` gives to its program."""
    uri, user, password, database = (sys.stdin.readline().strip() for _ in range(4))
    return Connection(uri, user, password, database)


def wait(*_: object) -> None:
    """End a step of a program: go on when the test says so."""
    print(STEP, flush=True)
    sys.stdin.readline()


class SteppingWriter(GraphWriter):
    """A writer for which each transaction is a step."""

    def transact(self, statements: Sequence[Any], **options: Any) -> list[list[Row]]:
        rows = super().transact(statements, **options)
        wait()
        return rows
