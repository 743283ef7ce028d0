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


def test_an_endpoint_that_does_not_answer_is_a_settings_error():
    with pytest.raises(SettingsError):
        make_embedder("http://127.0.0.1:1/v1#model")


def test_importing_the_package_loads_no_numpy():
    code = "import sys, graphrag.embedding, graphrag.graph.ingest; print('numpy' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert printed.stdout.strip() == b"False"
