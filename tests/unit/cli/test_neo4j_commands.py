"""Commands beside a local Neo4j that does not run: what they print, and their exit codes."""

import json
import os
import shutil
from collections import namedtuple
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from graphrag.agent_zero.install.requirements import InstallState
from graphrag.cli import neo4j_commands
from graphrag.cli.app import app
from graphrag.cli.common import progress
from graphrag.cli.common.installation import Installation
from graphrag.errors import LocalServerError, UnreachableError
from graphrag.local import LocalNeo4j, LocalPaths, LocalStatus
from graphrag.local.machine import process_birth
from graphrag.local.runfile import Run, folder_identity, write_record

DAMAGED = "the graph is damaged; nothing was deleted: restore a backup"


@pytest.fixture
def left_behind(tmp_path, monkeypatch):
    """Leave the run file of a server in a state, and run commands beside it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NEO4J_URI", "local")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    paths = LocalPaths(tmp_path / "data" / "neo4j", tmp_path / "cache" / "neo4j-jars")
    paths.data_dir.mkdir(parents=True)
    mark = paths.complete_mark(LocalNeo4j(paths).settings.version)
    mark.parent.mkdir(parents=True)
    mark.touch()

    def leaving(state, detail="", *, alive=False):
        birth = process_birth(os.getpid()) or "" if alive else "some other time"
        folder = folder_identity(paths.data_dir)
        run = Run(state, os.getpid(), birth, "1", "5.26.12", detail, folder=folder)
        write_record(paths.run_file, run)
        return lambda *command, catch=True: CliRunner().invoke(app, command, catch_exceptions=catch)

    return leaving


def test_status_of_a_server_that_could_not_start_is_a_failure_with_its_reason(left_behind):
    run = left_behind("failed", DAMAGED)
    told = run("neo4j", "status")
    assert told.exit_code == 1
    assert " ".join(told.output.split()) == f"failed: {DAMAGED}"
    as_json = run("neo4j", "status", "--json")
    assert (as_json.exit_code, json.loads(as_json.output)["detail"]) == (1, DAMAGED)


def test_every_command_gives_the_reason_of_a_failed_start_once_and_nothing_against_it(left_behind):
    run = left_behind("failed", DAMAGED)
    told = " ".join(run("doctor").output.split())
    assert told.count(DAMAGED) == 1
    assert "neo4j start" not in told
    assert run("doctor").exit_code == 1
    with pytest.raises(UnreachableError, match=f"^{DAMAGED}$"):
        run("stats", catch=False)


@pytest.mark.parametrize("state", ["stopped", "running"])
def test_status_of_a_server_that_was_stopped_or_killed_is_no_failure(left_behind, state):
    told = left_behind(state, "Neo4j was stopped")("neo4j", "status")
    assert (told.exit_code, told.output.split(":")[0]) == (0, "stopped")


@pytest.mark.parametrize("state", ["starting", "running"])
def test_a_server_whose_end_could_not_be_noted_since_the_disk_is_full_has_failed(
    left_behind, state, monkeypatch
):
    run = left_behind(state, "Neo4j is running")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: namedtuple("Usage", "free")(2**20))
    told = run("neo4j", "status")
    assert told.exit_code == 1
    assert "disk is full" in told.output


@pytest.mark.parametrize("state", ["stopped", "failed"])
def test_stop_is_done_when_nothing_runs(left_behind, state):
    assert left_behind(state, DAMAGED)("neo4j", "stop").exit_code == 0


@pytest.mark.parametrize("is_set_up", [False, True])
def test_a_folder_that_java_cannot_read_is_named_before_anything_is_downloaded_or_started(
    tmp_path, is_set_up
):
    local = LocalNeo4j(LocalPaths(tmp_path / "data", tmp_path / "a:b" / "jars"))
    if is_set_up:
        mark = local.paths.complete_mark(local.settings.version)
        mark.parent.mkdir(parents=True)
        mark.touch()
    with pytest.raises(LocalServerError, match=r"a:b.*GRAPHRAG_HOME"):
        local.start() if is_set_up else local.set_up()
    assert not local.paths.data_dir.exists()


def test_a_server_is_not_started_on_a_disk_that_is_nearly_full(tmp_path, monkeypatch):
    local = LocalNeo4j(LocalPaths(tmp_path / "data", tmp_path / "jars"))
    mark = local.paths.complete_mark(local.settings.version)
    mark.parent.mkdir(parents=True)
    mark.touch()
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: namedtuple("Usage", "free")(2**20))
    with pytest.raises(LocalServerError, match="disk"):
        local.start()
    assert not local.paths.data_dir.exists()


def test_stop_says_that_nothing_ran(left_behind):
    told = left_behind("stopped", "Neo4j was stopped")("neo4j", "stop")
    assert told.exit_code == 0
    assert "not running" in told.output


def test_stop_has_failed_when_a_server_still_runs(left_behind, monkeypatch):
    run = left_behind("running", "Neo4j is running", alive=True)
    monkeypatch.setattr(LocalNeo4j, "stop", LocalNeo4j.status)  # another one was started meanwhile
    assert run("neo4j", "stop").exit_code == 1


def test_what_agent_zero_lacks_is_installed_without_a_word_on_standard_output(
    tmp_path, monkeypatch
):
    def install_packages(_folders, *, local, on_progress):
        on_progress("Downloading jpype1-1.6.0")
        return InstallState("installed", "", ())

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NEO4J_URI", "local")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    monkeypatch.setattr(neo4j_commands, "install_packages", install_packages)
    monkeypatch.setattr(progress, "_FIRST_LINE_S", 0.0)
    inside = replace(Installation.open(), host=tmp_path)
    monkeypatch.setattr(Installation, "open", lambda: inside)
    running = LocalStatus("running", "Neo4j is running")
    monkeypatch.setattr(LocalNeo4j, "set_up", lambda *_arguments: None)
    monkeypatch.setattr(LocalNeo4j, "start", lambda *_arguments, **_options: running)
    told = CliRunner().invoke(app, ["neo4j", "start", "--json"], catch_exceptions=False)
    assert json.loads(told.stdout)["state"] == "running"
    assert "Downloading jpype1-1.6.0" in told.stderr
