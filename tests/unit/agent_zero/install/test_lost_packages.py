"""A new container may keep no more than `usr/`: what was installed once is installed again."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.install import requirements, set_up
from graphrag.agent_zero.install.folders import PluginFolders
from graphrag.agent_zero.page import status
from graphrag.agent_zero.service import process
from graphrag.agent_zero.turn_data import TurnOutcome, TurnRequest
from graphrag.local.machine import process_birth
from graphrag.local.runfile import Run, folder_identity, write_record

_RUNTIME = "graphrag.agent_zero.service.runtime"


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PluginFolders]:
    """The plugin's folders, where no package can be downloaded."""
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setattr(requirements, "REQUIREMENTS", ("nowhereprobe>=1",))
    monkeypatch.setattr(requirements, "CLI_REQUIREMENTS", ())
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    monkeypatch.setattr(set_up, "lost_packages", set_up.LostPackages())
    monkeypatch.delenv("NEO4J_URI", raising=False)
    yield PluginFolders(tmp_path / "data", tmp_path / "cache")
    process.retire()


def failure(found: PluginFolders) -> Path:
    return found.cache / "site-packages.json"


def turn(root: Path) -> TurnOutcome:
    request = TurnRequest("Hello", "default", root, {}, time.monotonic(), 5000)
    return process.submit(request, lambda runtime: None).result(timeout=30)


def test_packages_are_lost_only_where_they_were_installed_once(found: PluginFolders) -> None:
    assert not set_up.has_lost_packages(found)
    set_up.mark_installed(found)
    assert set_up.has_lost_packages(found)


def test_packages_of_a_version_that_left_no_mark_were_installed_once(found: PluginFolders) -> None:
    """Of 0.1.0, when the files of the plugin were replaced by hand: no hook has run."""
    found.site_packages.mkdir(parents=True)
    manifest = {"python": "cpython", "requirements": ["earlierprobe>=1"], "packages": []}
    (found.site_packages / "graphrag-installed.json").write_text(json.dumps(manifest))
    assert set_up.has_lost_packages(found)


def test_they_are_tried_at_most_once_a_minute(found: PluginFolders) -> None:
    set_up.mark_installed(found)
    lost = set_up.LostPackages()
    lost.fetch(found)
    assert "nowhereprobe" in failure(found).read_text()

    failure(found).unlink()
    lost.fetch(found)
    assert not failure(found).exists()


def test_a_turn_fetches_lost_packages_and_says_so(
    found: PluginFolders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, _RUNTIME, None)  # as where the driver is missing
    assert turn(tmp_path).reason == "package"
    assert not found.cache.exists()

    set_up.mark_installed(found)
    outcome = turn(tmp_path)

    assert outcome.reason == "starting"
    assert [notice.kind for notice in outcome.notices] == ["info"]
    ends = time.monotonic() + 300
    while status.report()["state"] != "failed" and time.monotonic() < ends:
        time.sleep(0.1)
    assert "nowhereprobe" in status.report()["words"]


def test_a_turn_that_needs_no_lost_package_to_begin_says_so_too(
    found: PluginFolders, tmp_path: Path
) -> None:
    assert turn(tmp_path).reason == "not_set_up"
    set_up.mark_installed(found)
    assert turn(tmp_path).reason == "starting"


def test_the_chat_is_told_of_lost_packages_also_while_neo4j_starts(
    found: PluginFolders, tmp_path: Path
) -> None:
    paths = found.local_paths
    paths.data_dir.mkdir(parents=True)
    pid, folder = os.getpid(), folder_identity(paths.data_dir)
    run = Run("starting", pid, process_birth(pid) or "", "run", "5.26.12", folder=folder)
    write_record(paths.run_file, run)
    [starts] = turn(tmp_path).notices
    assert "Neo4j is starting." in starts.content

    set_up.mark_installed(found)
    outcome = turn(tmp_path)

    assert outcome.reason == "starting"
    [lost] = outcome.notices
    assert (lost.kind, lost.key != starts.key) == ("info", True)


def test_packages_that_come_back_after_everything_was_closed_begin_nothing(
    found: PluginFolders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetching: Queue[threading.Thread] = Queue()
    may_end = threading.Event()

    class SlowPackages:
        def fetch(self, folders: PluginFolders) -> None:
            fetching.put(threading.current_thread())
            may_end.wait(60)

    monkeypatch.setattr(set_up, "lost_packages", SlowPackages())
    with monkeypatch.context() as missing:
        missing.setitem(sys.modules, _RUNTIME, None)
        assert turn(tmp_path).reason == "package"
    preparing = fetching.get(timeout=60)
    process.retire()
    may_end.set()
    preparing.join(60)
    assert process.current() is None
