"""What a test does with a host, whichever it is: install, remember, run a turn, look at it."""

from __future__ import annotations

import json
import os
import queue
import re
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, Self

from .llm_stub import (
    CHAT_MODEL,
    EMBEDDING_MODEL,
    UTILITY_MODEL,
    ChatRequest,
    LlmStub,
    final_answer,
    tool_call,
)

Layout = Literal["0.9", "1.x"]
LAYOUTS: tuple[Layout, ...] = ("0.9", "1.x")
PLUGIN_FOLDER = Path("usr/plugins/graphrag")

_WORKER = Path(__file__).with_name("host_worker.py")
_MARKER = re.compile(r"\bGRAPHRAG_(?:EXTENSION|CONTEXT|NOOP)_[A-Z0-9_]+")
DOWN = "GRAPHRAG_NOOP_NEO4J_DOWN"
_PASSING_REASONS = ("timeout", "breaker", "starting")
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_START_TIMEOUT_S = 180
_ANSWER_TIMEOUT_S = 300

# The host's own defaults (1.x default_config.yaml, 0.9 settings), but for the history: the stub's
# vectors know words alone, and the greeting in the history would drown the question.
MEMORY_DEFAULTS: Mapping[str, Any] = {
    "project_memory_isolation": True,
    "memory_recall_enabled": True,
    "memory_recall_delayed": False,
    "memory_recall_interval": 3,
    "memory_recall_history_len": 1,
    "memory_recall_memories_max_search": 12,
    "memory_recall_solutions_max_search": 8,
    "memory_recall_memories_max_result": 5,
    "memory_recall_solutions_max_result": 3,
    "memory_recall_similarity_threshold": 0.7,
    "memory_recall_query_prep": False,
    "memory_recall_post_filter": False,
    "memory_memorize_enabled": True,
    "memory_memorize_consolidation": True,
    "memory_memorize_replace_threshold": 0.9,
    "agent_memory_subdir": "default",
}


def free_port() -> int:
    """Finds a port of this machine on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class HostError(Exception):
    """The host itself, not a turn in it, could not do what was asked."""


@dataclass(frozen=True, slots=True)
class TurnTrace:
    """What one user message led to.

    Attributes:
        reply: The answer given to the user; None when the turn failed.
        failure: The traceback that ended the turn, if one did.
        elapsed_ms: From the message to the answer.
        prompts: The prompts that reached the chat model, one an iteration.
        log: The entries that the turn added to the host's log panel.
        output: What the host's process wrote, without colours.
        connections: Addresses that the process connected to during the turn.
        started_threads: Names of the threads started during the turn.
    """

    reply: str | None
    failure: str | None
    elapsed_ms: float
    prompts: tuple[ChatRequest, ...]
    log: tuple[dict[str, Any], ...]
    output: str
    connections: tuple[str, ...]
    started_threads: tuple[str, ...]

    @property
    def prompt(self) -> str:
        """The whole prompt of the first iteration."""
        return self.prompts[0].prompt

    @property
    def extras(self) -> list[dict[str, Any]]:
        """The extras of each iteration, in the order in which the prompt has them."""
        return [read_extras(request) for request in self.prompts]

    @property
    def markers(self) -> list[str]:
        """The plugin's markers, in the order written, each with its reason if it has one."""
        lines = (line.strip() for line in self.output.splitlines())
        return [line for line in lines if _MARKER.match(line)]

    def has_marker(self, name: str) -> bool:
        """Tells whether a marker stands on a line of its own, with or without a reason."""
        return any(marker.split()[0] == name for marker in self.markers)


def read_extras(request: ChatRequest) -> dict[str, Any]:
    """Reads the extras of one prompt: only the host itself can write a real line break before."""
    text = request.prompt
    start = text.rfind("[EXTRAS]\n{")
    if start < 0:
        return {}
    extras, _ = json.JSONDecoder().raw_decode(text, start + len("[EXTRAS]\n"))
    return extras


class Host:
    """A host in a process of its own, so that modules, threads and sockets can be counted.

    Args:
        layout: Which generation of Agent Zero the tree in `root` has.
        root: The host's folder; it belongs to this object and is changed.
        stub: The model server that this host is pointed at.
        python: The interpreter that runs it.
        python_path: Folders for PYTHONPATH.
        memory_settings: Settings of the host's memory that differ from its defaults.
        environment: What stands in the host's `usr/.env`.
    """

    def __init__(
        self,
        layout: Layout,
        root: Path,
        stub: LlmStub,
        *,
        python: Path | str = sys.executable,
        python_path: Sequence[Path] = (),
        memory_settings: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.layout = layout
        self.root = root
        self.stub = stub
        self._python = str(python)
        self._python_path = tuple(python_path)
        self._memory_settings = dict(memory_settings or {})
        self.environment = dict(environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._replies: queue.Queue[str | None] = queue.Queue()
        self._output_path = root.with_name(f"{root.name}.output")
        self._memories: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def plugin_root(self) -> Path:
        """Where the plugin's package, prompts and configuration are once it is installed."""
        return self.root / PLUGIN_FOLDER if self.layout == "1.x" else self.root

    def install(self, repository: Path, *options: str) -> None:
        """Installs the plugin as a user does: into its folder in 1.x, over the tree in 0.9.

        Args:
            repository: Where the plugin's source is.
            options: Further options of the installing script.
        """
        script = repository / "scripts/host_files.py"
        command = [sys.executable, str(script), "install", str(self.root), *options]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise HostError(f"installing failed:\n{result.stdout}{result.stderr}")

    def extension_folder(self, point: str) -> Path:
        """The user's own extensions for a point, made if it is missing."""
        middle = "extensions" if self.layout == "0.9" else "extensions/python"
        folder = self.root / "usr" / middle / point
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def add_memory(self, text: str, area: str = "main", **metadata: Any) -> None:
        """Remembers a text, through the host's own Memory when the host runs."""
        document = {"text": text, "metadata": {"area": area, **metadata}}
        if self._process is None:
            self._memories.append(document)
        else:
            self._ask("seed", documents=[document])

    def memories(self) -> dict[str, dict[str, Any]]:
        """Lists all that the running host remembers, by id: `text` and `metadata`."""
        return self._ask("memories")

    def call_api(
        self,
        handler: str,
        request: Mapping[str, Any] | None = None,
        *,
        files: Mapping[str, str] | None = None,
    ) -> Any:
        """Calls a handler of the memory's web interface in the running host.

        Args:
            handler: Its name, which is that of its file.
            request: The request's JSON.
            files: Texts to upload, by file name.

        Returns:
            Its answer.
        """
        return self._ask("call_api", handler=handler, input=request or {}, files=files or {})

    def start(self) -> None:
        """Starts the host's process, opens a chat, and writes the memories added before."""
        if self._process is not None:
            return
        self._write_settings()
        self._process = self._launch()
        self._replies = queue.Queue()
        threading.Thread(
            target=self._listen, args=(self._process.stdout, self._replies), daemon=True
        ).start()
        if self._memories:
            self._ask("seed", timeout_s=_START_TIMEOUT_S, documents=self._memories)
            self._memories = []
        else:
            self._ask("census", timeout_s=_START_TIMEOUT_S)

    def stop(self) -> None:
        """Ends the host's process."""
        if self._process is None:
            return
        process, self._process = self._process, None
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def restart(self) -> None:
        """Ends the process and starts it again on the same tree."""
        self.stop()
        self.start()

    def run_turn(
        self,
        message: str,
        iterations: int = 1,
        *,
        replies: Sequence[str] | None = None,
        timeout_s: float = 120,
    ) -> TurnTrace:
        """Sends one user message and waits for the answer.

        Args:
            message: The user's words.
            iterations: How many times the agent is to go round before it answers.
            replies: What the model says, instead, one a prompt.
            timeout_s: How long the turn may take before it counts as hanging.
        """
        self.start()
        steps = [tool_call("no_such_tool", step=step) for step in range(1, iterations)]
        self.stub.script(replies if replies is not None else [*steps, final_answer()])
        before = len(self.stub.prompts)
        offset = len(self._read_output())
        result = self._ask("turn", timeout_s=timeout_s + 10, message=message, timeout_s_=timeout_s)
        return TurnTrace(
            reply=result["reply"],
            failure=result["failure"],
            elapsed_ms=result["elapsed_ms"],
            prompts=tuple(self.stub.prompts[before:]),
            log=tuple(result["log"]),
            output=self.output(offset),
            connections=tuple(result["connections"]),
            started_threads=tuple(result["started_threads"]),
        )

    def new_chat(self) -> None:
        """Opens another chat; later turns are its own."""
        self.start()
        self._ask("new_chat")

    def wait_until_ready(self, message: str) -> None:
        """Sends a message until Neo4j answers the turn in time, and opens a fresh chat.

        Args:
            message: The user's words.
        """
        self.answered_turn(message)
        self.new_chat()

    def answered_turn(self, message: str, iterations: int = 1) -> TurnTrace:
        """Sends a message in a fresh chat, again until Neo4j answers the turn in time.

        On a busy machine an answer may take longer than any turn waits, the first of a server above
        all, since it plans each query.

        Args:
            message: The user's words.
            iterations: How many times the agent is to go round before it answers.
        """
        ends = time.monotonic() + _ANSWER_TIMEOUT_S
        while True:
            self.new_chat()
            trace = self.run_turn(message, iterations)
            if not trace.has_marker(DOWN):
                return trace
            passing = any(marker.endswith(_PASSING_REASONS) for marker in trace.markers)
            if not passing or time.monotonic() > ends:
                raise HostError(f"Neo4j answered no turn: {trace.markers}\n{trace.output[-2000:]}")
            time.sleep(0.2)

    def census(self) -> dict[str, Any]:
        """Lists the modules, threads and connections of the host's process."""
        self.start()
        return self._ask("census")

    def evaluate(self, probe: str) -> Any:
        """Runs a function `probe(host)` (or an async one, on the host's loop) in the host.

        Args:
            probe: Its source, indented as you like; `host.agent`, `host.context` and
                `host.memory_class` are the host's own.

        Returns:
            What it returned, as far as JSON can say it.
        """
        self.start()
        return self._ask("evaluate", source=textwrap.dedent(probe))

    def output(self, offset: int = 0) -> str:
        """Everything that the process wrote from `offset` on, without colours."""
        return _ANSI.sub("", self._read_output()[offset:].decode("utf-8", "replace"))

    def _launch(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self._python, str(_WORKER), self.layout, str(self._output_path)],
            cwd=self.root,
            env=self._process_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    def _read_output(self) -> bytes:
        return self._output_path.read_bytes() if self._output_path.exists() else b""

    def _ask(self, what: str, timeout_s: float = 120, **arguments: Any) -> Any:
        if self._process is None or self._process.stdin is None:
            raise HostError("the host does not run: call start() first")
        arguments = {name.removesuffix("_"): value for name, value in arguments.items()}
        self._process.stdin.write(json.dumps({"do": what, "with": arguments}).encode() + b"\n")
        self._process.stdin.flush()
        try:
            line = self._replies.get(timeout=timeout_s)
        except queue.Empty:
            line = None
        if line is None:
            self._process.kill()
            raise HostError(f"the host did not answer to '{what}':\n{self.output()[-6000:]}")
        answer = json.loads(line)
        if "error" in answer:
            raise HostError(f"{answer['error']}\n{self.output()[-3000:]}")
        return answer["result"]

    @staticmethod
    def _listen(lines: IO[bytes], replies: queue.Queue[str | None]) -> None:
        with lines:
            for line in lines:
                replies.put(line.decode())
        replies.put(None)

    def _process_environment(self) -> dict[str, str]:
        kept = ("PATH", "HOME", "LANG", "TMPDIR", "SSL_CERT_FILE")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment["PYTHONPATH"] = os.pathsep.join(map(str, self._python_path))
        environment["PYTHONUNBUFFERED"] = "1"
        environment["PYTHONUTF8"] = "1"
        return environment

    def _write_settings(self) -> None:
        memory = dict(MEMORY_DEFAULTS) | self._memory_settings
        models = {
            kind: {"provider": "other", "name": name, "api_base": self.stub.base_url}
            for kind, name in (
                ("chat_model", CHAT_MODEL),
                ("utility_model", UTILITY_MODEL),
                # the host hands an embedding model's name to litellm without the provider
                ("embedding_model", f"openai/{EMBEDDING_MODEL}"),
            )
        }
        environment = {
            "OTHER_API_KEY": "unused",
            "A0_SET_workdir_path": str(self.root / "usr/workdir"),
            **self.environment,
        }
        if self.layout == "1.x":
            for plugin, config in (("_memory", memory), ("_model_config", models)):
                self._put(f"usr/plugins/{plugin}/config.json", json.dumps(config))
            # Since v2.5 the models come from the preset of this name (JSON is YAML too).
            slots = {kind.removesuffix("_model"): model for kind, model in models.items()}
            presets = [{"name": "Default", **slots}]
            self._put("usr/plugins/_model_config/presets.yaml", json.dumps(presets))
        else:
            short = {"chat_model": "chat", "utility_model": "util", "embedding_model": "embed"}
            flat = {
                f"{short[kind]}_model_{field}": value
                for kind, fields in models.items()
                for field, value in fields.items()
            }
            for name, value in {**flat, **memory}.items():
                environment[f"A0_SET_{name}"] = (
                    str(value).lower() if value in (True, False) else (str(value))
                )
        lines = [f"{name}='{value}'" for name, value in environment.items()]
        self._put("usr/.env", "\n".join(lines) + "\n")

    def _put(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
