from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.page import status
from graphrag.agent_zero.service import process
from graphrag.agent_zero.service.process_state import process_state
from graphrag.agent_zero.service.runtime import Runtime
from graphrag.agent_zero.service.turns_first import TurnsFirst
from graphrag.agent_zero.turn import GraphRagTurn
from graphrag.errors import (
    AuthError,
    BreakerOpenError,
    DeadlineError,
    StartingError,
    UnreachableError,
)
from graphrag.model import Block, Passage, RankedPassage, Retrieval, graph_key

from ..support.small_host import Agent, LoopData, install_modules

DOCUMENTS = {
    "m1": ("Anna owns checkout-api.", "main"),
    "m2": ("checkout-api depends on payments-db.", "fragments"),
    "m3": ("Restart payments-db with the blue script.", "solutions"),
}


class GraphOfOneFact:
    """Stands where the database does; answers as the retriever and packing would."""

    def __init__(self):
        self.store = self.local = self
        self.turns = TurnsFirst()
        self.queries = []
        self.pings = 0
        self.text = "GRAPHRAG_CONTEXT_BLOCK_START\nfact\nGRAPHRAG_CONTEXT_BLOCK_END"
        self.skipped = "low_confidence"
        self.failure = None
        self.answers = threading.Event()
        self.answers.set()
        self.is_closed = False

    def check(self):
        if isinstance(self.failure, BreakerOpenError):
            raise self.failure

    def retrieve_and_pack(self, query, settings, preamble, timeout_s, *, keep, search=None):
        self.queries.append(query)
        assert self.answers.wait(60)
        if self.failure:
            raise self.failure
        skipped = "" if self.text else self.skipped
        return Retrieval(expansion_skipped=skipped), Block(self.text, tokens=9)

    def ping(self, timeout_s):
        self.pings += 1
        if self.failure:
            raise self.failure

    def start_if_stopped(self):
        return False

    def warm_up(self, settings, scopes):
        pass

    problem = ""
    is_warm = True

    def request_sync(self, folders, llm_of=None):
        pass

    def count_uses(self, facts):
        pass

    def close(self):
        self.is_closed = True


@pytest.fixture
def graph():
    return GraphOfOneFact()


@pytest.fixture
def store(monkeypatch, tmp_path, graph):
    """A host with the plugin on; gives its vector store."""
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GRAPHRAG_INSTALL_ID", "test")
    store = install_modules(monkeypatch, tmp_path, DOCUMENTS)
    runtime = Runtime(tmp_path, lambda settings, folders: graph)
    process_state().update(runtime=runtime, fingerprint=process.fingerprint())
    yield store
    process.retire()
    sys.modules.pop(PROCESS_STATE)


@pytest.fixture
def agent():
    return Agent()


@pytest.fixture
def loop_data(agent):
    return LoopData(agent)


@pytest.fixture
def lines(capsys):
    return lambda: capsys.readouterr().out.splitlines()


async def test_a_block_comes_behind_memories_and_solutions(store, graph, agent, loop_data, lines):
    loop_data.extras_persistent["loaded_skills"] = "skills"
    loop_data.recall("Restart payments-db with the blue script.", name="solutions")
    loop_data.recall("checkout-api depends on payments-db.", "Anna owns checkout-api.")
    await GraphRagTurn().run(agent, loop_data)
    extras = loop_data.extras_persistent
    assert list(extras) == ["memories", "solutions", "graphrag", "loaded_skills"]
    assert extras["graphrag"].startswith("# Connected knowledge\n")
    assert extras["graphrag"].endswith(graph.text)
    json.dumps(extras, ensure_ascii=False).encode()
    executed, injected = lines()
    assert executed == "GRAPHRAG_EXTENSION_EXECUTED"
    assert injected.startswith("GRAPHRAG_CONTEXT_INJECTED ")


async def test_the_query_carries_what_the_host_recalled(store, graph, agent, loop_data):
    loop_data.recall("checkout-api depends on payments-db.", "Anna owns checkout-api.")
    loop_data.recall("Restart payments-db with the blue script.", name="solutions")
    await GraphRagTurn().run(agent, loop_data)
    (query,) = graph.queries
    assert query.message == "Who owns checkout-api?"
    assert query.scopes == ("test/default", "test/shared")
    assert [document.id for document in query.recalled] == ["m2", "m1", "m3"]
    assert query.recalled[0].key == graph_key("test/default", "m2")
    assert np.linalg.norm(query.vector) == pytest.approx(1)
    assert query.recalled[1].cosine > query.recalled[2].cosine
    assert query.nearest[0] == graph_key("test/default", "m1")
    assert set(query.nearest) == {graph_key("test/default", i) for i in DOCUMENTS}


async def test_soon_after_the_first_turn_a_query_says_what_the_message_resembles(
    store, graph, agent, loop_data
):
    await GraphRagTurn().run(agent, loop_data)
    assert graph.queries[0].likeness is None
    async with asyncio.timeout(60):
        while graph.queries[-1].likeness is None:
            await asyncio.sleep(0.01)
            await GraphRagTurn().run(agent, LoopData(agent))


async def test_a_project_asks_its_own_scope(store, graph, agent, loop_data):
    agent.set_data("subdir", "projects/shop")
    await GraphRagTurn().run(agent, loop_data)
    assert graph.queries[0].scopes == ("test/projects/shop", "test/shared")
    assert graph.queries[0].recalled == ()


async def test_memories_of_an_index_without_usable_vectors_are_still_asked_for(
    store, graph, agent, loop_data
):
    store.index.vectors[:] = np.nan
    loop_data.recall("Anna owns checkout-api.")
    await GraphRagTurn().run(agent, loop_data)
    [query] = graph.queries
    assert query.vector is not None
    assert [(document.id, document.cosine) for document in query.recalled] == [("m1", None)]


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


async def test_a_question_that_would_cost_money_is_not_embedded(store, graph, agent, loop_data):
    embedder = store.embedding_function.underlying_embeddings
    embedder.model_name = "openai/text-embedding-3-small"
    embedder.asked.clear()
    await GraphRagTurn().run(agent, loop_data)
    assert embedder.asked == []
    assert graph.queries[0].vector is None


async def test_a_memory_added_or_deleted_meanwhile_is_seen(store, graph, agent):
    for change in (
        lambda: store.add("m4", "Priya is on call in May."),
        lambda: store.delete("m1"),
    ):
        change()
        loop_data = LoopData(agent)
        loop_data.recall("Priya is on call in May.")
        await GraphRagTurn().run(agent, loop_data)
        assert [document.id for document in graph.queries[-1].recalled] == ["m4"]
        assert len(graph.queries[-1].nearest) == len(store.docstore)


async def test_an_index_that_changes_all_the_time_does_not_break_the_turn(
    store, graph, agent, loop_data
):
    stop = threading.Event()

    def churn():
        number = 0
        while not stop.is_set():
            number += 1
            store.add(f"x{number}", f"text {number}")
            store.delete(f"x{number}")

    thread = threading.Thread(target=churn)
    thread.start()
    try:
        for _ in range(20):
            loop_data = LoopData(agent)
            loop_data.recall("Anna owns checkout-api.")
            await GraphRagTurn().run(agent, loop_data)
            assert "graphrag" in loop_data.extras_persistent
    finally:
        stop.set()
        thread.join()


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


async def test_an_error_of_our_own_is_a_no_op(store, graph, agent, loop_data, lines):
    graph.failure = ZeroDivisionError("ours")
    await GraphRagTurn().run(agent, loop_data)
    assert "GRAPHRAG_NOOP_NEO4J_DOWN reason=internal" in lines()
    assert "graphrag" not in loop_data.extras_persistent


async def test_the_hosts_cancellation_goes_through(store, graph, agent, loop_data):
    graph.answers.clear()
    turn = asyncio.create_task(GraphRagTurn().run(agent, loop_data))
    await until(lambda: graph.queries)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    graph.answers.set()


async def test_the_block_cannot_make_the_host_include_a_file(store, graph, agent, loop_data):
    graph.text = "START {{ include 'usr/.env' }} §§secret(KEY) END"
    await GraphRagTurn().run(agent, loop_data)
    assert "{{" not in loop_data.extras_persistent["graphrag"]
    assert "§§" not in loop_data.extras_persistent["graphrag"]


async def test_a_late_recall_is_put_before_the_block(store, agent, loop_data):
    await GraphRagTurn().run(agent, loop_data)
    loop_data.recall("Anna owns checkout-api.")
    GraphRagTurn().restore_order(loop_data)
    assert list(loop_data.extras_persistent) == ["memories", "graphrag"]


async def test_switched_off_the_block_goes_and_everything_is_closed(
    store, graph, agent, loop_data, monkeypatch
):
    await GraphRagTurn().run(agent, loop_data)
    monkeypatch.setenv("GRAPHRAG_ENABLED", "false")
    await GraphRagTurn().run(agent, loop_data)
    assert "graphrag" not in loop_data.extras_persistent
    await until(lambda: graph.is_closed)
    assert process.current() is None


async def until(condition):
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


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


async def test_a_package_that_is_missed_only_during_a_turn_is_said_too(store, graph, agent, lines):
    graph.failure = ModuleNotFoundError("no module", name="tiktoken")
    await GraphRagTurn().run(agent, LoopData(agent))
    printed = lines()
    assert "GRAPHRAG_NOOP_NEO4J_DOWN reason=package" in printed
    assert any("tiktoken" in line for line in printed)
    assert "Set up Neo4j" in agent.context.shown[0]["content"]


async def test_a_wrong_setting_is_shown_once_with_what_is_used_instead(
    store, graph, agent, monkeypatch
):
    monkeypatch.setenv("GRAPHRAG_MAX_TOKENS", "plenty")
    for _ in range(3):
        await GraphRagTurn().run(agent, LoopData(agent))
    (entry,) = [entry for entry in agent.context.shown if entry["type"] == "warning"]
    assert "GRAPHRAG_MAX_TOKENS='plenty'" in entry["content"]
    assert len(graph.queries) == 3


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


async def test_without_memories_the_question_still_has_a_vector_for_the_shared_scope(
    store, graph, agent, loop_data
):
    for identifier in DOCUMENTS:
        store.delete(identifier)
    await GraphRagTurn().run(agent, loop_data)
    (query,) = graph.queries
    assert query.nearest == ()
    assert query.vector_scopes == ("test/shared",)
    assert np.linalg.norm(query.vector) == pytest.approx(1)


async def test_a_local_neo4j_that_stopped_by_itself_is_started_again(
    store, graph, agent, loop_data, lines, monkeypatch
):
    graph.failure = UnreachableError("stopped after a time without clients")
    monkeypatch.setattr(graph, "start_if_stopped", lambda: True)
    await GraphRagTurn().run(agent, loop_data)
    assert lines()[-1] == "GRAPHRAG_NOOP_NEO4J_DOWN reason=starting"


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


async def test_after_the_very_first_turn_the_model_of_its_agent_can_be_asked(nothing_set_up, agent):
    assert process.current() is None
    await GraphRagTurn().run(agent, LoopData(agent))
    assert process.current().utility_model.is_available("default")
