"""The health check of Neo4j's container, run here against the live server."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ..support.fault_proxy import Fault, FaultProxy
from ..support.neo4j_server import Neo4jServer

SCRIPT = Path(__file__).parents[2] / "docker" / "neo4j-answers.sh"


@pytest.fixture
def answers(neo4j_server: Neo4jServer, tmp_path: Path) -> Callable[[str, str], str]:
    """Runs the check against an address; gives what it printed."""
    script = SCRIPT.read_text(encoding="utf-8")
    script = script.replace("/proc/1/fd/1", str(tmp_path / "container.log"))

    def run(uri: str, password: str) -> str:
        address = urlsplit(uri)
        here = script.replace("127.0.0.1/7687", f"{address.hostname}/{address.port}")
        auth = f"{neo4j_server.user}/{password}"
        ran = subprocess.run(
            ["bash", "-c", here],
            env={"PATH": os.environ["PATH"], "NEO4J_AUTH": auth},
            capture_output=True,
            text=True,
            check=False,
        )
        assert bool(ran.returncode) == bool(ran.stdout + ran.stderr)
        return ran.stdout + ran.stderr

    return run


def test_neo4j_is_healthy_when_it_answers_a_query(answers, neo4j_server: Neo4jServer) -> None:
    assert answers(neo4j_server.uri, neo4j_server.password) == ""


def test_another_password_than_the_volumes_is_named_as_such(answers, neo4j_server) -> None:
    assert "NEO4J_PASSWORD" in answers(neo4j_server.uri, "another\"pass'word%s\\x")


def test_an_open_port_is_not_enough_to_be_healthy(answers, neo4j_server: Neo4jServer) -> None:
    with FaultProxy(neo4j_server.uri) as proxy:
        proxy.set(Fault.RESET)
        assert answers(proxy.uri, neo4j_server.password)
