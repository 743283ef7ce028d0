"""What outlives the host's purges of the plugin's modules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.install.folders import plugin_folders
from graphrag.agent_zero.service import process
from graphrag.agent_zero.service.runtime import Runtime
from graphrag.agent_zero.turn_data import TurnRequest
from graphrag.config import load_settings
from graphrag.errors import StoreError, UnreachableError
from graphrag.local.machine import process_birth
from graphrag.local.runfile import Run, folder_identity, write_record

from ....support.graph_of_one_fact import GraphOfOneFact
from ....support.stores import wait_until


@pytest.fixture(autouse=True)
def no_state(monkeypatch, tmp_path):
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    yield
    process.retire()


PURGED = """
    import importlib, sys, threading
    from pathlib import Path

    def purged_and_imported_again():
        for name in [name for name in sys.modules if name.split(".")[0] == "graphrag"]:
            del sys.modules[name]
        return importlib.import_module("graphrag.agent_zero.service.process")

    root = Path.cwd()
    first = importlib.import_module("graphrag.agent_zero.service.process")
"""

UPDATE = """
    runtime = first.acquire(root)
    closed = threading.Event()
    runtime.close = closed.set

    second = purged_and_imported_again()
    assert second is not first
    assert second.acquire(root) is runtime, "unchanged files made another runtime"
    assert not closed.is_set()

    with Path("graphrag/scopes.py").open("a") as file:
        file.write("# changed by an update")
    third = purged_and_imported_again()
    assert third.acquire(root) is not runtime, "changed files kept the old runtime"
    assert third.current() is third.acquire(root)
    assert closed.wait(10), "the old runtime was not closed"
    third.retire()
"""


OVERTAKEN = """
    first.acquire(root)
    first.retire()
    with Path("graphrag/scopes.py").open("a") as file:
        file.write("# changed by an update")
    second = purged_and_imported_again()
    runtime = second.acquire(root)
    closed = threading.Event()
    close, runtime.close = runtime.close, closed.set
    try:
        first.acquire(root)
    except Exception as error:
        assert error.reason == "closed"
    else:
        raise AssertionError("a turn in the old code replaced the new runtime")
    assert second.acquire(root) is runtime
    assert not closed.wait(0.5)
    close()
    first.retire()
    try:
        first.acquire(root)
    except Exception as error:
        assert error.reason == "closed"
    else:
        raise AssertionError("the old code began again")
"""


REMOVAL = """
    first.acquire(root)
    first.retire(for_good=True)
    second = purged_and_imported_again()
    assert second.acquire(root) is second.current(), "what was put back does not begin"
    try:
        first.acquire(root, first.closings_so_far())
    except Exception as error:
        assert "closed" in str(error)
    else:
        raise AssertionError("what was removed goes on")
    second.retire()
"""


@pytest.mark.parametrize(
    "events",
    [UPDATE, OVERTAKEN, REMOVAL],
    ids=["an update", "a turn that an update overtook", "a removal"],
)
def test_the_files_that_are_there_decide_what_a_purge_leaves_running(tmp_path, events):
    package = Path(process.__file__).parents[2]
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(package, tmp_path / "graphrag", ignore=ignored)
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PURGED + events)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr


IMPORT = """
    import sys

    seen = []
    sys.addaudithook(lambda event, args: event == "os.scandir" and seen.append(str(args[0])))
    import graphrag.agent_zero.service.process as process
    assert not seen, "the import, on the host's loop, looked at the package's files"
    process.fingerprint()
    assert seen
"""


def test_importing_it_leaves_looking_at_the_files_to_another_thread():
    subprocess.run([sys.executable, "-c", textwrap.dedent(IMPORT)], check=True, timeout=60)


def test_a_thousand_turns_at_once_make_one_runtime(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        assert len(set(pool.map(lambda _: id(process.acquire(tmp_path)), range(200)))) == 1


def test_retiring_closes_and_forgets(tmp_path):
    runtime = process.acquire(tmp_path)
    process.retire()
    assert process.current() is None
    assert process.acquire(tmp_path) is not runtime


def test_a_runtime_that_cannot_be_closed_keeps_no_local_server_running(tmp_path):
    class Broken:
        def close(self):
            raise RuntimeError("its driver is broken")

    folder = plugin_folders().local_paths.data_dir
    folder.mkdir(parents=True)
    server = subprocess.Popen(["sleep", "600"])
    # Reaped as it ends, as init does with a server.
    threading.Thread(target=server.wait, daemon=True).start()
    birth = process_birth(server.pid) or ""
    run = Run("running", server.pid, birth, "1", "5.26.12", folder=folder_identity(folder))
    write_record(plugin_folders().local_paths.run_file, run)
    process.process_state()["runtime"] = Broken()
    try:
        process.retire(stop_local_server=True)
        assert server.wait(timeout=60) is not None  # poll() may miss what the thread just reaped
    finally:
        server.kill()


def test_a_turn_that_began_before_everything_was_closed_makes_no_runtime(tmp_path, monkeypatch):
    has_begun, may_go_on = threading.Event(), threading.Event()

    def be_slow(folder):
        has_begun.set()
        may_go_on.wait(60)

    monkeypatch.setattr(process.site_packages, "activate", be_slow)
    request = TurnRequest("Hello", "default", tmp_path, {}, time.monotonic(), 5000)
    answer = process.submit(request, lambda runtime: None)
    assert has_begun.wait(60)
    process.retire()
    may_go_on.set()
    assert answer.result(60).reason == "closed"
    assert process.current() is None


def test_after_the_removal_no_turn_begins_anything(tmp_path):
    process.acquire(tmp_path)
    process.retire(for_good=True)
    request = TurnRequest("Hello", "default", tmp_path, {}, time.monotonic(), 5000)
    assert process.submit(request, lambda runtime: None).result(60).reason == "closed"
    process.retire()
    assert process.submit(request, lambda runtime: None).result(60).reason == "closed"
    assert process.current() is None


@pytest.mark.parametrize(
    ("error", "is_noted"), [(UnreachableError("gone"), False), (ValueError("of ours"), True)]
)
def test_what_no_turn_tells_of_the_preparation_is_noted(tmp_path, capsys, error, is_noted):
    cold, has_failed = GraphOfOneFact(), threading.Event()
    cold.is_warm = False

    def fail(*_):
        has_failed.set()
        raise error

    cold.warm_up = fail
    made = Runtime(tmp_path, lambda settings, folders: cold)
    process.process_state().update(runtime=made, fingerprint=process.fingerprint())
    request = TurnRequest("Who?", "default", tmp_path, {}, time.monotonic(), 60_000)
    process.submit(request, lambda runtime: None).result(60)
    assert has_failed.wait(60)
    wait_until(lambda: all(each.name != "graphrag-prepare" for each in threading.enumerate()))
    assert ("could not start in the background" in capsys.readouterr().out) is is_noted


def test_a_turn_keeps_its_block_where_no_thread_can_prepare_the_next_one(tmp_path, monkeypatch):
    run_in_thread = process.run_in_thread

    def refuse(name, *work):
        if name == "graphrag-prepare":
            raise RuntimeError("can't start new thread")
        return run_in_thread(name, *work)

    cold = GraphOfOneFact()
    cold.is_warm = False
    monkeypatch.setattr(process, "run_in_thread", refuse)
    made = Runtime(tmp_path, lambda settings, folders: cold)
    process.process_state().update(runtime=made, fingerprint=process.fingerprint())
    request = TurnRequest("Who?", "default", tmp_path, {}, time.monotonic(), 60_000)
    assert process.submit(request, lambda runtime: None).result(60).text


def test_databases_of_several_projects_are_kept_at_once(tmp_path, monkeypatch):
    made, closed = [], []

    class Engine:
        def __init__(self, settings, folders):
            self.address = settings.neo4j_uri
            made.append(self)

        def warm_up(self, settings, scopes):
            pass

        def request_sync(self, folders, llm_of):
            pass

        def close(self):
            closed.append(self.address)

    def use(*ports):
        for port in ports:
            monkeypatch.setenv("NEO4J_URI", f"bolt://127.0.0.1:{port}")
            runtime.prepare({}, "default")

    runtime = Runtime(tmp_path, Engine)
    use(7001, 7002, 7003, 7001, 7002, 7003)
    assert len(made) == 3
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:7001")
    with runtime._engines.use(load_settings({}).settings) as used:
        use(*range(7004, 7012))  # by now it is the oldest of too many, but a turn uses it
        wait_until(lambda: len(closed) == 3)
        assert used is made[0]
    assert sorted(closed) == [f"bolt://127.0.0.1:{port}" for port in (7002, 7003, 7004)]
    runtime.close()


def test_closing_a_runtime_ends_its_threads(tmp_path, monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:9")
    others = set(threading.enumerate())
    runtime = Runtime(tmp_path)
    with pytest.raises(StoreError):
        runtime.prepare({}, "default")
    runtime.close()
    runtime.close()
    ends = time.monotonic() + 60
    while ours := [t for t in set(threading.enumerate()) - others if "graphrag" in t.name]:
        assert time.monotonic() < ends, ours
        time.sleep(0.02)


def test_a_changed_address_is_used_at_the_next_turn(tmp_path, monkeypatch):
    made = []

    class Engine:
        def __init__(self, settings, folders):
            made.append(settings.neo4j_uri)

        def warm_up(self, settings, scopes):
            pass

        def request_sync(self, folders, llm_of):
            pass

        def close(self):
            made.append("closed")

    runtime = Runtime(tmp_path, Engine)
    for port in (7001, 7001, 7002, 7003):
        monkeypatch.setenv("NEO4J_URI", f"bolt://127.0.0.1:{port}")
        runtime.prepare({}, "default")
    runtime.close()
    ends = time.monotonic() + 60
    while made.count("closed") < 3 and time.monotonic() < ends:
        time.sleep(0.01)
    assert made[:2] == ["bolt://127.0.0.1:7001", "bolt://127.0.0.1:7002"]
    assert made.count("closed") == 3
