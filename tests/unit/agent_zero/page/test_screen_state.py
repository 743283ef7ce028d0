"""The tab "State" of the screen: what it shows, and what can be mended with a button."""

from __future__ import annotations

import json
import sys
import venv
from types import SimpleNamespace

import pytest

from graphrag._version import __version__
from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.page import screen_state, settings_page
from graphrag.agent_zero.service import process
from graphrag.agent_zero.service.background.sync import Look
from graphrag.agent_zero.service.process_state import process_state
from graphrag.errors import GraphragError, StoreError
from graphrag.graph.sync import SyncResult
from graphrag.graph.writing.reconcile import Changes

SECRET = "".join(["hunter", "2", "-planted"])
SERVER = {"neo4j_uri": "bolt://127.0.0.1:9", "neo4j_password": SECRET}


@pytest.fixture(autouse=True)
def nothing_around(monkeypatch, tmp_path):
    for name in ("GRAPHRAG_ENABLED", "GRAPH_RAG_ENABLED", "NEO4J_URI", "NEO4J_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)


def test_it_says_where_neo4j_is_which_versions_run_and_no_secret():
    state = screen_state.screen_state({**SERVER, "graphrag_mode": "shadow"})
    assert state["place"] == "bolt://127.0.0.1:9"
    assert state["mode"] == "shadow"
    assert state["versions"]["GraphRAG"] == __version__
    assert state["sync"] == []
    assert SECRET not in json.dumps(state)


def test_the_pages_ask_nothing_of_what_an_older_version_left():
    process_state().update(runtime=object(), fingerprint="of other files")
    assert screen_state.screen_state(SERVER)["sync"] == []
    assert settings_page.page_state({"neo4j_uri": "local"})["local"]["words"]
    with pytest.raises(GraphragError, match="no sync"):
        settings_page.act("sync", SERVER)


@pytest.mark.parametrize("is_idle", [True, False])
def test_it_says_whether_memory_is_being_compared_with_the_graph(monkeypatch, is_idle):
    sync = SimpleNamespace(looks={}, wait_idle=lambda timeout_s: is_idle)
    runtime = SimpleNamespace(syncs=lambda: [sync], start_failure=lambda: "")
    monkeypatch.setattr(process, "current_of_these_files", lambda: runtime)
    assert screen_state.screen_state(SERVER)["is_comparing"] is not is_idle


@pytest.mark.parametrize(
    ("outcome", "words", "is_problem"),
    [
        (SyncResult("s"), "nothing to write", False),
        (SyncResult("s", Changes(2, 1, 0, 1)), "2 new documents, 1 changed document", False),
        (SyncResult("s", held=3), "3 deletions to be confirmed by the next look", False),
        (StoreError("Neo4j is gone"), "Neo4j is gone", True),
    ],
)
def test_a_look_of_the_sync_says_what_came_of_it(outcome, words, is_problem):
    look = Look.of(outcome)
    assert (look.words, look.is_problem) == (words, is_problem)


def test_doctor_runs_in_a_process_of_its_own_and_names_what_a_button_mends(monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "local")
    found = {each["name"]: each for each in screen_state.findings({})}
    assert found["python"]["state"] == "ok"
    assert "action" not in found["python"]
    assert found["local neo4j"]["state"] == "failed"
    assert found["local neo4j"]["action"] == "set_up"


def test_missing_packages_have_a_button_too(monkeypatch, tmp_path):
    venv.create(tmp_path / "bare")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bare/bin/python"))
    found = {each["name"]: each for each in screen_state.findings(SERVER)}
    assert (found["packages"]["state"], found["packages"]["action"]) == ("failed", "install")


def test_a_doctor_that_cannot_run_is_a_finding_too(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    (found,) = screen_state.findings({})
    assert (found["name"], found["state"]) == ("doctor", "failed")
    assert "/nowhere/python" in found["detail"]
