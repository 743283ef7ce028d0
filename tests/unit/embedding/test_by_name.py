"""Embedders by name, and what loading the package costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from graphrag.embedding import HashedEmbedder, make_embedder
from graphrag.errors import SettingsError


def test_the_hashed_embedder_is_had_by_name():
    assert isinstance(make_embedder("hashed"), HashedEmbedder)


def test_minilm_keeps_its_cache_where_it_is_told(tmp_path):
    make_embedder("minilm", cache_dir=tmp_path)
    assert list(tmp_path.iterdir())


def test_a_model_that_is_not_installed_is_named():
    with pytest.raises(SettingsError, match="no-such-model"):
        make_embedder("no-such-model")


HUB = """
class SentenceTransformer:
    def __init__(self, name):
        if name != "a-model":
            raise OSError(f"{name} is not a valid model identifier.\\nSee https://hub.example.")

    def get_sentence_embedding_dimension(self):
        return 3

    def encode(self, texts, normalize_embeddings):
        return [[0.6, 0.8, 0.0] for _ in texts]
"""
"""Stands in for the package sentence-transformers, which brings PyTorch."""


@pytest.fixture
def hub(tmp_path, monkeypatch):
    (tmp_path / "sentence_transformers.py").write_text(HUB)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("sentence_transformers", None)


@pytest.mark.usefixtures("hub")
def test_a_model_that_the_hub_does_not_know_is_named_in_one_line():
    with pytest.raises(SettingsError, match="no-such-model") as raised:
        make_embedder("no-such-model")
    assert "\n" not in str(raised.value)


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize("texts", [[], ["one", "two"]])
def test_an_installed_model_gives_a_row_for_each_text(texts):
    assert make_embedder("a-model").embed(texts).shape == (len(texts), 3)


def test_an_endpoint_that_does_not_answer_is_a_settings_error():
    with pytest.raises(SettingsError):
        make_embedder("http://127.0.0.1:1/v1#model")


def test_importing_the_package_loads_no_numpy():
    code = "import sys, graphrag.embedding, graphrag.graph.ingest; print('numpy' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert printed.stdout.strip() == b"False"
