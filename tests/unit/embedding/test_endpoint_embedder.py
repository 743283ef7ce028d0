"""The embedder over an OpenAI-compatible endpoint: what it asks, and answers that are none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest

from graphrag.embedding import make_embedder
from graphrag.errors import SettingsError
from graphrag.threads import start_thread


class Endpoint(HTTPServer):
    """Answers with the vector ``(letters, 1)`` of each text, or with what a test sets."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, str]] = []
        self.instead: bytes | None = None
        self.moved_to = ""

    @property
    def spec(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1#model"


class Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(dict(self.headers))
        rows = [{"index": i, "embedding": [len(t), 1]} for i, t in enumerate(body["input"])]
        answer = json.dumps({"data": rows[::-1]}).encode()
        if self.server.instead is not None:
            answer = self.server.instead
        self.send_response(302 if self.server.moved_to else 200)
        self.send_header("Location", self.server.moved_to)
        self.send_header("Content-Length", str(max(len(answer), 5)))
        self.end_headers()
        self.wfile.write(answer)

    def do_GET(self) -> None:
        self.server.asked.append(dict(self.headers))
        self.send_error(404)

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as server:
        start_thread("test-endpoint", server.serve_forever)
        try:
            yield server
        finally:
            server.shutdown()


def test_each_text_has_its_vector_in_whatever_order_they_come():
    with endpoint() as server:
        embedder = make_embedder(server.spec)
        texts = ["x" * (1 + i % 9) for i in range(150)]
        vectors = embedder.embed(texts)
    assert embedder.dimension == 2
    assert np.allclose(vectors[:, 0] / vectors[:, 1], [len(text) for text in texts])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)


def test_the_key_does_not_follow_a_redirect(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    with endpoint() as server, endpoint() as other:
        server.moved_to = f"http://127.0.0.1:{other.server_port}/v1/embeddings"
        with pytest.raises(SettingsError, match="302"):
            make_embedder(server.spec)
        assert other.asked == []


@pytest.mark.parametrize("host", ["[::1", "user:not-a-password@127.0.0.1", "127.0.0.1:port"])
def test_an_address_that_is_none_or_holds_a_login_is_one_line_without_it(host):
    with pytest.raises(SettingsError) as refused:
        make_embedder(f"http://{host}/v1#model")
    assert "not-a-password" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_no_text_has_no_vector():
    with endpoint() as server:
        assert make_embedder(server.spec).embed([]).shape == (0, 2)


def test_a_key_is_sent_only_if_there_is_one(monkeypatch):
    with endpoint() as server:
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        make_embedder(server.spec)
        monkeypatch.setenv("OPENAI_API_KEY", "some-key")
        make_embedder(server.spec)
    assert [asked.get("Authorization") for asked in server.asked] == [None, "Bearer some-key"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_line_end_behind_the_key_is_not_sent(monkeypatch, end):
    monkeypatch.setenv("OPENAI_API_KEY", f"some-key{end}")
    with endpoint() as server:
        make_embedder(server.spec)
    assert server.asked[0]["Authorization"] == "Bearer some-key"


@pytest.mark.parametrize("key", ["some-key\rrest", "some-key'\n\"rest"])
def test_an_error_does_not_show_the_key(monkeypatch, key):
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with endpoint() as server, pytest.raises(SettingsError, match=r"\*\*\*") as refused:
        make_embedder(server.spec)
    assert "some-key" not in str(refused.value)
    assert "rest" not in str(refused.value)


@pytest.mark.parametrize(
    "answer",
    [
        "[]",
        "{}",
        "null",
        "no JSON",
        "{",
        '{"data": null}',
        '{"data": [1]}',
        '{"data": [{"embedding": [1, 2]}]}',
        '{"data": [{"index": 0}]}',
        '{"data": [{"index": 0, "embedding": null}]}',
        '{"data": [{"index": 0, "embedding": 1}]}',
        '{"data": [{"index": 0, "embedding": [NaN, 1]}]}',
        '{"data": []}',
        '{"data": [{"index": 0, "embedding": []}]}',
        '{"data": [{"index": 0, "embedding": [1%s]}]}' % ("0" * 400),
        "[" * 200_000,
    ],
    ids=lambda answer: answer[:40],
)
def test_an_answer_that_holds_no_vectors_is_a_settings_error(answer):
    with endpoint() as server:
        embedder = make_embedder(server.spec)
        server.instead = answer.encode()
        with pytest.raises(SettingsError):
            embedder.embed(["text"])
        with pytest.raises(SettingsError):
            make_embedder(server.spec)


def test_an_answer_with_too_few_vectors_is_a_settings_error():
    with endpoint() as server:
        embedder = make_embedder(server.spec)
        server.instead = b'{"data": [{"index": 0, "embedding": [1, 2]}]}'
        with pytest.raises(SettingsError):
            embedder.embed(["one", "two"])


def test_vectors_that_change_their_length_are_a_settings_error():
    with endpoint() as server:
        embedder = make_embedder(server.spec)
        rows = [{"index": i, "embedding": [1, 2, 3]} for i in range(64)]
        server.instead = json.dumps({"data": rows}).encode()
        with pytest.raises(SettingsError, match="3 numbers"):
            embedder.embed(["text"] * 64)
        assert embedder.dimension == 2
