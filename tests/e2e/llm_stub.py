"""An OpenAI-compatible model server on loopback, scripted by a test, remembering every prompt.

It answers `/v1/chat/completions` (streaming and not), `/v1/embeddings` and `/v1/models`, and under
`/stub/` lets another process (a container, say) read the prompts and set the script.

Run it alone with `python -m tests.e2e.llm_stub --host 0.0.0.0 --port 8800` from the repository.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from graphrag.embedding.hashed import hashed_vector

CHAT_MODEL = "stub-chat"
UTILITY_MODEL = "stub-utility"
EMBEDDING_MODEL = "stub-embedding"

# The utility model is asked for lists (memories to keep) and for names; an empty list suits both.
_UTILITY_REPLY = "[]"
_CHUNK_CHARACTERS = 48


def tool_call(tool_name: str, **tool_args: Any) -> str:
    """Writes a reply in which Agent Zero calls a tool, and so goes on to another iteration."""
    return json.dumps(
        {"thoughts": ["as scripted"], "tool_name": tool_name, "tool_args": tool_args},
        ensure_ascii=False,
    )


def final_answer(text: str = "Done.") -> str:
    """Writes a reply that ends Agent Zero's monologue with an answer to the user."""
    return tool_call("response", text=text)


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One chat completion as it reached the model."""

    model: str
    messages: list[dict[str, Any]]
    stream: bool
    reply: str

    @property
    def prompt(self) -> str:
        """All messages as one text, each under its role."""
        return "\n\n".join(f"<{m['role']}>\n{_content_text(m)}" for m in self.messages)

    @property
    def extras(self) -> str:
        """What stands in the last user message from `[EXTRAS]` on, or nothing."""
        last = next((m for m in reversed(self.messages) if m["role"] == "user"), None)
        _, marker, extras = (_content_text(last) if last else "").rpartition("[EXTRAS]")
        return extras.strip() if marker else ""


def _content_text(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


def _hashed(texts: Sequence[str]) -> list[list[float]]:
    return [hashed_vector(text) for text in texts]


class LlmStub:
    """The server; use it as a context manager.

    Args:
        host: Address to listen on.
        port: Port to listen on; 0 takes a free one.
        embed: What makes the vectors; hashed words, which need no package, by default.

    Attributes:
        chat_delay_s: How long the model thinks before it answers.
        embedding_delay_s: How long each embedding takes.
        embeddings_fail: Whether asking for an embedding is an error.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        embed: Callable[[Sequence[str]], Sequence[Sequence[float]]] = _hashed,
    ) -> None:
        self.embed = embed
        self._lock = threading.Lock()
        self._script: list[str] = []
        self._utility: dict[str, str] = {}
        self._requests: list[ChatRequest] = []
        self.chat_delay_s = 0.0
        self.embedding_delay_s = 0.0
        self.embeddings_fail = False
        self._server = _Server((host, port), _Handler)
        self._server.stub = self
        self._thread = threading.Thread(
            target=self._server.serve_forever,
            kwargs={"poll_interval": 0.01},  # stopping it takes as long
            name="llm-stub",
            daemon=True,
        )

    def __enter__(self) -> LlmStub:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def base_url(self) -> str:
        """The address to give an OpenAI client as its base."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}/v1"

    def script(self, replies: Iterable[str]) -> None:
        """Sets what the chat model says next, one reply a request; then it ends each turn."""
        with self._lock:
            self._script = list(replies)

    def utility(self, replies: Mapping[str, str]) -> None:
        """Sets what the utility model says once to a prompt with a phrase in it; else `[]`."""
        with self._lock:
            self._utility = dict(replies)

    @property
    def requests(self) -> list[ChatRequest]:
        """Every chat request so far, of all models."""
        with self._lock:
            return list(self._requests)

    @property
    def prompts(self) -> list[ChatRequest]:
        """The requests to the chat model alone: the prompts of the agent's iterations."""
        return [request for request in self.requests if request.model.endswith(CHAT_MODEL)]

    def forget(self) -> None:
        """Drops the recorded requests."""
        with self._lock:
            self._requests.clear()

    def answer(self, payload: dict[str, Any]) -> str:
        """Records one chat request and returns the reply to it."""
        model = str(payload.get("model", ""))
        with self._lock:
            if not model.endswith(CHAT_MODEL):
                prompt = ChatRequest(model, payload["messages"], False, "").prompt
                phrase = next((phrase for phrase in self._utility if phrase in prompt), "")
                reply = self._utility.pop(phrase, _UTILITY_REPLY)
            elif self._script:
                reply = self._script.pop(0)
            else:
                reply = final_answer()
            self._requests.append(
                ChatRequest(model, payload["messages"], bool(payload.get("stream")), reply)
            )
        return reply


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    stub: LlmStub

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Lets a host go away: it ends while it still waits, or once it has read a tool call."""
        if not isinstance(sys.exception(), BrokenPipeError | ConnectionResetError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        if self.path == "/v1/models":
            models = (CHAT_MODEL, UTILITY_MODEL, EMBEDDING_MODEL)
            data = [{"id": m, "object": "model", "created": 0, "owned_by": "stub"} for m in models]
            self._send_json({"object": "list", "data": data})
        elif self.path == "/stub/requests":
            self._send_json([asdict(request) for request in self.server.stub.requests])
        else:
            self._send_json({"error": {"message": f"no such path: {self.path}"}}, status=404)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        if len(body) < length:
            raise ConnectionResetError("the client went away within its request")
        payload = json.loads(body or b"{}")
        if self.path == "/v1/chat/completions":
            self._chat(payload)
        elif self.path == "/v1/embeddings":
            self._embeddings(payload)
        elif self.path == "/stub/script":
            self.server.stub.script(payload["replies"])
            self._send_json({"ok": True})
        elif self.path == "/stub/forget":
            self.server.stub.forget()
            self._send_json({"ok": True})
        else:
            self._send_json({"error": {"message": f"no such path: {self.path}"}}, status=404)

    def _chat(self, payload: dict[str, Any]) -> None:
        reply = self.server.stub.answer(payload)
        time.sleep(self.server.stub.chat_delay_s)
        if payload.get("stream"):
            self._stream(payload, reply)
            return
        message = {"role": "assistant", "content": reply}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        self._send_json(
            _completion(payload, "chat.completion") | {"choices": [choice], "usage": usage}
        )

    def _stream(self, payload: dict[str, Any], reply: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        head = _completion(payload, "chat.completion.chunk")
        self.close_connection = True
        for delta, finish in _deltas(reply):
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            event = json.dumps(head | {"choices": [choice]})
            self.wfile.write(f"data: {event}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def _embeddings(self, payload: dict[str, Any]) -> None:
        time.sleep(self.server.stub.embedding_delay_s)
        if self.server.stub.embeddings_fail:
            self._send_json({"error": {"message": "as the test wants it"}}, status=500)
            return
        texts = payload["input"]
        texts = [texts] if isinstance(texts, str) else texts
        data = [
            {"object": "embedding", "index": index, "embedding": list(vector)}
            for index, vector in enumerate(self.server.stub.embed(texts))
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        self._send_json(
            {"object": "list", "data": data, "model": payload.get("model", ""), "usage": usage}
        )

    def _send_json(self, value: Any, status: int = 200) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Keeps the access log out of the tests' output."""


def _completion(payload: dict[str, Any], kind: str) -> dict[str, Any]:
    return {
        "id": "chatcmpl-stub",
        "object": kind,
        "created": int(time.time()),
        "model": payload.get("model", CHAT_MODEL),
    }


def _deltas(reply: str) -> Iterator[tuple[dict[str, str], str | None]]:
    yield {"role": "assistant", "content": ""}, None
    for start in range(0, len(reply), _CHUNK_CHARACTERS):
        yield {"content": reply[start : start + _CHUNK_CHARACTERS]}, None
    yield {}, "stop"


def main() -> None:
    """Serves until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8800)
    arguments = parser.parse_args()
    with LlmStub(arguments.host, arguments.port) as stub:
        print(f"LLM stub on {stub.base_url}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
