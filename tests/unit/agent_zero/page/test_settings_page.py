"""What the settings page of Agent Zero 1.x shows, and what its buttons do."""

import json
import os
import secrets
import socket
import sys
import threading
import time

import pytest

from graphrag.agent_zero import markers
from graphrag.agent_zero.host import layouts
from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.install import requirements
from graphrag.agent_zero.install.surrounding_host import (
    environment_of,
    saved_settings,
    surrounding_host,
)
from graphrag.agent_zero.page import settings_page
from graphrag.agent_zero.page.background_work import BackgroundWork
from graphrag.agent_zero.service import kept_turns, process
from graphrag.agent_zero.turn_record import TurnRecord, new_turn_id
from graphrag.errors import GraphragError, StoreError
from graphrag.local import DEFAULT_VERSION, LocalNeo4j, LocalStatus
from graphrag.reasons import Reason

ON = {"graphrag_enabled": True}


@pytest.fixture(autouse=True)
def no_settings_around(monkeypatch, tmp_path):
    for name in ("GRAPHRAG_ENABLED", "GRAPH_RAG_ENABLED", "NEO4J_URI", "NEO4J_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    monkeypatch.setattr(settings_page, "_background", BackgroundWork())


def wait_for_the_button():
    thread = settings_page._background._thread
    assert thread is not None
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_a_fresh_page_says_off_and_not_set_up_and_makes_no_file(tmp_path):
    state = settings_page.page_state({"graphrag_enabled": False})

    assert state["words"].startswith("Off")
    assert state["local"] == {"state": "not_set_up", "words": "Not set up yet.", "percent": None}
    assert state["packages"]["state"] == "missing"
    assert not (tmp_path / "home").exists()


def test_the_state_carries_no_password():
    secret = secrets.token_hex(12)
    config = {"neo4j_uri": "bolt://db.example:7687", "neo4j_password": secret}
    assert secret not in json.dumps(settings_page.page_state(config))


def test_variables_that_win_over_the_page_are_named(monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "bolt://elsewhere:7687")
    monkeypatch.setenv("GRAPH_RAG_ENABLED", "true")
    state = settings_page.page_state({})
    assert not state["is_local"]
    overrides = state["overrides"]
    assert overrides["neo4j_uri"] == "NEO4J_URI"
    assert overrides["graphrag_enabled"] == "GRAPH_RAG_ENABLED"
    assert "neo4j_user" not in overrides


def test_a_set_up_that_fails_says_why_on_the_page(monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr(requirements, "REQUIREMENTS", ("nowhereprobe>=1",))
    monkeypatch.setattr(requirements, "CLI_REQUIREMENTS", ())
    monkeypatch.setattr(requirements, "LOCAL_REQUIREMENTS", ())

    settings_page.act("set_up", {})
    wait_for_the_button()

    local = settings_page.page_state({})["local"]
    assert local["state"] == "failed"
    assert "nowhereprobe" in local["words"]
    assert "\n" not in local["words"]


@pytest.mark.parametrize("action", ["install", "set_up"])
def test_a_folder_that_cannot_be_written_is_the_reason_on_the_page(action, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("a file where a folder belongs")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "file/home"))

    settings_page.act(action, {})
    wait_for_the_button()

    state = settings_page.page_state(ON)
    for part in (state["packages"], state["local"]):
        assert part["state"] == "failed"
        assert f"{tmp_path / 'file/home/cache'} can be written to" in part["words"]
        assert "network" not in part["words"]
    assert state["words"] == f"On. {state['local']['words']}"


def test_a_disk_that_is_full_for_pip_is_no_matter_of_the_network(monkeypatch):
    def full(*_):
        raise RuntimeError(
            "Could not install packages due to an OSError: [Errno 28] No space left on device"
        )

    monkeypatch.setattr(requirements.pip_runner, "missing_packages", full)
    settings_page.act("install", {})
    wait_for_the_button()

    words = settings_page.page_state({})["packages"]["words"]
    assert "No space left" in words
    assert "disk space" in words
    assert "network" not in words


def test_while_it_is_being_set_up_the_whole_page_says_so(monkeypatch):
    pressed = threading.Event()

    def ensure(*_args, **_options):
        pressed.wait(30)
        return requirements.InstallState("failed", "pressed again")

    monkeypatch.setattr(requirements, "ensure", ensure)
    settings_page.act("set_up", {})
    try:
        state = settings_page.page_state({"graphrag_enabled": True})
        assert state["local"]["state"] == "starting"
        assert state["words"] == "On. Starting."
        settings_page.act("start", {})  # the same work
        with pytest.raises(GraphragError):
            settings_page.act("stop", {})
    finally:
        pressed.set()
        wait_for_the_button()


def test_a_stop_that_takes_long_is_said_and_forgets_the_last_turn(monkeypatch):
    released = threading.Event()
    running = LocalStatus("running", "Neo4j is running")
    monkeypatch.setattr(LocalNeo4j, "status", lambda _: running)
    monkeypatch.setattr(LocalNeo4j, "stop", lambda *_args, **_options: released.wait(30))
    kept_turns.record_turn(
        TurnRecord(new_turn_id(), "", "default", "", "", markers.NEO4J_DOWN, Reason.TIMEOUT)
    )
    settings_page.act("stop", {})
    try:
        state = settings_page.page_state({"graphrag_enabled": True})
        assert (state["local"]["state"], state["words"]) == ("stopping", "On. Neo4j is stopping.")
    finally:
        released.set()
        wait_for_the_button()
    after = settings_page.page_state({"graphrag_enabled": True})
    assert (after["local"]["state"], after["icon"]) == ("running", "check_circle")


def test_what_the_server_said_stays_on_the_page_until_the_next_try(monkeypatch):
    monkeypatch.setattr(requirements, "ensure", _installed)
    monkeypatch.setattr(requirements, "status", _installed)
    monkeypatch.setenv("NEO4J_LOCAL_PORT", "0")
    home = settings_page.folders.plugin_folders()
    home.cache.mkdir(parents=True)
    (home.cache / "neo4j-jars").write_text("a file where a folder belongs")

    settings_page.act("set_up", {})
    wait_for_the_button()

    local = settings_page.page_state({})["local"]
    assert local["state"] == "failed"
    assert "neo4j-jars" in local["words"]


def test_a_failure_is_forgotten_once_the_server_has_run(monkeypatch):
    monkeypatch.setattr(requirements, "ensure", _installed)
    monkeypatch.setattr(requirements, "status", _installed)
    home = settings_page.folders.plugin_folders()
    home.cache.mkdir(parents=True)
    (home.cache / "neo4j-jars").write_text("a file where a folder belongs")
    settings_page.act("set_up", {})
    wait_for_the_button()
    assert settings_page.page_state({})["local"]["state"] == "failed"

    run_file = home.local_paths.run_file  # a message has started it, and it stopped when unused
    run_file.parent.mkdir(parents=True)
    run_file.touch()
    os.utime(run_file, (time.time() + 60, time.time() + 60))
    unused = LocalStatus("stopped", "Neo4j was unused")
    monkeypatch.setattr(LocalNeo4j, "status", lambda _: unused)
    assert settings_page.page_state({})["local"]["state"] == "stopped"


@pytest.fixture
def unwritable(monkeypatch):
    """A local Neo4j that was set up, and a file where its data belongs."""
    monkeypatch.setattr(requirements, "status", _installed)
    home = settings_page.folders.plugin_folders()
    home.data.mkdir(parents=True)
    (home.data / "neo4j").write_text("a file where a folder belongs")
    mark = home.local_paths.complete_mark(DEFAULT_VERSION)
    mark.parent.mkdir(parents=True)
    mark.touch()


def words_of_the_failure():
    state = settings_page.page_state(ON)
    ends = time.monotonic() + 30
    while state["local"]["state"] != "failed":
        assert time.monotonic() < ends, state
        time.sleep(0.05)
        state = settings_page.page_state(ON)
    assert state["words"] == f"On. {state['local']['words']}"
    return state["words"]


@pytest.mark.usefixtures("unwritable")
def test_a_start_that_saving_the_settings_began_and_that_failed_is_told(tmp_path):
    settings_page.settings_saved(ON)
    assert str(tmp_path / "home/data/neo4j") in words_of_the_failure()


@pytest.mark.usefixtures("unwritable")
def test_a_start_that_a_turn_began_and_that_failed_is_told(tmp_path):
    runtime = process.acquire(tmp_path)
    try:
        with pytest.raises(StoreError):
            runtime.prepare(ON, "default")
        assert str(tmp_path / "home/data/neo4j") in words_of_the_failure()
    finally:
        process.retire()


@pytest.mark.parametrize("action", ["install", "set_up", "start", "stop"])
def test_a_button_that_changes_what_the_last_turn_met_ends_what_is_said_of_it(action, monkeypatch):
    def fail(*_args, **_kwargs):
        raise OSError("no network")  # what was met before is over all the same

    monkeypatch.setattr(requirements, "ensure", fail)
    config = {**ON, "neo4j_uri": "bolt://127.0.0.1:9"}
    failed = TurnRecord(
        new_turn_id(), "chat", "default", "", "", markers.NEO4J_DOWN, Reason.PACKAGE
    )
    kept_turns.record_turn(failed)
    assert "package" in settings_page.page_state(config)["words"]
    settings_page.act(action, config)
    wait_for_the_button()
    assert "Waiting for the first message" in settings_page.page_state(config)["words"]


def test_an_error_that_nobody_foresaw_is_said_in_one_line(monkeypatch):
    def fail(*_args, **_kwargs):
        raise OSError(28, "No space\nleft on device")

    monkeypatch.setattr(requirements, "ensure", fail)
    settings_page.act("set_up", {})
    wait_for_the_button()

    local = settings_page.page_state({})["local"]
    assert local["state"] == "failed"
    assert "No space" in local["words"]
    assert "\n" not in local["words"]


def _installed(*_args, **_kwargs):
    return requirements.InstallState("installed")


def test_an_unknown_action_is_refused():
    with pytest.raises(GraphragError):
        settings_page.act("dance", {})


def test_a_sync_that_has_not_begun_since_the_start_of_the_host_cannot_look_again(tmp_path):
    with pytest.raises(GraphragError):
        settings_page.act("sync", ON)
    process.acquire(tmp_path)
    try:
        with pytest.raises(GraphragError):
            settings_page.act("sync", ON)
    finally:
        process.retire()


def test_switching_on_downloads_nothing_that_was_not_asked_for(tmp_path):
    settings_page.settings_saved({"graphrag_enabled": True})
    assert not (tmp_path / "home/cache").exists()


def test_an_address_that_cannot_be_used_is_not_silently_replaced():
    result = settings_page.try_connection({"neo4j_uri": "http://db.example"})
    assert not result["ok"]
    assert "bolt://" in result["message"]


def test_a_limit_that_is_clamped_does_not_keep_the_connection_from_its_test(monkeypatch):
    form = {"neo4j_uri": "bolt://127.0.0.1:9", "neo4j_query_timeout_ms": 999_999}
    assert "127.0.0.1:9" in settings_page.try_connection(form)["message"]


def test_a_server_that_refuses_is_told_in_one_line():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    result = settings_page.try_connection({"neo4j_uri": f"bolt://127.0.0.1:{port}"})
    assert not result["ok"]
    assert str(port) in result["message"]
    assert "\n" not in result["message"]


def test_a_local_neo4j_that_was_never_set_up_is_told_as_such():
    result = settings_page.try_connection({"neo4j_uri": "local"})
    assert not result["ok"]
    assert "not set up" in result["message"]


@pytest.mark.parametrize(
    ("sign", "folder"),
    [("helpers/extension.py", "usr/plugins/graphrag"), ("python/helpers/extension.py", "")],
)
def test_the_host_around_the_plugin_is_found(tmp_path, monkeypatch, sign, folder):
    monkeypatch.setattr(layouts, "PLUGIN_FOLDER", tmp_path / folder)
    assert surrounding_host() is None
    (tmp_path / sign).parent.mkdir(parents=True)
    (tmp_path / sign).touch()
    assert surrounding_host() == tmp_path


def test_a_saved_page_is_read_and_a_broken_one_counts_as_none(tmp_path):
    path = tmp_path / "usr/plugins/graphrag/config.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"graphrag_max_tokens": 700}')
    assert saved_settings(tmp_path) == {"graphrag_max_tokens": 700}
    path.write_text("{")
    assert saved_settings(tmp_path) == {}


@pytest.mark.parametrize("is_hosts_python", [True, False])
def test_the_variables_of_the_host_are_read_alike_with_and_without_its_python(
    monkeypatch, tmp_path, is_hosts_python
):
    if not is_hosts_python:
        monkeypatch.setitem(sys.modules, "dotenv", None)
    (tmp_path / "usr").mkdir()
    (tmp_path / "usr/.env").write_text(
        "GRAPHRAG_HOME=\n"
        "NEO4J_URI=bolt://db:7687  # the server\n"
        "  export NEO4J_USER = 'a b'  # quoted\n"
        "# NEO4J_DATABASE=other\n"
        'NEO4J_PASSWORD="one #two"\n'
    )
    assert environment_of(tmp_path) == {
        "GRAPHRAG_HOME": "",
        "NEO4J_URI": "bolt://db:7687",
        "NEO4J_USER": "a b",
        "NEO4J_PASSWORD": "one #two",
    }
