from __future__ import annotations

import json
import sys

import pytest

from graphrag.agent_zero import markers
from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.page import status
from graphrag.agent_zero.service import kept_turns, process
from graphrag.agent_zero.turn_record import TurnRecord, new_turn_id
from graphrag.local import LocalNeo4j, LocalStatus
from graphrag.reasons import Reason


@pytest.fixture(autouse=True)
def clean(monkeypatch, tmp_path):
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    for name in ("GRAPHRAG_ENABLED", "GRAPH_RAG_ENABLED", "NEO4J_URI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    yield
    process.retire()


def test_the_environment_wins_over_the_settings_page(monkeypatch):
    assert status.report()["state"] == "off"
    assert status.report({"graphrag_enabled": True})["switch"] is True
    monkeypatch.setenv("GRAPHRAG_ENABLED", "0")
    assert status.report({"graphrag_enabled": True})["switch"] is False


def test_a_neo4j_that_was_never_set_up_is_said_with_what_to_do():
    found = status.report({"graphrag_enabled": True})
    assert found["state"] == "not_set_up"
    assert "button" in found["words"]


def turn(marker, reason="", cause="", folder="default", project=""):
    """The record of a turn of which nothing but its outcome matters."""
    return TurnRecord(new_turn_id(), "chat", folder, "", "", marker, reason, cause, project=project)


def test_the_last_turn_decides_the_word_for_a_server():
    config = {"graphrag_enabled": True, "neo4j_uri": "bolt://db.example:7687"}
    assert status.report(config)["state"] == "idle"
    kept_turns.record_turn(turn(markers.NEO4J_DOWN, Reason.AUTH))
    assert status.report(config)["state"] == "auth"
    kept_turns.record_turn(turn(markers.NEO4J_DOWN, Reason.BREAKER, Reason.AUTH))
    behind_the_breaker = status.report(config)
    assert behind_the_breaker["state"] == "breaker"
    assert "password" in behind_the_breaker["words"]
    kept_turns.record_turn(turn(markers.INJECTED))
    assert status.report(config)["state"] == "ready"
    kept_turns.record_turn(turn(markers.EMPTY, Reason.NOT_ABOUT_MEMORY))
    assert status.report(config)["state"] == "silent"
    kept_turns.record_turn(turn(markers.SHADOW, Reason.SHADOW))
    assert status.report(config)["state"] == "shadow"
    kept_turns.forget_last_turns()
    assert status.report(config)["state"] == "idle"


def test_a_project_without_a_memory_of_its_own_has_its_own_last_turn():
    config = {"graphrag_enabled": True, "neo4j_uri": "bolt://db.example:7687"}
    kept_turns.record_turn(turn(markers.NEO4J_DOWN, Reason.AUTH, project="shop"))
    projects = ("projects/shop", "projects/blog")
    assert [status.report(config, each)["state"] for each in projects] == ["auth", "idle"]


def test_shadow_mode_is_said_before_the_first_turn():
    config = {"graphrag_enabled": True, "neo4j_uri": "bolt://db.example", "graphrag_mode": "shadow"}
    assert "shadow" in status.report(config)["words"]


def test_a_local_neo4j_that_stays_silent_can_be_restarted_here(monkeypatch):
    monkeypatch.setattr(LocalNeo4j, "status", lambda _: LocalStatus("running", "Neo4j is running"))
    kept_turns.record_turn(turn(markers.NEO4J_DOWN, Reason.BREAKER, Reason.TIMEOUT))
    assert "press Stop, then Start" in status.report({"graphrag_enabled": True})["words"]
    server = {"graphrag_enabled": True, "neo4j_uri": "bolt://db.example"}
    assert "Stop" not in status.report(server)["words"]


def test_wrong_values_become_warnings_and_no_secret_is_told(monkeypatch):
    secret = "".join(["s", "3", "cret"])
    monkeypatch.setenv("NEO4J_PASSWORD", secret)
    monkeypatch.setenv("GRAPHRAG_ENABLED", "perhaps")
    found = status.report({"graphrag_max_tokens": "many", "neo4j_uri": "bolt://db.example"})
    assert len(found["warnings"]) == 2
    assert secret not in json.dumps(found)


def test_the_state_of_a_local_neo4j_is_a_sentence(monkeypatch):
    monkeypatch.setattr(LocalNeo4j, "status", lambda _: LocalStatus("stopped", "It was stopped"))
    assert status.report({"graphrag_enabled": True})["words"] == "On. It was stopped."
