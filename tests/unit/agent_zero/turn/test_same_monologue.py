"""When a later iteration of a monologue asks the graph again."""

from __future__ import annotations

import pytest

from graphrag.agent_zero.turn import GraphRagTurn
from graphrag.errors import UnreachableError
from graphrag.model import Block, Passage, RankedPassage, Retrieval, graph_key
from graphrag.reasons import Reason

from ....support.graph_of_one_fact import DOCUMENTS
from ....support.small_host import LoopData


async def test_another_project_in_the_same_monologue_is_asked_anew(store, graph, agent, loop_data):
    await GraphRagTurn().run(agent, loop_data)
    agent.set_data("subdir", "projects/shop")
    await GraphRagTurn().run(agent, loop_data)
    assert [query.scopes[0] for query in graph.queries] == ["test/default", "test/projects/shop"]


async def test_graph_work_is_done_again_only_when_something_changed(
    store, graph, agent, loop_data, lines
):
    for iteration in range(7):
        loop_data.iteration = iteration
        if iteration == 0:
            loop_data.recall("Anna owns checkout-api.")
        if iteration == 3:  # the host recalls again: deletes and adds
            loop_data.recall("checkout-api depends on payments-db.")
            assert list(loop_data.extras_persistent) == ["graphrag", "memories"]
        await GraphRagTurn().run(agent, loop_data)
        assert list(loop_data.extras_persistent) == ["memories", "graphrag"]
    assert len(graph.queries) == 2
    assert sum(line.startswith("GRAPHRAG_CONTEXT_INJECTED") for line in lines()) == 7


@pytest.mark.parametrize("edited", [False, True])
async def test_a_memory_deleted_or_edited_during_a_monologue_leaves_the_prompt(
    store, graph, agent, loop_data, lines, monkeypatch, edited
):
    text = DOCUMENTS["m1"][0]
    passage = Passage(graph_key("test/default", "m1"), "m1", "test/default", text=text)
    found = Retrieval(passages=(RankedPassage(passage, 1.0, "graph", None, 1.0, 0.0, 1),))

    def retrieve_and_pack(query, settings, preamble, timeout_s, *, keep, search=None):
        kept = keep(found)
        return kept, Block("\n".join(entry.passage.text for entry in kept.passages))

    monkeypatch.setattr(graph, "retrieve_and_pack", retrieve_and_pack)
    await GraphRagTurn().run(agent, loop_data)
    assert text in loop_data.extras_persistent["graphrag"]
    store.delete("m1")
    if edited:  # as the host does it: delete and add
        store.add("m1", "Tove owns checkout-api.")
    await GraphRagTurn().run(agent, loop_data)
    assert "graphrag" not in loop_data.extras_persistent
    assert lines()[-1] == "GRAPHRAG_NOOP_EMPTY reason=nothing_found"


async def test_after_abstaining_a_new_memory_asks_again(store, graph, agent, loop_data):
    block, graph.text = graph.text, ""
    await GraphRagTurn().run(agent, loop_data)
    store.add("m4", "Priya is on call in May.")
    graph.text = block
    await GraphRagTurn().run(agent, loop_data)
    assert "graphrag" in loop_data.extras_persistent


async def test_a_graph_that_the_sync_fills_during_a_monologue_is_used_in_it(
    store, graph, agent, loop_data, lines
):
    block, graph.text = graph.text, ""
    graph.skipped = Reason.EMPTY_GRAPH
    await GraphRagTurn().run(agent, loop_data)
    assert lines()[-1] == "GRAPHRAG_NOOP_EMPTY reason=empty_graph"
    graph.text = block
    await GraphRagTurn().run(agent, loop_data)
    assert "graphrag" in loop_data.extras_persistent


async def test_another_message_in_the_same_monologue_asks_again(store, graph, agent, loop_data):
    await GraphRagTurn().run(agent, loop_data)
    agent.last_user_message.content = {"user_intervention": "Rather: who owns payments-db?"}
    await GraphRagTurn().run(agent, loop_data)
    messages = [query.message for query in graph.queries]
    assert messages == ["Who owns checkout-api?", "Rather: who owns payments-db?"]


async def test_the_same_question_in_the_next_monologue_asks_again(store, graph, agent):
    await GraphRagTurn().run(agent, LoopData(agent))
    await GraphRagTurn().run(agent, LoopData(agent))
    assert len(graph.queries) == 2


async def test_the_block_goes_when_neo4j_is_lost_and_comes_back_with_it(
    store, graph, agent, loop_data, lines
):
    await GraphRagTurn().run(agent, loop_data)
    graph.failure = UnreachableError("gone")
    await GraphRagTurn().run(agent, loop_data)
    assert "graphrag" not in loop_data.extras_persistent
    assert lines()[-1] == "GRAPHRAG_NOOP_NEO4J_DOWN reason=refused"
    graph.failure = None
    await GraphRagTurn().run(agent, loop_data)
    assert "graphrag" in loop_data.extras_persistent


async def test_abstaining_is_said_with_its_reason_each_time(store, graph, agent, loop_data, lines):
    graph.text = ""
    await GraphRagTurn().run(agent, loop_data)
    await GraphRagTurn().run(agent, loop_data)
    assert "graphrag" not in loop_data.extras_persistent
    assert lines().count("GRAPHRAG_NOOP_EMPTY reason=low_confidence") == 2
    assert len(graph.queries) == 1
