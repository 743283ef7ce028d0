"""A project counts as deleted only if its folder cannot merely be away."""

from __future__ import annotations

import shutil
import sys
import weakref
from pathlib import Path

import pytest

from graphrag.agent_zero.host.index import HostMemory
from graphrag.agent_zero.host.places import Place
from graphrag.agent_zero.service.background.deleted_projects import DeletedProjects
from graphrag.agent_zero.service.memory_folders import MemoryFolder, MemoryFolders
from graphrag.config import Settings

from ....support.small_host import install_modules

SHOP, BLOG, DEFAULT = "me/projects/shop", "me/projects/blog", "me/default"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A host with two projects."""
    for name in ("shop", "blog"):
        (tmp_path / "usr/projects" / name).mkdir(parents=True)
    (tmp_path / "usr/projects/.gitkeep").touch()
    return tmp_path


@pytest.fixture
def deleted(root: Path) -> DeletedProjects:
    """What is deleted there, after both projects were seen."""
    found = DeletedProjects(root, root / "usr/graphrag/projects")
    assert found.among([SHOP, BLOG, DEFAULT]) == frozenset()
    return found


def delete(root: Path, *names: str) -> None:
    for name in names:
        shutil.rmtree(root / "usr/projects" / name)


def followed(root: Path, monkeypatch: pytest.MonkeyPatch, *subdirs: str) -> MemoryFolders:
    """The memory folders of a host that has one memory in each."""
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    store = install_modules(monkeypatch, root, {"m1": ("Runa repairs the beacon.", "main")})
    sys.modules["plugins._memory.helpers.memory"].Memory.index["projects/shop"] = store
    folders = MemoryFolders(HostMemory(), root)
    for subdir in subdirs:
        folders.add(MemoryFolder(subdir, f"me/{subdir}", Settings()))
    return folders


def test_a_deleted_project_is_known_also_after_a_restart(
    root: Path, deleted: DeletedProjects
) -> None:
    delete(root, "shop")
    restarted = DeletedProjects(root, root / "usr/graphrag/projects")
    assert deleted.among([SHOP, BLOG, DEFAULT]) == {SHOP}
    assert restarted.among([SHOP, BLOG, DEFAULT]) == {SHOP}


def test_a_project_stays_deleted_when_a_chat_that_was_in_it_makes_its_folders_again(
    root: Path, deleted: DeletedProjects
) -> None:
    delete(root, "shop")
    knowledge = root / "usr/projects/shop/.a0proj/knowledge"
    (knowledge / "main").mkdir(parents=True)
    assert deleted.among([SHOP, BLOG, DEFAULT]) == {SHOP}
    (knowledge.parent / "project.json").write_text("{}")
    assert deleted.among([SHOP, BLOG, DEFAULT]) == frozenset()


def test_a_project_that_was_never_seen_here_belongs_to_somebody_else(
    deleted: DeletedProjects,
) -> None:
    assert deleted.among([SHOP, "me/projects/elsewhere"]) == frozenset()


def test_a_project_that_was_opened_and_deleted_between_two_looks_was_seen(root: Path) -> None:
    found = DeletedProjects(root, root / "usr/graphrag/projects", lambda: ["projects/shop"])
    delete(root, "shop")
    assert found.among([SHOP, BLOG, DEFAULT]) == {SHOP}


def test_the_last_project_may_be_deleted(root: Path, deleted: DeletedProjects) -> None:
    delete(root, "shop", "blog")
    assert deleted.among([SHOP, DEFAULT]) == {SHOP}


def test_several_projects_that_vanish_at_once_are_only_away(
    root: Path, deleted: DeletedProjects
) -> None:
    delete(root, "shop", "blog")
    assert deleted.among([SHOP, BLOG]) == frozenset()


def test_without_the_folder_of_projects_nothing_is_deleted(
    root: Path, deleted: DeletedProjects
) -> None:
    (root / "usr/projects").rename(root / "usr/unmounted")
    assert deleted.among([SHOP]) == frozenset()


def test_a_folder_that_leads_nowhere_is_still_a_project(
    root: Path, deleted: DeletedProjects
) -> None:
    delete(root, "shop")
    (root / "usr/projects/shop").symlink_to(root / "not-mounted")
    assert deleted.among([SHOP, BLOG]) == frozenset()


def test_another_usr_folder_has_seen_nothing(root: Path, deleted: DeletedProjects) -> None:
    (root / "usr").rename(root / "usr-unmounted")
    (root / "usr/projects/new").mkdir(parents=True)
    assert deleted.among([SHOP, BLOG]) == frozenset()


def test_the_index_that_the_host_keeps_of_a_deleted_project_is_not_followed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = followed(root, monkeypatch, "default", "projects/shop")
    assert [folder.scope for folder in folders.followed()] == [DEFAULT, SHOP]
    folders.have_changed()

    delete(root, "shop")

    assert [folder.scope for folder in folders.followed()] == [DEFAULT]
    assert folders.have_changed()


def test_the_copy_of_a_deleted_projects_vectors_is_let_go(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = followed(root, monkeypatch, "projects/shop")
    [folder] = folders.followed()
    view = folders.view(folder)
    copy = weakref.ref(view.vectors)

    delete(root, "shop")

    assert list(folders.followed()) == []
    del view
    assert copy() is None


def test_a_folder_is_followed_while_the_plugin_is_on_for_some_agents_with_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    install_modules(monkeypatch, root, {"m1": ("Runa repairs the beacon.", "main")})
    folders = MemoryFolders(HostMemory(), root)
    places = (Place(), Place("shop"))
    for place in places:
        folders.add(MemoryFolder("default", DEFAULT, Settings(), place))
    for place, left in zip(places, ([DEFAULT], []), strict=True):
        folders.remove("default", place)
        assert [folder.scope for folder in folders.followed()] == left
