"""A live Neo4j for tests: the named one, otherwise one in Docker, otherwise the local Neo4j.

Set ``GRAPHRAG_TEST_NEO4J_URI`` (and ``_USER``, ``_PASSWORD``, ``_DATABASE``) to use a server that
runs already. Tests write to scopes of their own only, so they leave an existing server as it was.
``GRAPHRAG_TEST_NEO4J_VERSION`` chooses the version in Docker and of the local Neo4j.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from graphrag.file_lock import locked
from graphrag.home import folders_at
from graphrag.local import DEFAULT_VERSION, LocalNeo4j, LocalPaths, LocalSettings, starter

from .docker_problems import daemon_address, explained, no_daemon

if TYPE_CHECKING:
    from testcontainers.core.container import DockerContainer

BOLT_PORT = 7687
CONTAINER_START_S = 300.0
# A server that an aborted test run leaves behind ends by itself: it has no client any more.
IDLE_STOP_S = 600.0

# Most of what a server computes in its first minutes is the optimisation of its own code. One of a
# few tests gets by without it, and the one of a whole run optimises what runs ten times as often as
# Java's default says: a quarter less CPU. Both take the classes of the checked jars as they are,
# which saves a fifth of a start. Those of commands in processes of their own start as users start
# theirs.
JAVA_OPTIONS = "GRAPHRAG_TEST_JAVA_OPTIONS"
UNVERIFIED = "-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
FEW_TESTS = f"{UNVERIFIED} -XX:TieredStopAtLevel=1"
WHOLE_RUN = (
    f"{UNVERIFIED} -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=10000"
    " -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
)
os.environ[JAVA_OPTIONS] = FEW_TESTS
starter._LAUNCH = Path(__file__).with_name("launch_with_java_options.py")


class DockerUnusableError(Exception):
    """A Docker daemon answers, but gives no Neo4j; the message is one line."""


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
def running_neo4j(folder: Path, say: Callable[[str], None] = print) -> Iterator[Neo4jServer]:
    """A live Neo4j, for as long as the context lasts.

    Args:
        folder: An empty folder, for the data of a local server.
        say: Called with one line where Docker answers but cannot be used.
    """
    with ExitStack() as stack:
        if uri := os.environ.get("GRAPHRAG_TEST_NEO4J_URI"):
            yield Neo4jServer(
                uri,
                os.environ.get("GRAPHRAG_TEST_NEO4J_USER", "neo4j"),
                os.environ.get("GRAPHRAG_TEST_NEO4J_PASSWORD", ""),
                os.environ.get("GRAPHRAG_TEST_NEO4J_DATABASE", "neo4j"),
            )
            return
        server = None
        if docker_answers():
            try:
                server = stack.enter_context(in_docker(WHOLE_RUN))
            except DockerUnusableError as error:
                say(f"Docker cannot run {docker_image()} ({error}); the tests use the local Neo4j")
        elif "DOCKER_HOST" in os.environ:
            say(f"no Docker daemon answers at {daemon_address()}; the tests use the local Neo4j")
        yield server or stack.enter_context(held_neo4j(folder, WHOLE_RUN))


@contextmanager
def shared_neo4j(folder: Path, say: Callable[[str], None] = print) -> Iterator[Neo4jServer]:
    """A live Neo4j that several processes share; whoever started it stops it, after the others.

    Args:
        folder: A folder that is empty at first, the same for all of them.
        say: Called with one line where Docker answers but cannot be used.
    """
    turn, found = folder / "turn.lock", folder / "server.json"
    with ExitStack() as stack, (folder / "users.lock").open("w") as users:
        with locked(turn):
            starts_it = not found.exists()
            if starts_it:
                server = stack.enter_context(running_neo4j(folder / "data", say))
                found.write_text(json.dumps(asdict(server)), encoding="utf-8")
            else:
                server = Neo4jServer(**json.loads(found.read_text(encoding="utf-8")))
            fcntl.flock(users, fcntl.LOCK_SH)
        try:
            yield server
        finally:
            if starts_it:
                with locked(turn):
                    fcntl.flock(users, fcntl.LOCK_EX)  # once the others are done
                    found.unlink()
                    stack.close()


def neo4j_version() -> str:
    """The version of Neo4j that tests start."""
    return os.environ.get("GRAPHRAG_TEST_NEO4J_VERSION") or DEFAULT_VERSION


def docker_image() -> str:
    """The image of that version, which is by default that of ``docker/compose.yml``."""
    return f"neo4j:{neo4j_version()}-community"


def docker_answers() -> bool:
    """Whether a Docker daemon can be reached."""
    scheme, _, path = daemon_address().partition("://")
    if scheme == "unix" and not _accepts(path):
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
def in_docker(java_options: str = FEW_TESTS) -> Iterator[Neo4jServer]:
    """A Neo4j in a container of its own.

    Args:
        java_options: Further options for Java.

    Raises:
        DockerUnusableError: The image cannot be had, or the container does not start.
    """
    if not docker_answers():
        raise DockerUnusableError(no_daemon())
    from testcontainers.core.container import DockerContainer

    password = secrets.token_hex(16)  # Neo4j's image takes one with a leading dash for an option
    container = DockerContainer(docker_image()).with_exposed_ports(BOLT_PORT)
    container.with_env("NEO4J_AUTH", f"neo4j/{password}")
    container.with_env("JAVA_TOOL_OPTIONS", java_options)
    try:
        try:
            container.start()
            host, port = container.get_container_host_ip(), container.get_exposed_port(BOLT_PORT)
            server = Neo4jServer(f"bolt://{host}:{port}", "neo4j", password)
            wait_for(server, partial(_end_of, container))
        except DockerUnusableError:
            raise
        except Exception as error:  # of docker, requests or the driver: whatever it is, no server
            raise DockerUnusableError(explained(str(error) or type(error).__name__)) from error
        yield server
    finally:
        container.stop()
        container.get_docker_client().client.close()


def _end_of(container: DockerContainer) -> str | None:
    """Tells what a container wrote last, if it has ended."""
    container.reload()
    if container.status != "exited":
        return None
    written = b"\n".join(container.get_logs())
    return f"its container has ended: {explained(written.decode('utf-8', 'replace'))}"


def wait_for(server: Neo4jServer, ended: Callable[[], str | None]) -> None:
    """Waits until a server answers its first query.

    Args:
        server: The server.
        ended: Tells in one line why the server will never answer; None while it may.

    Raises:
        DockerUnusableError: It has ended.
    """
    import neo4j
    from neo4j.exceptions import DriverError, Neo4jError

    deadline = time.monotonic() + CONTAINER_START_S
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth) as driver:
        while True:
            try:
                with driver.session(database=server.database) as session:
                    session.run("RETURN 1").consume()
                return
            except (DriverError, Neo4jError):
                if reason := ended():
                    raise DockerUnusableError(reason) from None
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.5)


@contextmanager
def held_neo4j(
    folder: Path, java_options: str = FEW_TESTS, **settings: object
) -> Iterator[Neo4jServer]:
    """A local Neo4j with a client that keeps it running, however long no test uses it.

    Args:
        folder: An empty folder, for its data.
        java_options: Further options for Java.
        settings: Fields of ``LocalSettings``.
    """
    from neo4j import GraphDatabase

    local = local_neo4j(folder, **settings)
    local.set_up()
    with patch.dict(os.environ, {JAVA_OPTIONS: java_options}):
        status = local.start()
    try:
        with GraphDatabase.driver(status.uri, auth=(status.user, status.password)) as client:
            client.verify_connectivity()
            yield Neo4jServer(status.uri, status.user, status.password)
    finally:
        local.stop()


def local_neo4j(data_dir: Path, **settings: object) -> LocalNeo4j:
    """A local Neo4j on a folder of its own, with the jars that all test runs share."""
    home = os.environ.get("GRAPHRAG_HOME")
    shared = LocalPaths.inside(*folders_at(Path(home) if home else None))
    paths = LocalPaths(data_dir=data_dir, jars_dir=shared.jars_dir)
    chosen = {"idle_stop_s": IDLE_STOP_S, "version": neo4j_version(), **settings}
    return LocalNeo4j(paths, LocalSettings(**chosen))
