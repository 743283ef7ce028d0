"""The tabs "Graph" and "Memory" of the screen, against a live Neo4j."""

from __future__ import annotations

import json

import pytest

from graphrag.agent_zero.host import layouts
from graphrag.agent_zero.host.name_lists import names_file
from graphrag.agent_zero.page.graph_tab import picture, picture_frame
from graphrag.agent_zero.page.memory_tab import PAGE, change_names, memory_state
from graphrag.errors import SettingsError, StoreError
from graphrag.graph.sync import ScopeSync

from ..support.memories import Memory

MEMORIES = {
    "m1": "Mara Lindqvist owns ledger-db.",
    "m2": "The checkout-api depends on ledger-db.",
    "m3": "Ove Brandt repairs bicycles in Malmö.",
}


@pytest.fixture
def root(monkeypatch, tmp_path):
    """The host's root folder."""
    (tmp_path / "usr/memory/default").mkdir(parents=True)
    monkeypatch.setattr(layouts, "root", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def form(neo4j_server, writer, scope, root, monkeypatch):
    """The settings of a host whose default memory is in the graph."""
    for name in ("NEO4J_URI", "NEO4J_USER", "NEO4J_PASSWORD", "NEO4J_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("GRAPHRAG_ENABLED", raising=False)
    monkeypatch.setenv("GRAPHRAG_HOME", str(root / "home"))
    memory = Memory(scope)
    for identifier, text in MEMORIES.items():
        memory.insert(identifier, text)
    memory.insert("m4", "Ove Brandt repairs boats in Malmö.", updated_from="m3")
    ScopeSync(memory.scope).look(writer, memory.snapshot())
    return {
        "graphrag_enabled": True,
        "graphrag_install_id": scope.partition("/")[0],
        "neo4j_uri": neo4j_server.uri,
        "neo4j_user": neo4j_server.user,
        "neo4j_password": neo4j_server.password,
        "neo4j_database": neo4j_server.database,
    }


def test_a_picture_is_data_for_the_page_that_draws_it(form):
    found = picture(form, "default", {"name": "ledger-db"})["picture"]
    assert {"ledger-db", "Mara Lindqvist", "checkout-api"} <= {n["label"] for n in found["nodes"]}
    assert json.loads(json.dumps(found)) == json.loads(json.dumps(found))
    assert 'id="picture"' in picture_frame()


def test_the_memory_tab_counts_and_lists(form):
    state = memory_state(form, "default", {})
    assert state["size"]["documents"] == 4
    names = [entity["name"] for entity in state["entities"]]
    assert set(names[:3]) == {"ledger-db", "Ove Brandt", "Malmö"}
    assert len(names) == len(set(names)) == state["size"]["entities"]
    assert len(names) <= PAGE
    assert not state["has_more"]
    assert [pair["old_text"] for pair in state["outdated"]] == [MEMORIES["m3"]]
    json.dumps(state)


def test_a_name_is_found_by_a_part_of_it(form):
    state = memory_state(form, "default", {"text": "Ledger"})
    assert [entity["name"] for entity in state["entities"]] == ["ledger-db"]


def test_the_buttons_change_the_list_beside_the_memory(form, root):
    change_names("default", {"action": "rule_out", "name": "Malmö"})
    join = {"action": "join", "name": "Mara Lindqvist", "other": "Mara"}
    listed = change_names("default", join)["listed"]
    assert listed == {"ruled_out": ("Malmö",), "joined": (("Mara Lindqvist", "Mara"),)}
    assert memory_state(form, "default", {})["listed"] == listed
    change_names("default", {"action": "undo", "name": "Mara"})
    change_names("default", {"action": "undo", "name": "Malmö"})
    assert not names_file(root, "default").exists()


@pytest.mark.parametrize(
    "asked",
    [
        {"action": "rule_out"},
        {"action": "undo", "name": "Nobody"},
        {"action": "explode", "name": "x"},
        {"action": "join", "name": "Mara", "other": "mara"},
    ],
)
@pytest.mark.usefixtures("root")
def test_a_button_that_cannot_work_says_why(asked):
    with pytest.raises(SettingsError):
        change_names("default", asked)


def test_what_cannot_be_shown_is_said(form):
    with pytest.raises(SettingsError):
        picture(form, "default", {"name": "Nobody"})
    refused = {**form, "neo4j_uri": "bolt://127.0.0.1:1"}
    for tab in (picture, memory_state):
        with pytest.raises(StoreError, match=r"127\.0\.0\.1"):
            tab(refused, "default", {})


def test_while_the_plugin_is_off_nobody_is_asked(form):
    off = {**form, "graphrag_enabled": False, "neo4j_uri": "bolt://127.0.0.1:1"}
    for tab in (picture, memory_state):
        with pytest.raises(SettingsError, match="off"):
            tab(off, "default", {})


def test_the_end_of_a_very_long_text_is_left_out(form):
    for field in ("name", "query"):
        assert picture(form, "default", {field: "Mara " * 1000})["picture"]
    for field in ("entity", "memory"):
        with pytest.raises(SettingsError, match="Mara"):
            picture(form, "default", {field: "Mara " * 1000})
    assert memory_state(form, "default", {"text": "ﷺ" * 300})["entities"] == []
