"""What a turn tells the user in the chat, and how often."""

from __future__ import annotations

import pytest

from graphrag.agent_zero.turn import GraphRagTurn
from graphrag.errors import AuthError, DeadlineError, StartingError

from ....support.small_host import Agent, LoopData


async def test_what_the_user_must_do_is_shown_once_in_a_chat(store, graph, agent):
    graph.failure = AuthError("wrong password", "check NEO4J_PASSWORD")
    for _ in range(3):
        await GraphRagTurn().run(agent, LoopData(agent))
    (entry,) = agent.context.shown
    assert entry["type"] == "warning"
    assert "check NEO4J_PASSWORD" in entry["content"]


async def test_a_chat_that_was_reset_has_an_empty_log_and_is_told_again(store, graph, agent):
    graph.failure = AuthError("wrong password", "check NEO4J_PASSWORD")
    for log in ("first", "first", "second"):
        agent.context.log.guid = log  # the host gives a log that it has emptied a new one
        await GraphRagTurn().run(agent, LoopData(agent))
    assert len(agent.context.shown) == 2


@pytest.mark.parametrize(
    ("failure", "heading", "words"),
    [
        (StartingError("the local Neo4j is starting", "wait"), "getting ready", "starting. Memory"),
        (DeadlineError("Neo4j did not answer within 400 ms"), "had no graph", "slow or busy"),
    ],
)
async def test_a_graph_that_is_late_is_told_once_in_a_chat_and_not_called_down(
    failure, heading, words, store, graph, agent
):
    graph.failure = failure
    for _ in range(3):
        await GraphRagTurn().run(agent, LoopData(agent))
    (entry,) = agent.context.shown
    assert entry["type"] == "info"
    assert heading in entry["heading"]
    assert words in entry["content"]
    assert "down" not in f"{entry['heading']} {entry['content']}".lower()


async def test_a_graph_into_which_the_memories_are_about_to_come_is_told_once(store, graph, agent):
    graph.text, graph.skipped = "", "empty_graph"
    for _ in range(2):
        await GraphRagTurn().run(agent, LoopData(agent))
    (entry,) = agent.context.shown
    assert "still empty" in entry["heading"]
    assert "within a minute" in entry["content"]


async def test_a_turn_without_a_block_of_a_filled_graph_is_not_told(store, graph, agent):
    graph.text = ""
    await GraphRagTurn().run(agent, LoopData(agent))
    assert agent.context.shown == []


async def test_an_empty_graph_that_stays_empty_is_not_told(store, graph, agent, monkeypatch):
    graph.text, graph.skipped = "", "empty_graph"
    monkeypatch.setenv("GRAPHRAG_SYNC", "false")
    await GraphRagTurn().run(agent, LoopData(agent))
    assert agent.context.shown == []


async def test_a_spelling_that_is_neither_true_nor_false_is_off_and_told_once_in_each_chat(
    store, graph, agent, loop_data, lines, monkeypatch
):
    monkeypatch.setenv("GRAPHRAG_ENABLED", "maybe")
    await GraphRagTurn().run(agent, loop_data)
    await GraphRagTurn().run(agent, loop_data)
    assert graph.queries == []
    other_chat = Agent()
    await GraphRagTurn().run(other_chat, LoopData(other_chat))
    assert sum("GRAPHRAG_ENABLED='maybe'" in line for line in lines()) == 1
    assert len(agent.context.shown) == len(other_chat.context.shown) == 1


async def test_a_wrong_setting_is_shown_once_with_what_is_used_instead(
    store, graph, agent, monkeypatch
):
    monkeypatch.setenv("GRAPHRAG_MAX_TOKENS", "plenty")
    for _ in range(3):
        await GraphRagTurn().run(agent, LoopData(agent))
    (entry,) = [entry for entry in agent.context.shown if entry["type"] == "warning"]
    assert "GRAPHRAG_MAX_TOKENS='plenty'" in entry["content"]
    assert len(graph.queries) == 3


async def test_a_package_that_is_missed_only_during_a_turn_is_said_too(store, graph, agent, lines):
    graph.failure = ModuleNotFoundError("no module", name="tiktoken")
    await GraphRagTurn().run(agent, LoopData(agent))
    printed = lines()
    assert "GRAPHRAG_NOOP_NEO4J_DOWN reason=package" in printed
    assert any("tiktoken" in line for line in printed)
    assert "Set up Neo4j" in agent.context.shown[0]["content"]
