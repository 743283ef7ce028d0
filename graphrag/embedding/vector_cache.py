"""An on-disk cache of vectors, keyed by the content they were made from."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

LOOKUP_BATCH = 500
LOCKED_S = 60.0
"""How long another process may lock the file, in seconds."""


class VectorCache:
    """Vectors by content hash, in one SQLite file per model.

    Several processes can use it at once. A damaged file counts as an empty cache and is replaced.

    Args:
        path: The file; its folder is created.
        dimension: Length of every vector.
    """

    def __init__(self, path: Path, dimension: int) -> None:
        self._path = path
        self._dimension = dimension
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._create()
        except sqlite3.DatabaseError as error:
            self._replace(error)

    def _create(self) -> None:
        with closing(self._connect()) as connection, connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS vectors (hash BLOB PRIMARY KEY, vector BLOB NOT NULL)"
                " WITHOUT ROWID"
            )

    def _replace(self, error: sqlite3.DatabaseError) -> None:
        """Begin an empty file if the error says that this one is damaged; else raise it."""
        if isinstance(error, sqlite3.OperationalError):  # locked, or it cannot be opened
            raise error
        self._path.unlink(missing_ok=True)
        self._create()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=LOCKED_S)

    def get(self, texts: Sequence[str]) -> dict[str, np.ndarray]:
        """Return the vectors that are known, by text."""
        try:
            return self._read(texts)
        except sqlite3.DatabaseError as error:
            self._replace(error)
            return {}

    def _read(self, texts: Sequence[str]) -> dict[str, np.ndarray]:
        by_hash = {_key(text): text for text in texts}
        hashes = list(by_hash)
        found: dict[str, np.ndarray] = {}
        with closing(self._connect()) as connection:
            for start in range(0, len(hashes), LOOKUP_BATCH):
                part = hashes[start : start + LOOKUP_BATCH]
                marks = ",".join("?" * len(part))
                rows = connection.execute(
                    f"SELECT hash, vector FROM vectors WHERE hash IN ({marks})", part
                )
                for key, blob in rows:
                    vector = np.frombuffer(blob, dtype="<f4")
                    if vector.shape == (self._dimension,):
                        found[by_hash[key]] = vector
        return found

    def put(self, vectors: Mapping[str, np.ndarray]) -> None:
        """Remember vectors by text."""
        rows = [
            (_key(text), np.asarray(vector, dtype="<f4").tobytes())
            for text, vector in vectors.items()
        ]
        try:
            self._write(rows)
        except sqlite3.DatabaseError as error:
            self._replace(error)
            self._write(rows)

    def _write(self, rows: Sequence[tuple[bytes, bytes]]) -> None:
        with closing(self._connect()) as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)


def user_cache_dir() -> Path:
    """Return the folder of the user's cached vectors."""
    try:
        from platformdirs import user_cache_path
    except ImportError:  # it comes with the command line
        return Path.home() / ".cache" / "a0-graphrag"
    return user_cache_path("a0-graphrag")


def _key(text: str) -> bytes:
    """Return the key of a text: 16 bytes of its BLAKE2b hash."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
