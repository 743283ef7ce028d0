"""An on-disk cache of vectors, keyed by the content they were made from."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import numpy as np

_LOG = logging.getLogger(__name__)

T = TypeVar("T")

LOOKUP_BATCH = 500
LOCKED_S = 60.0
"""How long another process may lock the file, in seconds."""


class VectorCache:
    """Vectors by content hash, in one SQLite file per model.

    Several processes can use it at once. A damaged file counts as an empty cache and is replaced.
    If the file cannot be used, nothing is kept: it only saves time.

    Args:
        path: The file; its folder is created.
        dimension: Length of every vector.
    """

    def __init__(self, path: Path, dimension: int) -> None:
        self._path = path
        self._dimension = dimension
        self._is_usable = True
        self._use(self._create)

    def _use(self, work: Callable[[], T]) -> T | None:
        """Do something with the file; None if it cannot be used now, or could not before."""
        if not self._is_usable:
            return None
        try:
            return self._replacing_damage(work)
        except (OSError, sqlite3.Error) as error:
            self._is_usable = False
            _LOG.warning("vectors are not kept: %s cannot be used (%s)", self._path, error)
            return None

    def _replacing_damage(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except sqlite3.OperationalError:  # locked, or it cannot be opened or written
            raise
        except sqlite3.DatabaseError:
            self._path.unlink(missing_ok=True)
            self._create()
            return work()

    def _create(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(self._connect()) as connection, connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS vectors (hash BLOB PRIMARY KEY, vector BLOB NOT NULL)"
                " WITHOUT ROWID"
            )

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=LOCKED_S)

    def get(self, texts: Sequence[str]) -> dict[str, np.ndarray]:
        """Return the vectors that are known, by text."""
        return self._use(lambda: self._read(texts)) or {}

    def _read(self, texts: Sequence[str]) -> dict[str, np.ndarray]:
        by_hash = {_key(text): text for text in texts}
        hashes = list(by_hash)
        found: dict[str, np.ndarray] = {}
        with closing(self._connect()) as connection:
            connection.text_factory = bytes  # in a damaged file, a text may be no UTF-8
            for start in range(0, len(hashes), LOOKUP_BATCH):
                part = hashes[start : start + LOOKUP_BATCH]
                marks = ",".join("?" * len(part))
                rows = connection.execute(
                    f"SELECT hash, vector FROM vectors WHERE hash IN ({marks})", part
                )
                for key, vector in _vectors(rows):
                    if vector.shape == (self._dimension,):
                        found[by_hash[key]] = vector
        return found

    def put(self, vectors: Mapping[str, np.ndarray]) -> None:
        """Remember vectors by text."""
        rows = [
            (_key(text), np.asarray(vector, dtype="<f4").tobytes())
            for text, vector in vectors.items()
        ]
        self._use(lambda: self._write(rows))

    def _write(self, rows: Sequence[tuple[bytes, bytes]]) -> None:
        with closing(self._connect()) as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)


def _vectors(rows: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, np.ndarray]]:
    """Yield the vectors of rows with their keys; in a damaged file, a row may hold anything."""
    try:
        for key, blob in rows:
            yield key, np.frombuffer(blob, dtype="<f4")
    except (TypeError, ValueError) as error:
        raise sqlite3.DatabaseError(f"a row holds no vector: {error}") from error


def _key(text: str) -> bytes:
    """Return the key of a text: 16 bytes of its BLAKE2b hash."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
