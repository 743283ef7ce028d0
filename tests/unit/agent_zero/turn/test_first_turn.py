"""The first turn of a process, before anything is set up."""

from __future__ import annotations

import sys
import threading
from types import SimpleNamespace

import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.service import process
from graphrag.agent_zero.service.process_state import process_state
from graphrag.agent_zero.service.runtime import Runtime
from graphrag.agent_zero.turn import GraphRagTurn

from ....support.graph_of_one_fact import DOCUMENTS, until
from ....support.small_host import LoopData, install_modules


@pytest.fixture
def nothing_set_up(monkeypatch, tmp_path):
    """A host with the plugin on and nothing else done."""
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("NEO4J_URI", raising=False)
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    install_modules(monkeypatch, tmp_path, DOCUMENTS)
    yield
    process.retire()


async def test_before_neo4j_is_set_up_a_turn_says_how_and_downloads_nothing(
    nothing_set_up, agent, tmp_path, lines
):
    for _ in range(2):
        loop_data = LoopData(agent)
        loop_data.recall("Anna owns checkout-api.")
        await GraphRagTurn().run(agent, loop_data)
        assert list(loop_data.extras_persistent) == ["memories"]
    assert lines().count("GRAPHRAG_NOOP_NEO4J_DOWN reason=not_set_up") == 2
    (entry,) = agent.context.shown
    assert "neo4j start" in entry["content"]
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    # A draft of it may stand beside it for a moment.
    assert {path.name for path in found if not path.name.startswith(".")} <= {"install-id"}


async def test_a_missing_package_is_said_with_what_to_do(nothing_set_up, agent, lines, monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "neo4j", None)
    await GraphRagTurn().run(agent, LoopData(agent))
    assert lines()[-1] == "GRAPHRAG_NOOP_NEO4J_DOWN reason=package"
    assert len(agent.context.shown) == 1


async def test_a_package_that_even_the_settings_need_is_said_too(
    nothing_set_up, agent, lines, monkeypatch
):
    monkeypatch.setitem(sys.modules, "graphrag.agent_zero.service.runtime", None)
    await GraphRagTurn().run(agent, LoopData(agent))
    assert "GRAPHRAG_NOOP_NEO4J_DOWN reason=package" in lines()
    assert "Set up Neo4j" in agent.context.shown[0]["content"]


async def test_what_an_older_version_left_is_closed_by_the_next_turn(nothing_set_up, agent, lines):
    closed = threading.Event()
    older = SimpleNamespace(
        refuses=lambda plugin_config: None,
        utility_model=SimpleNamespace(remember=lambda agent, loop, subdir: None),
        close=closed.set,
    )
    process_state().update(runtime=older, fingerprint="of other files")
    await GraphRagTurn().run(agent, LoopData(agent))
    await until(closed.is_set)
    assert isinstance(process.current(), Runtime)
    assert not any("internal" in line for line in lines())


async def test_what_an_older_version_says_of_neo4j_counts_no_more(nothing_set_up, agent, lines):
    """The plugin was copied over while Neo4j was down: an outcome of 0.1.0 has fewer fields."""
    refusal = SimpleNamespace(marker="GRAPHRAG_NOOP_NEO4J_DOWN", reason="refused", text="")
    older = SimpleNamespace(refuses=lambda plugin_config: refusal, close=lambda: None)
    process_state().update(runtime=older, fingerprint="of other files")
    await GraphRagTurn().run(agent, LoopData(agent))
    assert "GRAPHRAG_NOOP_NEO4J_DOWN reason=not_set_up" in lines()
    assert not any("internal" in line for line in lines())


async def test_after_the_very_first_turn_the_model_of_its_agent_can_be_asked(nothing_set_up, agent):
    assert process.current() is None
    await GraphRagTurn().run(agent, LoopData(agent))
    assert process.current().utility_model.is_available("default")
