"""all-MiniLM-L6-v2 against vectors of an independent implementation.

`data/minilm_reference.json` was made with Hugging Face's Flax BERT from the same weights.
"""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path

import numpy as np
import pytest

from graphrag.embedding import minilm_embedder
from graphrag.embedding.minilm import MiniLM
from graphrag.embedding.minilm_embedder import INSTALL_COMMAND, MiniLMEmbedder
from graphrag.errors import SettingsError
from graphrag.home import folders_at

REFERENCE = json.loads(
    (Path(__file__).parents[1] / "data" / "minilm_reference.json").read_text(encoding="utf-8")
)


def test_vectors_equal_the_reference(tmp_path):
    vectors = MiniLMEmbedder(tmp_path).embed([item["text"] for item in REFERENCE])
    expected = np.array([item["vector"] for item in REFERENCE])
    assert vectors.dtype == np.float32
    assert np.abs(vectors - expected).max() < 2e-5


def test_a_text_has_the_same_vector_alone_and_padded_in_a_batch(tmp_path):
    texts = ["Short.", "A much longer sentence " * 30, "Short."]
    alone = MiniLMEmbedder(tmp_path / "alone").embed(texts[:1])
    together = MiniLMEmbedder(tmp_path / "together").embed(texts)
    assert np.allclose(alone[0], together[0], atol=1e-5)
    assert np.array_equal(together[0], together[2])


def test_rows_have_unit_length_even_for_empty_and_broken_text(tmp_path):
    vectors = MiniLMEmbedder(tmp_path).embed(["", "東京", "x" * 5000, "half a pair \ud83d"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_no_texts_give_an_empty_matrix(tmp_path):
    assert MiniLMEmbedder(tmp_path).embed([]).shape == (0, 384)


def test_known_texts_are_read_from_disk_without_the_model(tmp_path, monkeypatch):
    first = MiniLMEmbedder(tmp_path).embed(["one", "two"])

    def fail(*_args):
        raise AssertionError("the model was run for a cached text")

    monkeypatch.setattr(MiniLM, "encode", fail)
    assert np.array_equal(MiniLMEmbedder(tmp_path).embed(["two", "one"]), first[::-1])


def test_a_damaged_cache_file_is_replaced(tmp_path):
    (tmp_path / "all-MiniLM-L6-v2.sqlite3").write_bytes(b"not a database" * 100)
    assert MiniLMEmbedder(tmp_path).embed(["one"]).shape == (1, 384)


def test_the_cache_lies_with_everything_else_that_can_be_made_again(monkeypatch, tmp_path):
    monkeypatch.delenv("GRAPHRAG_HOME", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    MiniLMEmbedder()
    _, cache = folders_at(None)
    assert [path.name for path in cache.glob("*.sqlite3")] == ["all-MiniLM-L6-v2.sqlite3"]


def test_a_missing_wheel_names_the_command_that_installs_it(tmp_path, monkeypatch):
    def missing(_name):
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr(minilm_embedder.importlib.metadata, "files", missing)
    with pytest.raises(SettingsError, match=INSTALL_COMMAND):
        MiniLMEmbedder(tmp_path)
