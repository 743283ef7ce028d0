"""The health check of Neo4j's container, run here against the live server."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

import neo4j
import pytest

from ..support.fault_proxy import Fault, FaultProxy
from ..support.neo4j_server import Neo4jServer
from ..support.stores import wait_until

SCRIPT = Path(__file__).parents[2] / "docker" / "neo4j-answers.sh"
AT_MOST_S = "280"


class Check:
    """A check of an address, while it runs.

    Args:
        folder: Where its files and what it writes to the container's log go.
        uri: The address.
        auth: As ``NEO4J_AUTH`` has it.
        at_most_s: How long it waits for an answer, in seconds.
    """

    def __init__(self, folder: Path, uri: str, auth: str, at_most_s: str) -> None:
        address = urlsplit(uri)
        script = SCRIPT.read_text(encoding="utf-8")
        script = script.replace("/tmp/", f"{_of_container(folder, auth)}/")
        script = script.replace("/proc/1/fd/1", str(folder / "container.log"))
        script = script.replace("127.0.0.1/7687", f"{address.hostname}/{address.port}")
        self._process = subprocess.Popen(
            ["bash", "-c", script, "check", at_most_s],
            env={"PATH": os.environ["PATH"], "NEO4J_AUTH": auth},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def said(self) -> str:
        """What it printed, when it has ended; nothing for a healthy Neo4j."""
        printed, _ = self._process.communicate()
        assert bool(self._process.returncode) == bool(printed)
        return printed

    def end(self) -> None:
        with self._process:
            self._process.kill()


def _of_container(folder: Path, auth: str) -> Path:
    """The files of a container, which has one password for life."""
    files = folder / auth.encode().hex()
    files.mkdir(exist_ok=True)
    return files


@pytest.fixture
def check(tmp_path: Path) -> Iterator[Callable[..., Check]]:
    started: list[Check] = []

    def start(uri: str, auth: tuple[str, str], at_most_s: str = AT_MOST_S) -> Check:
        started.append(Check(tmp_path, uri, "/".join(auth), at_most_s))
        return started[-1]

    yield start
    for each in started:
        each.end()


@pytest.fixture
def user(neo4j_server: Neo4jServer) -> Iterator[tuple[str, str]]:
    """A user of its own, for wrong passwords: Neo4j lets one wait who gave too many."""
    name, password = f"check_{token_hex(4)}", token_hex(8)
    with neo4j.GraphDatabase.driver(neo4j_server.uri, auth=neo4j_server.auth) as driver:
        driver.execute_query(
            f"CREATE USER {name} SET PASSWORD $password CHANGE NOT REQUIRED",
            password=password,
            database_="system",
        )
        yield name, password
        driver.execute_query(f"DROP USER {name}", database_="system")


def test_neo4j_is_healthy_when_it_answers_a_query(check, neo4j_server: Neo4jServer) -> None:
    assert check(neo4j_server.uri, neo4j_server.auth).said() == ""


def test_another_password_than_the_volumes_fails_at_once(check, neo4j_server, user) -> None:
    name, _ = user
    assert "NEO4J_PASSWORD" in check(neo4j_server.uri, (name, "another\"pass'word%s\\x")).said()


def test_a_password_that_was_refused_is_not_tried_at_each_check(
    check, neo4j_server: Neo4jServer, user: tuple[str, str]
) -> None:
    # Neo4j would let everyone wait, also those with the right password.
    name, _ = user
    with FaultProxy(neo4j_server.uri) as proxy:
        first, *later = [check(proxy.uri, (name, "not it")).said() for _ in range(3)]
        assert proxy.accepted == 1
    assert "NEO4J_PASSWORD" in first
    assert set(later) == {first}


def test_wrong_passwords_of_others_do_not_make_the_right_one_wrong(
    check, neo4j_server: Neo4jServer, user: tuple[str, str]
) -> None:
    name, _ = user
    for _ in range(3):
        check(neo4j_server.uri, (name, "not it")).said()
    assert check(neo4j_server.uri, user).said() == ""


def test_an_open_port_is_not_enough_to_be_healthy(check, neo4j_server: Neo4jServer) -> None:
    with FaultProxy(neo4j_server.uri) as proxy:
        proxy.set(Fault.RESET)
        assert check(proxy.uri, neo4j_server.auth, at_most_s="0").said()


def test_the_check_waits_for_the_first_answer(check, neo4j_server: Neo4jServer) -> None:
    with FaultProxy(neo4j_server.uri) as proxy:
        proxy.set(Fault.RESET)
        running = check(proxy.uri, neo4j_server.auth)
        wait_until(lambda: proxy.accepted > 1)
        proxy.set(Fault.NONE)
        assert running.said() == ""
