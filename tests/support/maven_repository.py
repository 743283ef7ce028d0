"""A Maven repository on loopback, with small jars, that can also misbehave."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from graphrag.local.jars import Jar


@dataclass
class MavenRepository:
    """What it serves, what was asked of it, and how it misbehaves."""

    url: str
    files: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    cut_off: dict[str, int] = field(default_factory=dict)

    def add(self, artifact: str, content: bytes, classifier: str = "") -> Jar:
        """Serve a jar, and return its line of a lock."""
        digest = hashlib.sha256(content).hexdigest()
        jar = Jar(digest, len(content), "org.example", artifact, "1.0", classifier)
        self.files[jar.file_name] = content
        return jar


@contextmanager
def maven_repository() -> Iterator[MavenRepository]:
    """Serve on an ephemeral port of loopback until the context ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.rpartition("/")[2]
            if name.endswith(".jar"):
                repository.asked.append(name)
            content = repository.files.get(name)
            if content is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if repository.cut_off.get(name, 0) > 0:
                repository.cut_off[name] -= 1
                content = content[: len(content) // 2]
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    repository = MavenRepository(f"http://127.0.0.1:{server.server_port}/maven")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield repository
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
