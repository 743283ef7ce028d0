"""A live Neo4j for tests: one that is named, else one in Docker, else one of our own.

Set ``GRAPHRAG_TEST_NEO4J_URI`` (and ``_USER``, ``_PASSWORD``, ``_DATABASE``) to use a server that
runs already. Tests keep to scopes of their own making, so an existing server is left as it was.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from graphrag.local import LocalNeo4j, LocalPaths, LocalSettings, default_paths

DOCKER_IMAGE = "neo4j:5.26-community"
DOCKER_SOCKET = "/var/run/docker.sock"
# A server that an aborted test run leaves behind ends by itself.
IDLE_STOP_S = 600.0


@dataclass(frozen=True, slots=True)
class Neo4jServer:
    """Where tests find Neo4j."""

    uri: str
    user: str
    password: str = field(repr=False)
    database: str = "neo4j"

    @property
    def auth(self) -> tuple[str, str]:
        """As the driver takes it."""
        return self.user, self.password


@contextmanager
def running_neo4j(folder: Path) -> Iterator[Neo4jServer]:
    """A live Neo4j, for as long as the context lasts.

    Args:
        folder: An empty folder, for the data of a server of our own.
    """
    if uri := os.environ.get("GRAPHRAG_TEST_NEO4J_URI"):
        yield Neo4jServer(
            uri,
            os.environ.get("GRAPHRAG_TEST_NEO4J_USER", "neo4j"),
            os.environ.get("GRAPHRAG_TEST_NEO4J_PASSWORD", ""),
            os.environ.get("GRAPHRAG_TEST_NEO4J_DATABASE", "neo4j"),
        )
    elif docker_answers():
        with _in_docker() as server:
            yield server
    else:
        with _of_our_own(folder) as server:
            yield server


def docker_answers() -> bool:
    """Whether a Docker daemon can be reached."""
    if "DOCKER_HOST" not in os.environ and not _accepts(DOCKER_SOCKET):
        return False  # asked here because the client leaves its socket open when refused
    try:
        import docker
    except ImportError:
        return False
    try:
        client = docker.from_env(timeout=5)
    except docker.errors.DockerException:
        return False
    try:
        return bool(client.ping())
    except docker.errors.DockerException:
        return False
    finally:
        client.close()


def _accepts(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except OSError:
            return False
    return True


@contextmanager
def _in_docker() -> Iterator[Neo4jServer]:
    from testcontainers.neo4j import Neo4jContainer

    with Neo4jContainer(DOCKER_IMAGE) as container:
        yield Neo4jServer(container.get_connection_url(), container.username, container.password)


@contextmanager
def _of_our_own(folder: Path) -> Iterator[Neo4jServer]:
    neo4j = local_neo4j(folder)
    neo4j.set_up()
    status = neo4j.start()
    try:
        yield Neo4jServer(status.uri, status.user, status.password)
    finally:
        neo4j.stop()


def local_neo4j(data_dir: Path, **settings: object) -> LocalNeo4j:
    """A local Neo4j on a folder of its own, with the jars that all test runs share."""
    paths = LocalPaths(data_dir=data_dir, jars_dir=default_paths().jars_dir)
    version = os.environ.get("GRAPHRAG_TEST_NEO4J_VERSION")
    chosen = {"idle_stop_s": IDLE_STOP_S, **({"version": version} if version else {}), **settings}
    return LocalNeo4j(paths, LocalSettings(**chosen))
