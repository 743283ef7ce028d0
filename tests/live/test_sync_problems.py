"""What the sync says while the memory of one folder cannot reach the graph."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from graphrag.agent_zero.host.index import HostMemory
from graphrag.agent_zero.host.name_lists import names_file
from graphrag.agent_zero.service.background.sync import GraphSync
from graphrag.agent_zero.service.memory_folders import MemoryFolder, MemoryFolders
from graphrag.config import load_settings

from ..support.neo4j_server import Neo4jServer
from ..support.small_host import VectorStore, install_modules
from ..support.stores import connection_to

BROKEN, SOUND = "default", "projects/shop"


@pytest.fixture(autouse=True)
def switched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")


def test_a_folder_that_goes_well_hides_no_problem_of_another(
    neo4j_server: Neo4jServer,
    scope: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = install_modules(monkeypatch, tmp_path, {"a": ("Mara owns ledger-db.", "main")})
    sound = VectorStore({"b": ("Tove owns the Osprey Gateway.", "main")})
    sys.modules["plugins._memory.helpers.memory"].Memory.index[SOUND] = sound
    (tmp_path / "usr/projects/shop").mkdir(parents=True)
    names = names_file(tmp_path, BROKEN)
    names.parent.mkdir(parents=True)
    names.write_text("{")

    sync = _sync_of_two_folders(neo4j_server, scope, tmp_path)
    try:
        for look in range(3):
            sound.add(f"c{look}", "Tove likes tea.")
            sync.request()
            assert sync.wait_idle(120)
            assert names.name in sync.problem
        said = capsys.readouterr().out.count("do not reach the graph")
        assert said == 1

        names.write_text('{"names": {}, "no_names": []}')
        store.add("d", "Mara likes tea.")
        sync.request()
        assert sync.wait_idle(120)
        assert sync.problem == ""
    finally:
        sync.close()


class FailingEmbedder:
    """An embedder that cannot even say its name."""

    @property
    def model_name(self) -> str:
        raise RuntimeError("the model is not loaded")


def test_a_folder_that_cannot_be_read_leaves_the_others_to_be_synced(
    neo4j_server: Neo4jServer, scope: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = install_modules(monkeypatch, tmp_path, {"a": ("Mara owns ledger-db.", "main")})
    broken.embedding_function = FailingEmbedder()
    sound = VectorStore({"b": ("Tove owns the Osprey Gateway.", "main")})
    sys.modules["plugins._memory.helpers.memory"].Memory.index[SOUND] = sound
    (tmp_path / "usr/projects/shop").mkdir(parents=True)

    sync = _sync_of_two_folders(neo4j_server, scope, tmp_path)
    try:
        sync.request()
        assert sync.wait_idle(120)
        assert "the model is not loaded" in sync.problem
        assert not sync.looks[f"{scope.split('/')[0]}/{SOUND}"].is_problem
    finally:
        sync.close()


def _sync_of_two_folders(server: Neo4jServer, scope: str, root: Path) -> GraphSync:
    folders = MemoryFolders(HostMemory(), root)
    folders.install = scope.split("/")[0]
    for subdir in (BROKEN, SOUND):
        folders.add(MemoryFolder(subdir, f"{folders.install}/{subdir}", load_settings({}).settings))
    return GraphSync(connection_to(server), folders, root / "seen", lambda scope: None)
