"""A turn in which something fails or hangs."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import threading
import time

import numpy as np
import pytest

from graphrag.agent_zero.page import status
from graphrag.agent_zero.service import process
from graphrag.agent_zero.service.process_state import process_state
from graphrag.agent_zero.service.runtime import Runtime
from graphrag.agent_zero.turn import GraphRagTurn
from graphrag.errors import BreakerOpenError, UnreachableError

from ....support.graph_of_one_fact import until
from ....support.small_host import LoopData


def add_memory(store):
    number = len(store.docstore)
    store.add(f"x{number}", f"text {number}")


def delete_memory(store):
    store.delete(next(reversed(store.docstore)))


async def test_an_open_breaker_says_so_at_once(store, graph, agent, loop_data, lines):
    graph.failure = BreakerOpenError("a moment ago")
    await GraphRagTurn().run(agent, loop_data)
    assert lines()[-1] == "GRAPHRAG_NOOP_NEO4J_DOWN reason=breaker"
    assert graph.queries == []


async def test_a_turn_that_an_open_breaker_refuses_is_the_last_turn_of_the_page(
    store, graph, agent, monkeypatch
):
    monkeypatch.setenv("NEO4J_URI", "bolt://db.example:7687")
    await GraphRagTurn().run(agent, LoopData(agent))
    used = status.report({"graphrag_enabled": True})
    graph.failure = BreakerOpenError("a moment ago")
    await GraphRagTurn().run(agent, LoopData(agent))
    assert used["state"] == "ready"
    assert status.report({"graphrag_enabled": True})["state"] == "breaker"


async def test_a_graph_that_hangs_costs_the_budget_and_blocks_nobody(
    store, graph, agent, loop_data, lines, monkeypatch
):
    monkeypatch.setenv("GRAPHRAG_TURN_BUDGET_MS", "2000")
    graph.answers.clear()
    others_ran = 0

    async def other_chats():
        nonlocal others_ran
        while True:
            await asyncio.sleep(0.001)
            others_ran += 1

    others = asyncio.create_task(other_chats())
    started = time.perf_counter()
    await GraphRagTurn().run(agent, loop_data)
    assert time.perf_counter() - started >= 1.9
    others.cancel()
    assert not graph.answers.is_set(), "the turn waited for the graph"
    graph.answers.set()
    assert lines()[-1] == "GRAPHRAG_NOOP_NEO4J_DOWN reason=timeout"
    assert "slow or busy" in agent.context.shown[0]["content"]
    assert others_ran >= 3


async def test_an_embedder_that_hangs_costs_half_the_budget(
    store, graph, agent, loop_data, monkeypatch
):
    released = threading.Event()
    embedder = store.embedding_function.underlying_embeddings
    monkeypatch.setattr(embedder, "embed_query", lambda text: released.wait(5) and None)
    loop_data.recall("Anna owns checkout-api.")
    await GraphRagTurn().run(agent, loop_data)
    released.set()
    (query,) = graph.queries
    assert "graphrag" in loop_data.extras_persistent
    own = store.index.vectors[0] / np.linalg.norm(store.index.vectors[0])
    assert query.vector == pytest.approx(own, abs=1e-6)  # the mean of what was recalled


@pytest.mark.parametrize("changes", [add_memory, delete_memory], ids=lambda each: each.__name__)
async def test_an_index_that_changes_whenever_it_is_read_does_not_break_the_turn(
    store, graph, agent, lines, monkeypatch, changes
):
    for number in range(100):
        store.add(f"x{number}", f"text {number}")
    read = store.get_all_docs

    def read_while_it_changes():
        documents = dict(read())
        changes(store)
        return documents

    monkeypatch.setattr(store, "get_all_docs", read_while_it_changes)
    for _ in range(3):
        loop_data = LoopData(agent)
        loop_data.recall("Anna owns checkout-api.")
        await GraphRagTurn().run(agent, loop_data)
        assert "graphrag" in loop_data.extras_persistent, lines()


@pytest.mark.parametrize("broken", ["get_data", "read_prompt", "context", "config"])
async def test_whatever_breaks_the_prompt_stays_and_nothing_is_raised(
    store, agent, loop_data, lines, broken
):
    loop_data.recall("Anna owns checkout-api.")
    before = dict(loop_data.extras_persistent)
    setattr(agent, broken, None)
    await GraphRagTurn().run(agent, loop_data)
    loop_data.extras_persistent.pop("graphrag", None)
    assert dict(loop_data.extras_persistent) == before
    assert lines()[0] == "GRAPHRAG_EXTENSION_EXECUTED"


@pytest.mark.parametrize(
    "failure", [ZeroDivisionError("ours"), SystemExit(1), asyncio.CancelledError()]
)
async def test_an_error_of_our_own_is_a_no_op(store, graph, agent, loop_data, lines, failure):
    graph.failure = failure
    await GraphRagTurn().run(agent, loop_data)
    assert "GRAPHRAG_NOOP_NEO4J_DOWN reason=internal" in lines()
    assert "graphrag" not in loop_data.extras_persistent


class UnspeakableError(Exception):
    def __str__(self):
        raise TypeError("no words for it")


@pytest.mark.parametrize("error", [ValueError("from the host"), UnspeakableError()], ids=repr)
@pytest.mark.parametrize("is_being_replaced", [False, True])
async def test_an_error_that_cannot_be_told_still_ends_in_one_marker_and_no_block(
    store, agent, loop_data, lines, monkeypatch, error, is_being_replaced
):
    def fail(*arguments):
        raise error

    loop_data.extras_persistent["graphrag"] = "the block of the iteration before"
    monkeypatch.setattr(agent, "get_data", fail)
    if is_being_replaced:  # an update removes our files while the host runs
        monkeypatch.setitem(sys.modules, "graphrag.wording", None)
    await GraphRagTurn().run(agent, loop_data)
    assert lines()[:2] == [
        "GRAPHRAG_EXTENSION_EXECUTED",
        "GRAPHRAG_NOOP_NEO4J_DOWN reason=internal",
    ]
    assert "graphrag" not in loop_data.extras_persistent


async def test_the_hosts_cancellation_goes_through(store, graph, agent, loop_data):
    graph.answers.clear()
    turn = asyncio.create_task(GraphRagTurn().run(agent, loop_data))
    await until(lambda: graph.queries)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    graph.answers.set()


async def test_asyncio_does_not_complain_of_what_fails_after_the_host_has_cancelled_the_turn(
    store, graph, agent, loop_data
):
    complaints = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
    graph.answers.clear()
    turn = asyncio.create_task(GraphRagTurn().run(agent, loop_data))
    await until(lambda: graph.queries)
    turn.cancel()
    await asyncio.wait({turn})
    graph.failure = SystemExit(1)  # of a library
    graph.answers.set()
    await until(lambda: all(each.name != "graphrag-turn" for each in threading.enumerate()))
    for _ in range(3):
        await asyncio.sleep(0)
    del turn
    graph.failure = None  # its traceback holds what asyncio would complain of
    gc.collect()
    assert not complaints


async def test_a_local_neo4j_that_stopped_by_itself_is_started_again(
    store, graph, agent, loop_data, lines, monkeypatch
):
    graph.failure = UnreachableError("stopped after a time without clients")
    monkeypatch.setattr(graph, "start_local", lambda settings: True)
    await GraphRagTurn().run(agent, loop_data)
    assert lines()[-1] == "GRAPHRAG_NOOP_NEO4J_DOWN reason=starting"


@pytest.mark.parametrize("step", [(process, "acquire"), (Runtime, "answer")])
async def test_a_turn_before_which_the_plugin_is_closed_says_so(
    store, agent, loop_data, lines, monkeypatch, step
):
    place, name = step
    go_on = getattr(place, name)

    def close_first(*arguments):
        process.retire()
        return go_on(*arguments)

    monkeypatch.setattr(place, name, close_first)
    await GraphRagTurn().run(agent, loop_data)
    assert lines()[-1] == "GRAPHRAG_NOOP_NEO4J_DOWN reason=closed"
    assert agent.context.shown == []


async def test_a_turn_that_waits_for_a_server_as_the_plugin_is_closed_warns_of_no_server(
    store, agent, loop_data, lines, monkeypatch, tmp_path
):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("NEO4J_URI", f"bolt://127.0.0.1:{silent.getsockname()[1]}")
        monkeypatch.setenv("NEO4J_PASSWORD", "none")
        monkeypatch.setenv("NEO4J_QUERY_TIMEOUT_MS", "5000")
        monkeypatch.setenv("GRAPHRAG_SYNC", "false")
        process_state()["runtime"] = Runtime(tmp_path)
        turn = asyncio.create_task(GraphRagTurn().run(agent, loop_data))
        connection, _ = await asyncio.to_thread(silent.accept)
        await asyncio.to_thread(process.retire)
        await turn
        connection.close()
    assert lines()[-1] == "GRAPHRAG_NOOP_NEO4J_DOWN reason=closed"
    assert agent.context.shown == []
    assert status.report({"graphrag_enabled": True})["words"].startswith(
        "On: the plugin was closed"
    )
