"""What a command works on: one folder holds every cache where GRAPHRAG_HOME is set."""

import importlib.metadata
import pwd
from pathlib import Path
from typing import NoReturn

import pytest

from graphrag.cli.common.installation import Installation
from graphrag.cli.common.usage import WrongUsageError
from graphrag.errors import SettingsError
from graphrag.scopes import MAX_SCOPE


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


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_uid: int) -> NoReturn:
        raise KeyError

    for variable in ("GRAPHRAG_HOME", "HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(SettingsError) as refused:
        Installation.open()
    assert "GRAPHRAG_HOME" in refused.value.hint


def test_a_scope_without_an_owner_belongs_to_this_install(home: Path) -> None:
    installation = Installation.open()
    assert installation.scope(None) == f"{installation.install_id}/shared"
    assert installation.scope("notes") == f"{installation.install_id}/notes"
    assert installation.scope("other/notes") == "other/notes"
    own = f"{installation.install_id}/projects/shop"
    assert installation.scope("projects/shop") == installation.scope(own) == own


def test_a_scope_may_be_as_long_as_the_graph_can_keep_it(home: Path) -> None:
    installation = Installation.open()
    longest = "x" * (MAX_SCOPE - len(installation.install_id) - 1)
    full = installation.scope(longest)
    assert (len(full), installation.scope(full)) == (MAX_SCOPE, full)
    for name in (f"{longest}x", f"{full}x"):
        with pytest.raises(WrongUsageError):
            installation.scope(name)


@pytest.mark.parametrize(
    "name", ["日記　一", "می\u200cخواهم", "👩\u200d🚀", "two\u00a0words"], ids=ascii
)
def test_a_memory_folder_is_named_as_people_write(home: Path, name: str) -> None:
    installation = Installation.open()
    full = installation.scope(name)
    assert (full, installation.short_name(full)) == (installation.memory_scope(name), name)


def test_a_folder_whose_name_nobody_can_see_can_still_be_spoken_of(home: Path) -> None:
    installation = Installation.open()
    assert installation.short_name(installation.memory_scope("a\tb")) == "a\tb"


@pytest.mark.parametrize("name", ["docs/", "/docs", "a//b", "a\nb", " docs", "a\u200bb", "\u3000a"])
def test_a_scope_needs_a_proper_name(home: Path, name: str) -> None:
    with pytest.raises(WrongUsageError):
        Installation.open().scope(name)


def test_missing_weights_of_the_benchmark_are_named_with_its_extra(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> NoReturn:
        raise importlib.metadata.PackageNotFoundError(name)

    installation = Installation.open()
    monkeypatch.setattr(importlib.metadata, "distribution", missing)
    with pytest.raises(SettingsError, match=r"agent-zero-graphrag\[bench\]"):
        installation.embedder("minilm")
