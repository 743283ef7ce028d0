"""A Docker daemon without the image, and without a way to fetch it, is no reason to fail."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import ClassVar

import pytest
from testcontainers.core.config import testcontainers_config

from ...support.neo4j_server import (
    WHOLE_RUN,
    DockerUnusableError,
    Neo4jServer,
    docker_answers,
    docker_image,
    in_docker,
    wait_for,
)


class Daemon(BaseHTTPRequestHandler):
    """Answers as a daemon does that knows no image, reaches no registry and makes no container.

    Attributes:
        knows_images: Whether it has every image instead.
        environments: Those of the containers that it was asked for.
    """

    knows_images: ClassVar[bool] = False
    environments: ClassVar[list[list[str]]] = []

    def do_GET(self) -> None:
        known = {"/_ping": b"OK", "/version": b'{"ApiVersion": "1.47"}'}
        if self.knows_images:
            known["/json"] = b'{"Id": "sha256:1"}'
        path = next((path for path in known if self.path.endswith(path)), None)
        self._answer(200, known[path]) if path else self._answer(404, b'{"message": "no image"}')

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if "/containers/create" in self.path:
            self.environments.append(json.loads(body).get("Env") or [])
        is_pull = "/images/create" in self.path
        self._answer(500 if is_pull else 404, b'{"message": "no such host"}')

    def _answer(self, code: int, body: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def daemon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Daemon) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setenv("DOCKER_HOST", f"tcp://127.0.0.1:{server.server_port}")
        monkeypatch.setattr(Daemon, "environments", [])
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "unix:///no/such.sock"])
def test_an_address_without_a_daemon_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DOCKER_HOST", address)
    with pytest.raises(DockerUnusableError, match=re.escape(address)), in_docker():
        pytest.fail("there is no such container")
    gc.collect()  # a socket that was left open is an error here


def test_an_image_that_cannot_be_had_is_one_clear_line(daemon: None) -> None:
    assert docker_answers()
    with pytest.raises(DockerUnusableError) as caught, in_docker():
        pytest.fail("there is no such container")
    assert "\n" not in str(caught.value)
    assert str(caught.value)


def test_java_in_a_container_of_the_tests_has_the_options_of_the_tests(
    daemon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Daemon, "knows_images", True)
    monkeypatch.setattr(testcontainers_config, "ryuk_disabled", True)
    with pytest.raises(DockerUnusableError), in_docker(WHOLE_RUN):
        pytest.fail("there is no such container")
    assert [f"JAVA_TOOL_OPTIONS={WHOLE_RUN}" in found for found in Daemon.environments] == [True]


def test_docker_runs_the_version_that_is_named_for_the_tests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GRAPHRAG_TEST_NEO4J_VERSION", "2026.08.1")
    assert docker_image() == "neo4j:2026.08.1-community"


def test_a_container_that_has_ended_is_not_waited_for() -> None:
    server = Neo4jServer("bolt://127.0.0.1:1", "neo4j", "not needed")
    with pytest.raises(DockerUnusableError, match="it has ended"):
        wait_for(server, lambda: "it has ended")
