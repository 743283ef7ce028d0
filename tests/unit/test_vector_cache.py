"""The cache of vectors on disk, and what happens to its file."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import numpy as np
import pytest

from graphrag.embedding import vector_cache
from graphrag.embedding.vector_cache import VectorCache


@pytest.mark.parametrize("first_use", ["read", "write"])
def test_a_cache_file_that_is_damaged_inside_is_replaced(tmp_path, first_use):
    path, vectors = tmp_path / "cache.sqlite3", {f"t{i}": np.ones(64) for i in range(500)}
    VectorCache(path, 64).put(vectors)
    content = bytearray(path.read_bytes())
    content[8192 : len(content) // 2] = bytes(len(content) // 2 - 8192)
    path.write_bytes(content)
    cache = VectorCache(path, 64)
    if first_use == "read":
        assert cache.get(list(vectors)) == {}
    cache.put(vectors)
    assert cache.get(list(vectors)).keys() == vectors.keys()


def test_a_cache_file_that_another_process_locks_stays(tmp_path, monkeypatch):
    path = tmp_path / "cache.sqlite3"
    VectorCache(path, 2).put({"one": np.ones(2)})
    monkeypatch.setattr(vector_cache, "LOCKED_S", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError):
            VectorCache(path, 2)
        other.execute("COMMIT")
    assert VectorCache(path, 2).get(["one"]).keys() == {"one"}
