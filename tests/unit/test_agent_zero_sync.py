"""What the sync of a database tells the turns, without a server."""

from __future__ import annotations

import threading

from graphrag.agent_zero.host.memory_index import HostMemory
from graphrag.agent_zero.host.places import Place
from graphrag.agent_zero.service.memory_folders import MemoryFolder, MemoryFolders
from graphrag.agent_zero.service.sync import GraphSync
from graphrag.config import Settings, load_settings
from graphrag.connect import connection_provider
from graphrag.errors import DeadlineError
from graphrag.graph.sync.scope_sync import ScopeSync

from ..support.small_host import install_modules
from ..support.stores import wait_until


def test_a_look_that_fails_halfway_counts_as_a_write(tmp_path, monkeypatch):
    def look(*_):
        raise DeadlineError("the third transaction took too long")

    monkeypatch.setattr(ScopeSync, "look", look)
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    monkeypatch.setenv("NEO4J_PASSWORD", "none")
    settings = load_settings({}).settings
    install_modules(monkeypatch, tmp_path, {"a": ("Mara owns ledger-db.", "main")})
    folders = MemoryFolders(HostMemory(), tmp_path)
    folders.add(MemoryFolder("default", "test/default", settings))
    written: list[str] = []
    connection = connection_provider(settings, None)
    sync = GraphSync(connection, folders, tmp_path / "seen", "english", written.append)
    try:
        sync.request()
        wait_until(lambda: "test/default" in sync.looks, timeout_s=60)
        wait_until(lambda: written == ["test/default"], timeout_s=10)
    finally:
        sync.close()


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


class Interrupted(Place):
    """A place that lets another thread in when it is first compared."""

    by = staticmethod(lambda: None)

    def __ne__(self, other: object) -> bool:
        interrupt, Interrupted.by = Interrupted.by, lambda: None
        interrupt()
        return super().__ne__(other)

    __hash__ = Place.__hash__
