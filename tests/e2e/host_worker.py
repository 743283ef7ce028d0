"""Runs inside the host's own interpreter, in the host's folder, and does what a test asks.

One JSON request a line on standard input, one JSON reply a line on standard output; what the host
itself writes goes to the file named as the second argument. It uses the host through the names that
a real Agent Zero of either layout and the double have in common, so the same file drives all of
them, in a container too.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import io
import json
import os
import sys
import threading
import time
import traceback
from typing import Any

HOST_THREAD = "AgentContext"

_connections: list[str] = []
_started_threads: list[str] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        address = arguments[1]
        if isinstance(address, tuple):
            _connections.append(f"{address[0]}:{address[1]}")
    elif event in ("_thread.start_new_thread", "_thread.start_joinable_thread"):
        owner = getattr(arguments[0], "__self__", None)
        _started_threads.append(getattr(owner, "name", repr(arguments[0])))


class _Upload:
    """An uploaded file, as far as the host's handlers use one."""

    def __init__(self, filename: str, text: str) -> None:
        self.filename = filename
        self._text = text

    def save(self, target: str) -> None:
        """Writes the file."""
        with open(target, "w", encoding="utf-8") as file:
            file.write(self._text)


class _Uploads(list[_Upload]):
    """The uploads of a request, all under the name that the host's pages give them."""

    def __contains__(self, name: object) -> bool:
        return name == "files[]"

    def getlist(self, name: str) -> list[_Upload]:
        """Lists the uploads under a name."""
        return list(self) if name in self else []


class _Request:
    """A web request, as far as the host's handlers use one."""

    def __init__(self, context_id: str, files: dict[str, str]) -> None:
        self.form = {"ctxid": context_id}
        self.files = _Uploads(_Upload(name, text) for name, text in files.items())


class HostWorker:
    """The host of one process: one chat, one agent.

    Args:
        layout: "0.9" or "1.x": where the host's helpers are.
    """

    def __init__(self, layout: str) -> None:
        self._helpers = "python.helpers" if layout == "0.9" else "helpers"
        self._memory_api = "python.api" if layout == "0.9" else "plugins._memory.api"
        memory = "python" if layout == "0.9" else "plugins._memory"
        self._memory = f"{memory}.helpers.memory"
        # As in the host's container; otherwise it would ask another process to do its file work.
        importlib.import_module(f"{self._helpers}.runtime").initialize()
        self._agent_module = importlib.import_module("agent")
        self._initialize = importlib.import_module("initialize")
        self._defer = importlib.import_module(f"{self._helpers}.defer")
        self._log_position = 0
        self.context: Any = None
        self.new_chat()

    def new_chat(self) -> None:
        """Opens a chat with an agent of its own, as the web interface does."""
        config = self._initialize.initialize_agent()
        self.context = self._agent_module.AgentContext(config=config, set_current=True)
        self._log_position = 0

    def on_host_loop(self, function: Any, *arguments: Any, timeout_s: float = 120) -> Any:
        """Runs a coroutine function where all chats run."""
        task = self._defer.DeferredTask(HOST_THREAD)
        task.start_task(function, *arguments)
        return task.result_sync(timeout_s)

    def seed(self, documents: list[dict[str, Any]]) -> list[str]:
        """Writes memories through the host's own Memory, and returns their ids."""

        async def insert() -> list[str]:
            memory = await self._memory_module.Memory.get(self.context.agent0)
            return [await memory.insert_text(d["text"], dict(d["metadata"])) for d in documents]

        return self.on_host_loop(insert)

    def memories(self) -> dict[str, dict[str, Any]]:
        """Lists all that the host remembers, by id."""

        async def read() -> dict[str, dict[str, Any]]:
            memory = await self._memory_module.Memory.get(self.context.agent0)
            return {
                identifier: {"text": document.page_content, "metadata": document.metadata}
                for identifier, document in memory.db.get_all_docs().items()
            }

        return self.on_host_loop(read)

    def call_api(self, handler: str, input: dict[str, Any], files: dict[str, str]) -> Any:
        """Has a handler of the memory's web interface process a request of this chat.

        As under the web server, that is on a thread and a loop that are not the chats'.
        """
        base = importlib.import_module(f"{self._helpers}.api").ApiHandler
        module = importlib.import_module(f"{self._memory_api}.{handler}")
        classes = [value for value in vars(module).values() if isinstance(value, type)]
        [found] = [kind for kind in classes if issubclass(kind, base) and kind is not base]
        request = _Request(self.context.id, files)
        input = {"ctxid": self.context.id, **input}
        return asyncio.run(found(None, threading.RLock()).process(input, request))

    def turn(self, message: str, timeout_s: float) -> dict[str, Any]:
        """Sends one user message, and waits for the host to be done with it."""
        started = time.perf_counter()
        reply: str | None = None
        failure: str | None = None
        connected = len(_connections)
        threads = len(_started_threads)
        try:
            task = self.context.communicate(self._agent_module.UserMessage(message))
            reply = task.result_sync(timeout_s)
        except BaseException as error:
            failure = "".join(traceback.format_exception(error))
        elapsed_ms = (time.perf_counter() - started) * 1000
        entries = [item.output() for item in self.context.log.logs[self._log_position :]]
        self._log_position = len(self.context.log.logs)
        return {
            "reply": reply,
            "failure": failure,
            "elapsed_ms": elapsed_ms,
            "log": entries,
            "connections": _connections[connected:],
            "started_threads": _started_threads[threads:],
        }

    def census(self) -> dict[str, Any]:
        """Counts what this process holds: modules, threads, connections."""
        return {
            "modules": sorted(sys.modules),
            "threads": sorted(thread.name for thread in threading.enumerate()),
            "connections": list(_connections),
            "started_threads": list(_started_threads),
            "path": list(sys.path),
        }

    def evaluate(self, source: str) -> Any:
        """Runs `async def probe(host)` or `def probe(host)` of a test, and returns its result."""
        names: dict[str, Any] = {}
        exec(compile(source, "<probe>", "exec"), names)
        probe = names["probe"]
        if inspect.iscoroutinefunction(probe):
            return self.on_host_loop(probe, self)
        return probe(self)

    @property
    def _memory_module(self) -> Any:
        """The host's memory module; a host whose memory is switched off never loads it."""
        return importlib.import_module(self._memory)

    @property
    def agent(self) -> Any:
        """The chat's own agent."""
        return self.context.agent0

    @property
    def memory_class(self) -> Any:
        """The host's Memory class."""
        return self._memory_module.Memory


def main() -> None:
    """Serves requests until standard input ends."""
    sys.path[0] = os.getcwd()
    sys.addaudithook(_watch)
    layout, output_path = sys.argv[1:3]
    reply_descriptor = os.dup(1)
    output = os.open(output_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.argv[1:] = ["--dockerized=true"]
    worker: HostWorker | None = None
    with os.fdopen(reply_descriptor, "w", encoding="utf-8") as replies:
        for line in io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8"):
            request = json.loads(line)
            try:
                if worker is None:
                    worker = HostWorker(layout)
                result = getattr(worker, request["do"])(**request["with"])
                answer: dict[str, Any] = {"result": result}
            except BaseException:
                answer = {"error": traceback.format_exc()}
            sys.stdout.flush()
            sys.stderr.flush()
            replies.write(json.dumps(answer, default=repr) + "\n")
            replies.flush()
    os._exit(0)  # the host's own daemon threads would delay or garble a normal exit


if __name__ == "__main__":
    main()
