"""The graph of a memory folder that was deleted is forgotten, once a second look confirms it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest

from graphrag.agent_zero.service.background.deleted_projects import DeletedProjects
from graphrag.graph.sync import GoneScopes, MemorySync, ScopeSync, SyncTimes
from graphrag.graph.writing.forget import forget_scope, is_known
from graphrag.store.writer import GraphWriter

from ..support.memories import Memory


@pytest.fixture
def install(writer: GraphWriter) -> Iterator[str]:
    """An install with the graphs of two projects."""
    name = f"test-{token_hex(4)}"
    scopes = [f"{name}/projects/{project}" for project in ("shop", "blog")]
    for scope in scopes:
        memory = Memory(scope)
        memory.insert("m1", "The checkout-api depends on ledger-db.")
        ScopeSync(scope).look(writer, memory.snapshot())
    yield name
    for scope in scopes:
        forget_scope(writer, scope)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A host with both projects."""
    for project in ("shop", "blog"):
        (tmp_path / "usr/projects" / project).mkdir(parents=True)
    return tmp_path


def deleted(root: Path) -> DeletedProjects:
    return DeletedProjects(root, root / "usr/graphrag/projects")


def test_the_graph_of_a_deleted_project_goes_and_no_other(
    writer: GraphWriter, install: str, root: Path
) -> None:
    shop, blog = f"{install}/projects/shop", f"{install}/projects/blog"
    list(GoneScopes(lambda: install, deleted(root).among).look(writer))
    shutil.rmtree(root / "usr/projects/shop")
    now = 0.0
    # As after a restart of the host.
    gone = GoneScopes(lambda: install, deleted(root).among, second_look_s=30, clock=lambda: now)

    assert list(gone.look(writer)) == []
    assert gone.is_waiting
    now = 31.0
    assert list(gone.look(writer)) == [shop]

    assert not gone.is_waiting
    assert not is_known(writer, shop)
    assert is_known(writer, blog)


def test_a_folder_that_comes_back_keeps_its_graph(
    writer: GraphWriter, install: str, root: Path
) -> None:
    list(GoneScopes(lambda: install, deleted(root).among).look(writer))
    now = 0.0
    gone = GoneScopes(lambda: install, deleted(root).among, second_look_s=30, clock=lambda: now)
    away = (root / "usr/projects/shop").rename(root / "away")
    list(gone.look(writer))
    away.rename(root / "usr/projects/shop")
    now = 31.0
    list(gone.look(writer))
    (root / "usr/projects/shop").rename(root / "away")
    now = 40.0

    assert list(gone.look(writer)) == []
    assert is_known(writer, f"{install}/projects/shop")


def test_the_sync_looks_again_by_itself(writer: GraphWriter, install: str, root: Path) -> None:
    list(GoneScopes(lambda: install, deleted(root).among).look(writer))
    shutil.rmtree(root / "usr/projects/blog")
    gone = GoneScopes(lambda: install, deleted(root).among, second_look_s=0.1)
    forgotten: list[str] = []
    sync = MemorySync(
        writer,
        lambda: (),
        times=SyncTimes(debounce_s=0.01, second_look_s=0.1),
        gone=gone,
        on_forgotten=forgotten.append,
    )
    try:
        sync.request()
        assert sync.wait_idle(60)
        assert forgotten == [f"{install}/projects/blog"]
        assert not is_known(writer, f"{install}/projects/blog")
        assert is_known(writer, f"{install}/projects/shop")
    finally:
        sync.stop()
