"""When a turn waits for the host's recall."""

from __future__ import annotations

import asyncio
import sys
from types import ModuleType

import pytest

from graphrag.agent_zero.host import settings_source
from graphrag.agent_zero.service import process
from graphrag.agent_zero.turn import GraphRagTurn

from ....support.graph_of_one_fact import until
from ....support.small_host import LoopData


def begin_recall(agent, loop_data, delay_s=0.03, ends=lambda: True):
    """Start a recall as the host does: a task of the loop, which adds to the extras at its end."""

    async def recall():
        await asyncio.sleep(delay_s)
        await until(ends)
        loop_data.recall("Anna owns checkout-api.")
        return True

    task = asyncio.create_task(recall())
    agent.set_data("_recall_memories_task", task)
    agent.set_data("_recall_memories_iter", loop_data.iteration)
    return task


async def warm_turn(agent):
    """Take a turn, after which the settings and the database are known."""
    await GraphRagTurn().run(agent, LoopData(agent))


async def test_the_turn_begins_when_the_hosts_recall_has_ended(store, graph, agent, loop_data):
    begin_recall(agent, loop_data)
    await GraphRagTurn().run(agent, loop_data)
    assert [document.id for document in graph.queries[0].recalled] == ["m1"]
    assert list(loop_data.extras_persistent) == ["memories", "graphrag"]


async def test_while_the_host_recalls_the_graph_is_asked_about_the_message(
    store, graph, agent, loop_data
):
    await warm_turn(agent)
    recall = begin_recall(agent, loop_data, ends=lambda: graph.early)
    await GraphRagTurn().run(agent, loop_data)
    assert recall.result()
    [early], asked = graph.early, graph.queries[-1]
    assert (early.message, early.recalled) == (asked.message, ())
    assert (early.nearest, early.vector.tolist()) == (asked.nearest, asked.vector.tolist())
    assert [document.id for document in asked.recalled] == ["m1"]


async def test_a_message_is_asked_about_once_in_a_monologue_while_the_host_recalls(
    store, graph, agent, loop_data
):
    await warm_turn(agent)
    for loop_data.iteration in (0, 3, 6):
        begin_recall(agent, loop_data, ends=lambda: graph.early)
        await GraphRagTurn().run(agent, loop_data)
    assert len(graph.early) == 1


async def test_without_a_vector_of_the_message_too_little_is_known_before_the_recall(
    store, graph, agent, loop_data, monkeypatch
):
    monkeypatch.setenv("GRAPHRAG_EMBED_QUESTION", "never")
    await warm_turn(agent)
    begin_recall(agent, loop_data)
    await GraphRagTurn().run(agent, loop_data)
    assert graph.early == []
    assert "graphrag" in loop_data.extras_persistent


@pytest.mark.parametrize(
    ("setting", "asked"), [(("GRAPHRAG_MODE", "shadow"), 2), (("GRAPHRAG_ENABLED", "false"), 1)]
)
async def test_what_the_user_saves_while_the_host_recalls_holds_for_this_turn(
    store, graph, agent, loop_data, monkeypatch, setting, asked
):
    await warm_turn(agent)

    def saved():
        monkeypatch.setenv(*setting)
        return graph.early

    loop_data.extras_persistent["graphrag"] = "the block of the iteration before"
    begin_recall(agent, loop_data, ends=saved)
    await GraphRagTurn().run(agent, loop_data)
    assert list(loop_data.extras_persistent) == ["memories"]
    assert len(graph.queries) == asked


async def test_a_failure_before_the_recall_has_ended_is_none_of_the_turn(
    store, graph, agent, loop_data, lines
):
    await warm_turn(agent)

    def broken(*_):
        graph.early.append(None)
        raise ValueError("broken by the test")

    graph.read_ahead = broken
    begin_recall(agent, loop_data, ends=lambda: graph.early)
    await GraphRagTurn().run(agent, loop_data)
    assert list(loop_data.extras_persistent) == ["memories", "graphrag"]
    await until(lambda: any("broken by the test" in line for line in lines()))


@pytest.mark.parametrize("place", [(process, "read_ahead"), (settings_source, "plugin_config")])
async def test_a_turn_that_cannot_even_begin_to_ask_ahead_asks_after_the_recall(
    store, graph, agent, loop_data, monkeypatch, place
):
    await warm_turn(agent)
    asked, works = [], getattr(*place)

    def fail_once(*arguments):
        asked.append(arguments)
        if len(asked) == 1:
            raise RuntimeError("can't start new thread, or the settings are just being saved")
        return works(*arguments)

    monkeypatch.setattr(*place, fail_once)
    begin_recall(agent, loop_data)
    await GraphRagTurn().run(agent, loop_data)
    assert asked
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


async def test_the_block_knows_what_a_delayed_recall_brings_while_the_graph_is_asked(
    store, graph, agent, loop_data, recall_config
):
    recall_config["memory_recall_delayed"] = True
    graph.answers.clear()
    recall = begin_recall(agent, loop_data, ends=lambda: graph.queries)
    recall.add_done_callback(lambda _: graph.answers.set())
    await GraphRagTurn().run(agent, loop_data)
    assert [[d.id for d in query.recalled] for query in graph.queries] == [[], ["m1"]]
    assert list(loop_data.extras_persistent) == ["memories", "graphrag"]


async def test_a_recall_that_only_drops_the_last_one_is_not_asked_about_twice(
    store, graph, agent, loop_data, recall_config
):
    recall_config["memory_recall_delayed"] = True
    loop_data.recall("Anna owns checkout-api.")
    graph.answers.clear()

    async def recall():
        del loop_data.extras_persistent["memories"]
        await until(lambda: graph.queries)
        graph.answers.set()

    agent.set_data("_recall_memories_task", asyncio.create_task(recall()))
    agent.set_data("_recall_memories_iter", loop_data.iteration)
    await GraphRagTurn().run(agent, loop_data)
    assert len(graph.queries) == 1


async def test_a_delayed_recall_is_not_waited_for(store, graph, agent, loop_data, recall_config):
    recall_config["memory_recall_delayed"] = True
    begin_recall(agent, loop_data, delay_s=300)
    await GraphRagTurn().run(agent, loop_data)
    recall = agent.get_data("_recall_memories_task")
    assert not recall.done()
    assert list(loop_data.extras_persistent) == ["graphrag"]
    recall.cancel()
