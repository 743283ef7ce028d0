"""One database with what is built over it, where the server does not answer."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from graphrag.agent_zero.host.index import HostMemory
from graphrag.agent_zero.install.folders import PluginFolders
from graphrag.agent_zero.service.background.local_starter import LocalStarter
from graphrag.agent_zero.service.engine import Engine
from graphrag.agent_zero.service.memory_folders import MemoryFolders
from graphrag.config import load_settings
from graphrag.errors import DeadlineError, StoreError
from graphrag.model import Query


def test_a_turn_waits_only_a_little_for_a_warm_up_that_hangs(tmp_path, monkeypatch):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        monkeypatch.setenv("NEO4J_URI", f"bolt://127.0.0.1:{silent.getsockname()[1]}")
        settings = load_settings({}).settings
        engine = Engine(settings, PluginFolders(tmp_path / "data", tmp_path / "cache"))

        def warm_up() -> None:
            with contextlib.suppress(StoreError):
                engine.warm_up(settings, ("test/default",))

        warming = threading.Thread(target=warm_up)
        warming.start()
        try:
            silent.settimeout(60)
            caller, _ = silent.accept()  # the warm-up has begun, and hangs here
            query = Query("Who?", ("test/default",), date.today())
            began = time.monotonic()
            with caller, pytest.raises(DeadlineError):  # not that it starts: nobody knows
                engine.retrieve_and_pack(query, settings, "", 2.0)
            assert time.monotonic() - began < 4.0  # the warm-up takes longer
        finally:
            engine.close()
            warming.join()


def test_closing_ends_the_wait_for_a_sync_that_never_begins(tmp_path, monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    engine = Engine(
        load_settings({}).settings, PluginFolders(tmp_path / "data", tmp_path / "cache")
    )
    with ThreadPoolExecutor() as pool:
        synced = pool.submit(engine.wait_synced, 60)
        engine.close()
        assert synced.result(30) is False


def test_a_sync_that_cannot_begin_ends_the_wait_for_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    # No import of it.
    monkeypatch.setitem(sys.modules, "graphrag.agent_zero.service.background.sync", None)
    engine = Engine(
        load_settings({}).settings, PluginFolders(tmp_path / "data", tmp_path / "cache")
    )
    try:
        engine.request_sync(MemoryFolders(HostMemory(), tmp_path))
        began = time.monotonic()
        assert engine.wait_synced(60) is False
        assert time.monotonic() - began < 30
        assert "memory sync could not start" in capsys.readouterr().out
    finally:
        engine.close()


def test_the_local_neo4j_is_started_with_the_sizes_of_the_latest_settings(tmp_path, monkeypatch):
    sizes = []
    monkeypatch.setattr(
        LocalStarter, "start_if_stopped", lambda self: sizes.append(self._local.settings.heap_mb)
    )
    folders = PluginFolders(tmp_path / "data", tmp_path / "cache")
    engine = Engine(load_settings({"neo4j_local_heap_mb": 512}).settings, folders)
    try:
        larger = load_settings({"neo4j_local_heap_mb": 1024}).settings
        assert Engine.key(larger) == Engine.key(load_settings({}).settings)
        engine.start_local(larger)
    finally:
        engine.close()
    assert sizes == [1024]
