"""What the sync of a database tells the turns, without a server."""

from __future__ import annotations

import sys
import threading
import time
from functools import partial
from types import SimpleNamespace

import pytest

from graphrag.agent_zero.host.index import HostMemory
from graphrag.agent_zero.host.places import Place
from graphrag.agent_zero.service.background import late_sync
from graphrag.agent_zero.service.background import sync as sync_of_database
from graphrag.agent_zero.service.background.late_sync import LateSync
from graphrag.agent_zero.service.background.sync import GraphSync
from graphrag.agent_zero.service.following import Following
from graphrag.agent_zero.service.memory_folders import MemoryFolder, MemoryFolders
from graphrag.config import Settings, load_settings
from graphrag.connect import connection_provider
from graphrag.errors import DeadlineError, IngestError
from graphrag.graph.sync import MemorySync, memory_sync
from graphrag.graph.sync.memory_sync import SyncTimes
from graphrag.graph.sync.scope_sync import ScopeSync
from graphrag.store import GraphWriter

from ....support.small_host import install_modules
from ....support.stores import wait_until


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Requests are gathered for a moment only; gives a function that changes other times too."""

    def set_times(**times):
        hurried = partial(MemorySync, times=SyncTimes(debounce_s=0.01, **times))
        monkeypatch.setattr(sync_of_database, "MemorySync", hurried)

    set_times()
    return set_times


@pytest.fixture
def sync_of_one_memory(tmp_path, monkeypatch):
    """Return a function that starts the sync of one memory folder, of which no server knows."""
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    monkeypatch.setenv("NEO4J_PASSWORD", "none")
    settings = load_settings({}).settings
    install_modules(monkeypatch, tmp_path, {"a": ("Mara owns ledger-db.", "main")})
    folders = MemoryFolders(HostMemory(), tmp_path)
    folders.add(MemoryFolder("default", "test/default", settings))
    connection = connection_provider(settings, None)
    started: list[GraphSync] = []

    def start(written):
        started.append(GraphSync(connection, folders, tmp_path / "seen", written))
        return started[-1]

    yield start
    for sync in started:
        sync.close()


@pytest.fixture
def followed_folder(tmp_path, monkeypatch):
    """The memory folders of a database, one, whose last turn let a model read its memories."""
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    monkeypatch.setenv("GRAPHRAG_EXTRACTION", "llm")
    install_modules(monkeypatch, tmp_path, {"a": ("Mara owns ledger-db.", "main")})
    folders = MemoryFolders(HostMemory(), tmp_path)
    folders.add(MemoryFolder("default", "test/default", load_settings({}).settings))
    return folders


def test_a_look_that_fails_halfway_counts_as_a_write(sync_of_one_memory, monkeypatch):
    def look(*_):
        raise DeadlineError("the third transaction took too long")

    monkeypatch.setattr(ScopeSync, "look", look)
    written: list[str] = []
    sync = sync_of_one_memory(written.append)
    sync.request()
    wait_until(lambda: "test/default" in sync.looks, timeout_s=60)
    wait_until(lambda: written == ["test/default"], timeout_s=10)


def test_a_memory_that_cannot_be_read_is_told(sync_of_one_memory, monkeypatch):
    def view(*_):
        raise AttributeError("'NoneType' object has no attribute 'replace'")

    monkeypatch.setattr(HostMemory, "view", view)
    sync = sync_of_one_memory(lambda scope: None)
    sync.request()
    wait_until(lambda: "could not be read" in sync.problem, timeout_s=60)


@pytest.mark.parametrize("room", [late_sync, memory_sync], ids=["beginning", "looking"])
def test_a_sync_whose_thread_cannot_start_begins_with_the_next_turn(
    sync_of_one_memory, monkeypatch, room
):
    def refuse(*_):
        raise RuntimeError("can't start new thread")

    sync = LateSync()
    with monkeypatch.context() as patch:
        patch.setattr(room, "start_thread", refuse)
        sync.request(lambda: sync_of_one_memory(lambda scope: None))
        assert sync.wait_idle(60) is False
    assert sync.begun is None
    sync.request(lambda: sync_of_one_memory(lambda scope: None))
    wait_until(lambda: sync.begun is not None, timeout_s=60)


def test_no_scope_of_an_earlier_install_id_is_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    folders = MemoryFolders(HostMemory(), tmp_path)
    listed: list[str] = []

    def read(writer, template, parameters):
        listed.append(parameters["install"])
        return []

    monkeypatch.setattr(GraphWriter, "read", read)
    folders.add(MemoryFolder("default", "shared-by-two/default", Settings()))
    sync = GraphSync(connection_provider(Settings(), None), folders, tmp_path / "seen", print)
    try:
        for install in ("shared-by-two", "mine"):
            folders.add(MemoryFolder("default", f"{install}/default", Settings()))
            sync.request()
            wait_until(lambda install=install: install in listed, timeout_s=20)
    finally:
        sync.close()


def test_what_keeps_a_memory_from_the_graph_is_told_once_and_again_when_it_is_another(
    sync_of_one_memory, monkeypatch, capsys
):
    failures = iter(
        [IngestError("no room")] * 3 + [IngestError("no rights"), DeadlineError("slow")]
    )
    looks: list[object] = []

    def look(*_):
        looks.append(failure := next(failures))
        raise failure

    monkeypatch.setattr(ScopeSync, "look", look)
    sync = sync_of_one_memory(lambda scope: None)
    for count in range(1, 6):
        sync.request()
        wait_until(lambda count=count: len(looks) == count, timeout_s=60)
        wait_until(lambda: sync.looks["test/default"].words == str(looks[-1]), timeout_s=10)
    told = [line for line in capsys.readouterr().out.splitlines() if "test/default" in line]
    assert ["no room" in line for line in told] == [True, False]
    assert "no rights" in told[1]


def test_an_agent_that_begins_while_another_one_is_added_is_followed_too(tmp_path):
    folders = MemoryFolders(HostMemory(), tmp_path)
    first, second, third = (
        MemoryFolder("default", "me/default", Settings(), place)
        for place in (Interrupted("shop"), Place("blog"), Place("farm"))
    )
    folders.add(first)
    meanwhile = threading.Thread(target=folders.add, args=[third])
    Interrupted.by = lambda: (meanwhile.start(), meanwhile.join(0.2))
    folders.add(second)
    meanwhile.join()
    for folder in (first, second):
        folders.remove("default", folder.place)
    assert folders.subdirs() == ("default",)


def test_a_memory_of_two_agents_is_followed_until_neither_wants_it(tmp_path):
    followed: list[MemoryFolders] = []
    engine = SimpleNamespace(request_sync=lambda folders, *_: followed.append(folders))
    following = Following(HostMemory(), tmp_path)
    for name in ("shop", "blog"):
        following.follow(engine, MemoryFolder("default", "me/default", Settings(), Place(name)))
    following.unfollow("default", Place("blog"))
    assert followed[-1].subdirs() == ("default",)
    following.unfollow("default", Place("shop"))
    assert followed[-1].subdirs() == ()


def test_a_memory_is_followed_by_the_database_of_its_latest_settings_alone(tmp_path):
    followed: list[MemoryFolders] = []
    engine = SimpleNamespace(request_sync=lambda folders, *_: followed.append(folders))
    following = Following(HostMemory(), tmp_path)
    for uri in ("bolt://first.invalid", "bolt://second.invalid"):
        following.follow(engine, MemoryFolder("default", "me/default", Settings(neo4j_uri=uri)))
    assert [folders.subdirs() for folders in followed] == [(), ("default",)]


@pytest.mark.parametrize(
    ("name", "value"), [("GRAPHRAG_SYNC", "false"), ("NEO4J_URI", "bolt://127.0.0.1:2")]
)
def test_a_memory_is_followed_no_more_once_the_settings_say_so_without_another_turn(
    name, value, followed_folder, monkeypatch
):
    assert list(followed_folder.followed())
    monkeypatch.setenv(name, value)
    assert not list(followed_folder.followed())


def switch_sync_off(root, monkeypatch):
    monkeypatch.setenv("GRAPHRAG_SYNC", "false")


def choose_another_database(root, monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:2")


def delete_project(root, monkeypatch):
    (root / "usr" / "projects" / "shop").rmdir()


@pytest.mark.parametrize("change", [switch_sync_off, choose_another_database, delete_project])
def test_a_long_look_at_a_memory_ends_once_the_memory_is_followed_no_more(
    tmp_path, monkeypatch, change, quick
):
    quick(watch_s=0.01)
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    (tmp_path / "usr" / "projects" / "shop").mkdir(parents=True)
    store = install_modules(monkeypatch, tmp_path, {"a": ("Mara owns ledger-db.", "main")})
    monkeypatch.setattr(
        sys.modules["plugins._memory.helpers.memory"].Memory,
        "index",
        {
            "projects/shop": store,
        },
    )
    begun, slices = threading.Event(), 0

    def look(sync, writer, snapshot):
        nonlocal slices
        begun.set()
        while slices < 3000:
            slices += 1
            sync._pause()
            time.sleep(0.01)

    monkeypatch.setattr(ScopeSync, "look", look)
    settings = load_settings({}).settings
    folders = MemoryFolders(HostMemory(), tmp_path)
    folders.add(MemoryFolder("projects/shop", "test/projects/shop", settings))
    sync = GraphSync(connection_provider(settings, None), folders, tmp_path / "seen", print)
    try:
        sync.request()
        assert begun.wait(60)
        change(tmp_path, monkeypatch)
        wait_until(lambda: sync.looks, timeout_s=60)
        assert slices < 3000
        assert not sync.problem
    finally:
        sync.close()


def test_once_the_saved_settings_ask_no_model_none_is_asked_any_more(followed_folder, monkeypatch):
    def extractions() -> list[str]:
        return [folder.settings.graphrag_extraction for folder in followed_folder.followed()]

    followed_folder.have_changed()
    assert (extractions(), followed_folder.have_changed()) == (["llm"], False)
    monkeypatch.setenv("GRAPHRAG_EXTRACTION", "rules")
    # A round of questions to the model ends as soon as something has changed.
    assert [followed_folder.have_changed() for _ in range(2)] == [True, False]
    assert extractions() == ["rules"]


class Interrupted(Place):
    """A place that lets another thread in when it is first compared."""

    by = staticmethod(lambda: None)

    def __ne__(self, other: object) -> bool:
        interrupt, Interrupted.by = Interrupted.by, lambda: None
        interrupt()
        return super().__ne__(other)

    __hash__ = Place.__hash__
