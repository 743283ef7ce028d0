"""The cache of vectors on disk, and what happens to its file."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import numpy as np
import pytest

from graphrag.embedding import vector_cache
from graphrag.embedding.minilm_embedder import MiniLMEmbedder
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
        locked = VectorCache(path, 2)
        locked.put({"two": np.ones(2)})
        assert locked.get(["one", "two"]) == {}
        other.execute("COMMIT")
    assert VectorCache(path, 2).get(["one"]).keys() == {"one"}


@pytest.mark.parametrize("obstacle", ["a file in place of the folder", "a folder in its own place"])
def test_vectors_are_made_where_no_cache_file_can_be(tmp_path, obstacle):
    if obstacle == "a file in place of the folder":
        (tmp_path / "cache").touch()
    else:
        (tmp_path / "cache" / f"{MiniLMEmbedder.name}.sqlite3").mkdir(parents=True)
    embedder = MiniLMEmbedder(tmp_path / "cache")
    assert np.array_equal(embedder.embed(["one"]), MiniLMEmbedder(tmp_path / "a").embed(["one"]))


def test_an_unusable_cache_file_is_reported_once(tmp_path, caplog):
    path = tmp_path / "file" / "cache.sqlite3"
    path.parent.touch()
    cache = VectorCache(path, 2)
    cache.put({"one": np.ones(2)})
    assert cache.get(["one"]) == {}
    [record] = caplog.records
    assert str(path) in record.getMessage()


@pytest.mark.parametrize("damaged", ["CAST(x'ff' AS TEXT)", "CAST(x'41' AS TEXT)", "7", "x'0102'"])
def test_a_cache_file_with_a_row_that_holds_no_vector_is_replaced(tmp_path, damaged):
    path = tmp_path / "vectors.sqlite"
    cache = VectorCache(path, 4)
    cache.put({"a": np.ones(4)})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE vectors SET vector = {damaged}")
    assert cache.get(["a"]) == {}
    cache.put({"a": np.ones(4)})
    assert list(cache.get(["a"])) == ["a"]
