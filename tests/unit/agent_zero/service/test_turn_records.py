"""What is kept of the last turns, and what a turn in shadow mode does."""

from __future__ import annotations

import importlib
import json
import sys
import threading
import time
from dataclasses import asdict
from types import SimpleNamespace

import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.markers import NEO4J_DOWN
from graphrag.agent_zero.service import kept_turns, process
from graphrag.agent_zero.service.process_state import process_state
from graphrag.agent_zero.service.runtime import Runtime
from graphrag.agent_zero.tool import tool_prompt
from graphrag.agent_zero.turn import GraphRagTurn
from graphrag.agent_zero.turn_record import (
    MAX_LINE,
    MAX_MESSAGE,
    MAX_RECALLED,
    TurnRecord,
    new_turn_id,
    plain,
)
from graphrag.errors import BreakerOpenError
from graphrag.model import Block, Fact, Passage, RankedPassage, Retrieval, graph_key
from graphrag.reasons import Reason

from ....support.graph_of_one_fact import DOCUMENTS, GraphOfOneFact
from ....support.least_cpu import least_cpu
from ....support.small_host import MEMORIES_TEMPLATE, Agent, LoopData, install_modules

SECRET = "".join(["hunter", "2", "-planted"])


class GraphOfOneMemory(GraphOfOneFact):
    """Finds ``m2`` over the name of ``m1``, as the retriever and packing would.

    Of some facts the first is in the block.
    """

    shown = "m2 says"
    facts = ()

    def __init__(self):
        super().__init__()
        self.used = []

    def count_uses(self, facts):
        self.used += facts

    def retrieve_and_pack(self, query, settings, preamble, timeout_s, *, keep, search=None):
        super().retrieve_and_pack(query, settings, preamble, timeout_s, keep=keep, search=search)
        scope = query.scopes[0]
        first, second = graph_key(scope, "m1"), graph_key(scope, "m2")
        passage = Passage(second, "m2", scope, text=DOCUMENTS["m2"][0])
        entry = RankedPassage(
            passage, 0.9, "graph", 0.2, 0.7, 0.2, 1, ("checkout-api",), ("service:checkout api",)
        )
        found = Retrieval(
            passages=(entry,),
            facts=self.facts,
            confidence=0.8,
            counts={"candidates": 3},
            stages_ms={"pin": 5.0, "expand": 4.0, "pack": 1.0},
            starts={second: first},
        )
        block = Block(
            self.text,
            tokens=9,
            labels={"1": "m2"},
            passages=(second,),
            facts=tuple(fact.id for fact in self.facts[:1]),
            shown={second: self.shown},
        )
        return found, block if self.text else Block()


@pytest.fixture
def graph():
    return GraphOfOneMemory()


@pytest.fixture(autouse=True)
def host(monkeypatch, tmp_path, graph):
    """A host with the plugin on, over a graph that finds one memory."""
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GRAPHRAG_INSTALL_ID", "test")
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    install_modules(monkeypatch, tmp_path, DOCUMENTS)
    runtime = Runtime(tmp_path, lambda settings, folders: graph)
    process_state().update(runtime=runtime, fingerprint=process.fingerprint())
    yield
    process.retire()


async def one_turn(agent, loop_data=None):
    loop_data = loop_data or LoopData(agent)
    loop_data.recall(DOCUMENTS["m1"][0])
    await GraphRagTurn().run(agent, loop_data)
    return loop_data.extras_persistent


async def test_a_turn_leaves_what_was_asked_what_the_prompt_got_and_why():
    extras = await one_turn(Agent())
    (record,) = kept_turns.last_turns()
    assert record["message"] == "Who owns checkout-api?"
    assert DOCUMENTS["m1"][0] in record["recalled"]
    assert record["block"] == extras["graphrag"]
    assert record["folder"] == "default"
    found = record["findings"]
    assert found["scopes"] == ["test/default", "test/shared"]
    assert [seed["id"] for seed in found["seeds"]] == ["m1"]
    (line,) = found["lines"]
    assert (line["label"], line["id"], line["text"]) == ("1", "m2", "m2 says")
    assert (line["start"], line["path"]) == (DOCUMENTS["m1"][0], ["checkout-api"])
    assert (line["score"], line["graph_score"], line["hybrid_score"]) == (0.9, 0.7, 0.2)
    assert set(found["stages_ms"]) == {"query", "pin", "expand", "pack"}
    json.dumps(record)


async def test_a_message_with_a_misspelled_word_is_read_with_that_of_the_memories(graph):
    ends, read_as = time.monotonic() + 60, ""
    while not read_as and time.monotonic() < ends:
        await one_turn(Agent("Who owns chekout-api?"))  # the words are put together after a turn
        record, *_ = kept_turns.last_turns()
        read_as = record["findings"]["read_as"]
    assert record["message"] == "Who owns chekout-api?"
    assert read_as == graph.queries[-1].message == "Who owns checkout-api?"


async def test_a_secret_with_a_word_that_was_corrected_is_in_no_record(monkeypatch, graph):
    secret = "open chekout sesame"
    manager = SimpleNamespace(load_secrets=lambda: {"PHRASE": secret})
    module = SimpleNamespace(get_secrets_manager=lambda context: manager)
    monkeypatch.setitem(sys.modules, "helpers.secrets", module)
    ends = time.monotonic() + 60
    while not graph.queries or "checkout" not in graph.queries[-1].message:
        assert time.monotonic() < ends, "the words of the memory were not put together"
        await one_turn(Agent(f"The phrase is {secret}."))
    assert "sesame" not in json.dumps(kept_turns.last_turns())


async def test_the_chats_log_names_the_turn_its_time_and_its_sources():
    agent = Agent()
    await one_turn(agent)
    (record,) = kept_turns.last_turns()
    (entry,) = agent.context.shown
    assert entry["type"] == "info"
    assert "1 line from 1 source" in entry["heading"]
    assert entry["kvps"]["turn"] == record["id"]
    assert entry["kvps"]["sources"] == "[1] m2 says"
    assert "pin 5" in entry["kvps"]["time"]


async def test_a_silent_turn_is_recorded_with_its_reason(graph):
    graph.text = ""
    await one_turn(Agent())
    graph.failure = BreakerOpenError("a moment ago")
    await one_turn(Agent())
    refused, empty = kept_turns.last_turns()
    assert (empty["reason"], empty["findings"]["counts"]) == ("nothing_found", {"candidates": 3})
    assert (refused["reason"], refused["findings"]) == ("breaker", None)
    assert refused["folder"] == "default"
    assert DOCUMENTS["m1"][0] in refused["recalled"]


async def test_the_users_secrets_are_hidden_as_in_the_hosts_own_log(monkeypatch, graph):
    manager = SimpleNamespace(load_secrets=lambda: {"BILLING_KEY": SECRET, "EMPTY": ""})
    module = SimpleNamespace(get_secrets_manager=lambda context: manager)
    monkeypatch.setitem(sys.modules, "helpers.secrets", module)
    graph.text = f"m2 says {SECRET}"
    await one_turn(Agent())
    (record,) = kept_turns.last_turns()
    assert "m2 says" in record["block"]
    assert SECRET not in json.dumps(record)


async def test_iterations_that_use_a_block_again_are_one_record():
    agent = Agent()
    loop_data = LoopData(agent)
    for loop_data.iteration in range(4):
        await one_turn(agent, loop_data)
    (record,) = kept_turns.last_turns()
    assert record["iterations"] == 4


async def test_the_last_fifty_turns_are_kept_the_newest_first():
    for number in range(60):
        await one_turn(Agent(f"message {number}"))
    messages = [record["message"] for record in kept_turns.last_turns()]
    assert messages == [f"message {number}" for number in reversed(range(10, 60))]


async def test_the_records_outlive_a_purge_of_the_plugins_modules(monkeypatch):
    await one_turn(Agent())
    (record,) = kept_turns.last_turns()
    for name in [name for name in sys.modules if name.split(".")[0] == "graphrag"]:
        monkeypatch.delitem(sys.modules, name)
    again = importlib.import_module("graphrag.agent_zero.service.kept_turns")
    assert again is not kept_turns
    assert again.last_turns() == [record]


@pytest.mark.parametrize("place", ["environment", "page"])
async def test_no_secret_gets_into_a_record(monkeypatch, graph, place):
    if place == "environment":
        monkeypatch.setenv("NEO4J_PASSWORD", SECRET)
    else:
        config = {"neo4j_password": SECRET}
        monkeypatch.setattr(
            "graphrag.agent_zero.host.settings_source.plugin_config", lambda agent=None: config
        )
    graph.text = f"bolt://neo4j:{SECRET}@db.example says {SECRET}"
    await one_turn(Agent(f"Why does neo4j://admin:{SECRET}-too@db refuse {SECRET}?"))
    (record,) = kept_turns.last_turns()
    assert SECRET not in json.dumps(record)
    assert "//***@db" in record["message"]


@pytest.mark.parametrize("written", [SECRET, f"bolt://neo4j:{SECRET}@db"])
async def test_nothing_is_left_of_a_secret_on_which_a_text_is_cut(monkeypatch, graph, written):
    if written == SECRET:
        monkeypatch.setenv("NEO4J_PASSWORD", SECRET)
    begins = written.index(SECRET) + 6  # so much of it stands before the cut

    def across(longest):
        return f"{'x' * (longest - begins - 1)} {written}, and more"

    memory, graph.shown = across(MAX_LINE), across(60)
    monkeypatch.setitem(DOCUMENTS, "m1", (memory, "main"))
    store = sys.modules["plugins._memory.helpers.memory"].Memory.index["default"]
    store.docstore["m1"].page_content = memory
    agent = Agent(across(MAX_MESSAGE))
    loop_data = LoopData(agent)
    loop_data.recall(memory, across(MAX_RECALLED - len(memory) - len(MEMORIES_TEMPLATE) - 2))
    await GraphRagTurn().run(agent, loop_data)
    (record,) = kept_turns.last_turns()
    assert [seed["id"] for seed in record["findings"]["seeds"]] == ["m1"]
    assert SECRET[:5] not in json.dumps(record)
    assert SECRET[:5] not in str(agent.context.shown)


async def test_a_record_that_cannot_be_made_changes_nothing(capsys):
    class Unreadable:
        def __str__(self):
            raise ValueError("no text")

    agent = Agent()
    agent.context.id = Unreadable()
    assert "graphrag" in await one_turn(agent)
    assert kept_turns.last_turns() == []
    assert "could not be recorded" in capsys.readouterr().out


def test_a_record_costs_no_more_than_a_few_times_its_json():
    """A long one: 20 lines, and all of its texts at their limits."""
    from graphrag.agent_zero.turn_record import Findings, Seed, ShownLine

    lines = tuple(ShownLine(str(n), "memory", f"m{n}", "x" * 400) for n in range(20))
    seeds = tuple(Seed(f"s{n}", "y" * 400, 0.5) for n in range(8))
    findings = Findings(seeds=seeds, lines=lines, stages_ms={"pin": 1.0})
    record = TurnRecord(
        new_turn_id(), "c", "default", "m" * 2000, "r" * 8000, "X", block="b" * 4000,
        findings=findings,
    )  # fmt: skip
    recorded, as_json = (
        least_cpu(lambda: kept_turns.record_turn(record, [SECRET])),
        least_cpu(lambda: json.dumps(asdict(record))),
    )
    assert recorded < 10 * as_json


def test_hiding_keeps_what_is_no_secret():
    record = TurnRecord("id", "c", "default", "mail tove@example.org // and 2@3", "", "X")
    assert plain(record)["message"] == record.message
    assert plain(record, ["x", ""])["marker"] == "X"
    assert plain(record, ["o"])["message"] == record.message


def test_nothing_is_left_of_a_secret_that_contains_another_one():
    record = TurnRecord("id", "c", "default", "The key is abcd-extra.", "", "X")
    assert plain(record, ["abcd", "abcd-extra"])["message"] == "The key is ***."


@pytest.fixture
def shadow(monkeypatch):
    monkeypatch.setenv("GRAPHRAG_MODE", "shadow")


@pytest.mark.usefixtures("shadow")
async def test_in_shadow_mode_the_prompt_stays_as_it_was_and_the_record_has_the_block(
    graph, capsys
):
    agent = Agent()
    assert list(await one_turn(agent)) == ["memories"]
    (record,) = kept_turns.last_turns()
    assert graph.text in record["block"]
    assert record["findings"]["lines"]
    assert "GRAPHRAG_NOOP_SHADOW reason=shadow passages=1" in capsys.readouterr().out
    assert "would have added 1 line" in agent.context.shown[0]["heading"]


async def test_a_turn_that_broke_before_it_asked_is_among_the_last_turns():
    agent = Agent()
    agent.get_data = None
    assert "graphrag" not in await one_turn(agent)
    (record,) = kept_turns.last_turns()
    assert (record["marker"], record["reason"]) == (NEO4J_DOWN, Reason.INTERNAL)


async def test_a_fact_counts_as_used_where_the_prompt_got_it(graph, monkeypatch):
    graph.facts = tuple(
        Fact(name, "a", name, "Ada", name, "OWNS", "owns") for name in ("barn", "mill")
    )
    await one_turn(Agent())
    assert graph.used == [graph.facts[0]]
    monkeypatch.setenv("GRAPHRAG_MODE", "shadow")
    await one_turn(Agent())
    assert graph.used == [graph.facts[0]]


@pytest.mark.usefixtures("shadow")
async def test_in_shadow_mode_later_iterations_stay_silent_too(capsys):
    agent = Agent()
    loop_data = LoopData(agent)
    for loop_data.iteration in range(3):
        assert "graphrag" not in await one_turn(agent, loop_data)
    assert capsys.readouterr().out.count("GRAPHRAG_NOOP_SHADOW") == 3


async def test_the_mode_is_obeyed_at_the_next_iteration(monkeypatch):
    agent = Agent()
    loop_data = LoopData(agent)
    assert "graphrag" in await one_turn(agent, loop_data)
    monkeypatch.setenv("GRAPHRAG_MODE", "shadow")
    assert "graphrag" not in await one_turn(agent, loop_data)
    monkeypatch.setenv("GRAPHRAG_MODE", "on")
    assert "graphrag" in await one_turn(agent, loop_data)


@pytest.mark.usefixtures("shadow")
def test_in_shadow_mode_the_agent_is_not_told_of_the_tool(monkeypatch):
    agent = Agent()
    agent.read_prompt = lambda name: "graph_search: ..."
    assert tool_prompt(agent) == []
    monkeypatch.setenv("GRAPHRAG_MODE", "on")
    assert tool_prompt(agent) == ["graph_search: ..."]


async def test_reading_the_records_while_turns_are_recorded_never_fails():
    stop = threading.Event()
    failures = []

    def read():
        while not stop.is_set():
            try:
                kept_turns.last_turns()
            except RuntimeError as error:
                failures.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    record = TurnRecord("", "c", "default", "", "", "X")
    for _ in range(3000):
        kept_turns.record_turn(TurnRecord(new_turn_id(), *[record.chat] * 5))
    stop.set()
    reader.join()
    assert not failures


async def test_chats_that_record_their_turns_at_once_do_not_disturb_each_other():
    here = threading.current_thread()
    other = threading.Thread(target=lambda: kept_turns.record_turn(TurnRecord("b", *["x"] * 5)))

    class Interrupted(dict):
        def __iter__(self):
            names = list(super().__iter__())
            if threading.current_thread() is here:
                other.start()
                other.join(0.2)
            return iter(names)

    process_state()["turns"] = Interrupted({str(n): {} for n in range(kept_turns.TURNS_KEPT)})
    kept_turns.record_turn(TurnRecord("a", *["x"] * 5))
    other.join()
    assert [turn["id"] for turn in kept_turns.last_turns()[:2]] == ["b", "a"]
