"""When a turn waits for the host's recall."""

from __future__ import annotations

import asyncio
import sys
from types import ModuleType

import pytest

from graphrag.agent_zero.turn import GraphRagTurn


def begin_recall(agent, loop_data, delay_s=0.03):
    """Start a recall as the host does: a task of the loop, which adds to the extras at its end."""

    async def recall():
        await asyncio.sleep(delay_s)
        loop_data.recall("Anna owns checkout-api.")

    agent.set_data("_recall_memories_task", asyncio.create_task(recall()))
    agent.set_data("_recall_memories_iter", loop_data.iteration)


async def test_the_turn_begins_when_the_hosts_recall_has_ended(store, graph, agent, loop_data):
    begin_recall(agent, loop_data)
    await GraphRagTurn().run(agent, loop_data)
    assert [document.id for document in graph.queries[0].recalled] == ["m1"]
    assert list(loop_data.extras_persistent) == ["memories", "graphrag"]


async def test_waiting_for_the_recall_is_no_part_of_the_budget(
    store, graph, agent, loop_data, monkeypatch
):
    monkeypatch.setenv("GRAPHRAG_TURN_BUDGET_MS", "2000")
    begin_recall(agent, loop_data, delay_s=2.5)
    await GraphRagTurn().run(agent, loop_data)
    assert "graphrag" in loop_data.extras_persistent


@pytest.fixture(params=["1.x", "0.9"])
def recall_config(request, monkeypatch):
    """The settings of the host's recall in each of its layouts."""
    config = {}
    if request.param == "1.x":
        host = ModuleType("helpers.plugins")
        host.get_plugin_config = lambda name, agent=None: config
        monkeypatch.setitem(sys.modules, "helpers.plugins", host)
    else:
        host = ModuleType("python.helpers.settings")
        host.get_settings = lambda: config
        monkeypatch.setitem(sys.modules, "python.helpers.settings", host)
    return config


async def test_a_recall_that_is_not_delayed_is_waited_for(
    store, graph, agent, loop_data, recall_config
):
    recall_config["memory_recall_delayed"] = False
    begin_recall(agent, loop_data)
    await GraphRagTurn().run(agent, loop_data)
    assert [document.id for document in graph.queries[0].recalled] == ["m1"]


async def test_a_delayed_recall_is_not_waited_for(store, graph, agent, loop_data, recall_config):
    recall_config["memory_recall_delayed"] = True
    begin_recall(agent, loop_data, delay_s=300)
    await GraphRagTurn().run(agent, loop_data)
    recall = agent.get_data("_recall_memories_task")
    assert not recall.done()
    assert list(loop_data.extras_persistent) == ["graphrag"]
    recall.cancel()
