"""Agent Zero in its own image, with Neo4j and the model stub in containers beside it.

Needs a Docker daemon and `docker/compose.yml`, profile `e2e`. The worker that drives a host runs in
the container of Agent Zero, beside the web server there, on the same files.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..support.docker_problems import explained, missing_part
from ..support.neo4j_server import Neo4jServer
from .host import Host, HostError, free_port
from .llm_stub import CHAT_MODEL, ChatRequest

_HOST_ROOT = Path("/a0")
_PLUGIN = Path("/plugin")
_PYTHON = "/opt/venv-a0/bin/python"
_OUTPUT = "/tmp/e2e-host-output"


@dataclass(frozen=True, slots=True)
class ContainerStub:
    """The model stub in its container, over its control paths.

    Attributes:
        control_url: Where this machine reaches it.
        base_url: Where Agent Zero reaches it.
    """

    control_url: str
    base_url: str = "http://llm-stub:8800/v1"

    def script(self, replies: Iterable[str]) -> None:
        """Sets what the chat model says next."""
        self._ask("script", {"replies": list(replies)})

    @property
    def prompts(self) -> list[ChatRequest]:
        """The requests to the chat model so far."""
        requests = [ChatRequest(**request) for request in self._ask("requests")]
        return [request for request in requests if request.model.endswith(CHAT_MODEL)]

    def _ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"{self.control_url}/stub/{path}", data, timeout=30) as answer:
            return json.load(answer)


class DockerStack:
    """The running containers.

    Args:
        repository: Where `docker/compose.yml` is.
    """

    def __init__(self, repository: Path) -> None:
        self._repository = repository
        self._project = f"a0-graphrag-e2e-{secrets.token_hex(3)}"
        neo4j_port, browser_port, stub_port, web_port = (free_port() for _ in range(4))
        self._password = secrets.token_hex(12)
        self.environment = {
            **os.environ,
            "NEO4J_PASSWORD": self._password,
            "NEO4J_PORT": str(neo4j_port),
            "NEO4J_HTTP_PORT": str(browser_port),
            "STUB_PORT": str(stub_port),
            "A0_PORT": str(web_port),
            # Agent Zero's web server is idle here; the worker has settings of its own.
            "GRAPHRAG_ENABLED": "false",
        }
        self.stub = ContainerStub(f"http://127.0.0.1:{stub_port}")
        self.neo4j = Neo4jServer(f"bolt://127.0.0.1:{neo4j_port}", "neo4j", self._password)
        self.neo4j_in_network = Neo4jServer("bolt://neo4j:7687", "neo4j", self._password)

    def command(self, *arguments: str) -> list[str]:
        """Gives the command line of a compose command."""
        compose = str(self._repository / "docker/compose.yml")
        return [
            "docker",
            "compose",
            "-p",
            self._project,
            "-f",
            compose,
            "--profile",
            "e2e",
            *arguments,
        ]

    def run(self, *arguments: str, stdin: bytes = b"") -> bytes:
        """Runs a compose command.

        Raises:
            HostError: It failed.
        """
        result = subprocess.run(
            self.command(*arguments),
            env=self.environment,
            input=stdin,
            capture_output=True,
            check=False,
        )
        if result.returncode != 0:
            said = (result.stdout + result.stderr).decode("utf-8", "replace")
            # A script in a container says why it failed in the line before its last.
            shown = 2 if arguments[0] == "exec" else 1
            raise HostError(f"docker compose {arguments[0]}: {explained(said, shown)}")
        return result.stdout

    def start(self) -> None:
        """Starts all containers, and waits until each works.

        Raises:
            HostError: One does not; with the last line that it wrote.
        """
        try:
            self.run("up", "--detach", "--wait")
        except HostError as error:
            name = re.search(r"container \S+?-(neo4j|llm-stub|agent-zero)-1 ", str(error))
            if name is None:
                raise
            log = self.run("logs", "--no-log-prefix", "--tail", "20", name[1])
            raise HostError(f"{error}: {explained(log.decode('utf-8', 'replace'))}") from error

    def in_host(self, *command: str, stdin: bytes = b"") -> bytes:
        """Runs a command in the container of Agent Zero."""
        return self.run("exec", "-T", "agent-zero", *command, stdin=stdin)

    def launch(self, *command: str) -> subprocess.Popen[bytes]:
        """Starts a command in the container of Agent Zero, with pipes to and from it."""
        return subprocess.Popen(
            self.command("exec", "-T", "-w", str(_HOST_ROOT), "agent-zero", *command),
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )


class DockerHost(Host):
    """Agent Zero 1.x in its container.

    Args:
        stack: The running containers.
        folder: A folder for what belongs to this host on this machine.
        **options: As for `Host`.
    """

    def __init__(self, stack: DockerStack, folder: Path, **options: Any) -> None:
        self._stack = stack
        super().__init__("1.x", _HOST_ROOT, stack.stub, python=_PYTHON, **options)
        folder.mkdir(parents=True, exist_ok=True)

    def install(self, repository: Path, *options: str) -> None:
        """Installs the plugin from the repository that the container has mounted."""
        self._stack.in_host("bash", f"{_PLUGIN}/scripts/install.sh", str(self.root), *options)

    def _launch(self) -> subprocess.Popen[bytes]:
        self._stack.in_host("rm", "-f", _OUTPUT)
        worker = str(_PLUGIN / "tests/e2e/host_worker.py")
        return self._stack.launch(_PYTHON, worker, self.layout, _OUTPUT)

    def _read_output(self) -> bytes:
        return self._stack.in_host("sh", "-c", f"cat {_OUTPUT} 2>/dev/null || true")

    def _put(self, path: str, text: str) -> None:
        target = self.root / path
        put = f'mkdir -p "$(dirname {target})" && cat > {target}'
        self._stack.in_host("sh", "-c", put, stdin=text.encode())


@contextmanager
def docker_stack(repository: Path) -> Iterator[DockerStack]:
    """Runs the containers as long as the context lasts, and removes them with their data.

    Raises:
        HostError: There is no Docker here, or a container does not start.
    """
    if missing := missing_part():
        raise HostError(f"{missing}; or use --host double or --host PATH, without containers")
    stack = DockerStack(repository)
    print("starting Neo4j, Agent Zero and the model stub in Docker (images are big)", flush=True)
    try:
        stack.start()
        yield stack
    finally:
        subprocess.run(
            stack.command("down", "--volumes"),
            env=stack.environment,
            capture_output=True,
            check=False,
        )
