"""What the tabs of the screen say of a request that makes no sense. They ask nobody then."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from graphrag.agent_zero.host import layouts
from graphrag.agent_zero.host.name_lists import names_file
from graphrag.agent_zero.page import asked
from graphrag.agent_zero.page.graph_tab import picture
from graphrag.agent_zero.page.memory_tab import change_names, memory_state
from graphrag.errors import GraphragError, SettingsError

NOWHERE = {"graphrag_enabled": True, "neo4j_uri": "bolt://127.0.0.1:9"}
NO_TEXT = ["Mara \ud800", "Mara \0", 5, ["Mara"], {"Mara": 1}]


@pytest.fixture
def root(monkeypatch, tmp_path):
    for name in ("GRAPHRAG_ENABLED", "GRAPH_RAG_ENABLED", "NEO4J_URI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(layouts, "root", lambda: tmp_path)
    (tmp_path / "usr/memory/default").mkdir(parents=True)
    return tmp_path


def refusal(work, *given):
    """Return why a tab does not answer."""
    with pytest.raises(GraphragError) as raised:
        work(*given)
    return str(raised.value)


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize("folder", ["\ud800", "projects/\ud800", "ä" * 200, "a/" * 3000, "../x"])
def test_what_can_be_no_memory_folder_is_named(folder):
    for told in (
        refusal(picture, NOWHERE, folder, {}),
        refusal(memory_state, NOWHERE, folder, {}),
        refusal(change_names, folder, {"action": "rule_out", "name": "Mara"}),
    ):
        assert "is no memory folder" in told
        assert len(told) < 200


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize("field", ["name", "entity", "memory", "query", "text"])
@pytest.mark.parametrize("given", NO_TEXT)
def test_what_is_no_text_is_named(field, given):
    tab = memory_state if field == "text" else picture
    assert refusal(tab, NOWHERE, "default", {field: given}).startswith(field)


@pytest.mark.parametrize("given", NO_TEXT)
def test_what_is_no_text_gets_on_no_list(root, given):
    for change in (
        {"action": "rule_out", "name": given},
        {"action": "join", "name": "Mara", "other": given},
        {"action": given, "name": "Mara"},
    ):
        assert refusal(change_names, "default", change)
    assert not names_file(root, "default").exists()


# A host that ends while its screen waits for an answer.
_ENDING_HOST = """
import asyncio, sys, threading, time
from graphrag.agent_zero.page import asked

def work(*_):
    begun.set()
    time.sleep(60)

begun = threading.Event()
request = asked.answer({}, work) if sys.argv[1] == "answer" else asked.apart(work)
threading.Thread(target=asyncio.run, args=(request,), daemon=True).start()
sys.exit(0 if begun.wait(30) else "nothing began")
"""


@pytest.mark.parametrize("way", ["answer", "apart"])
def test_a_host_that_ends_does_not_wait_for_an_answer(way):
    subprocess.run([sys.executable, "-c", _ENDING_HOST, way], check=True, timeout=40)


def test_why_there_is_no_answer_is_a_sentence():
    def work(*_):
        raise SettingsError("no entity is called 'Mara'", "check how it is spelled")

    for request in ({}, ["no object"]):
        error = asyncio.run(asked.answer(request, work))["error"]
        assert error[0].isupper()
        assert error.endswith(".")
