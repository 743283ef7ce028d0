"""What a command works on: one folder holds every cache where GRAPHRAG_HOME is set."""

import importlib.metadata
from pathlib import Path
from typing import NoReturn

import pytest

from graphrag.cli.installation import Installation
from graphrag.errors import SettingsError


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NEO4J_URI", "local")
    return tmp_path / "home"


def test_the_graph_the_jars_and_the_vectors_lie_in_the_folder_that_is_set(home: Path) -> None:
    installation = Installation.open()
    assert installation.local is not None
    for folder in (installation.local.paths.data_dir, installation.local.paths.jars_dir):
        assert home in folder.parents
    installation.embedder("minilm")
    assert list(home.rglob("*.sqlite3"))
    assert not (home.parent / "user").exists()


def test_a_scope_without_an_owner_belongs_to_this_install(home: Path) -> None:
    installation = Installation.open()
    assert installation.scope(None) == f"{installation.install_id}/shared"
    assert installation.scope("notes") == f"{installation.install_id}/notes"
    assert installation.scope("other/notes") == "other/notes"
    own = f"{installation.install_id}/projects/shop"
    assert installation.scope("projects/shop") == installation.scope(own) == own


def test_missing_weights_of_the_benchmark_are_named_with_its_extra(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> NoReturn:
        raise importlib.metadata.PackageNotFoundError(name)

    installation = Installation.open()
    monkeypatch.setattr(importlib.metadata, "distribution", missing)
    with pytest.raises(SettingsError, match=r"agent-zero-graphrag\[bench\]"):
        installation.embedder("minilm")
