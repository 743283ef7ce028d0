"""The adapter over a live Neo4j: a host's memories become a graph, and a turn gets its block."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time

import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.host.name_lists import FILE, change_names, names_file
from graphrag.agent_zero.service import kept_turns, process
from graphrag.agent_zero.tool import graph_search
from graphrag.agent_zero.turn import GraphRagTurn
from graphrag.embedding import HashedEmbedder
from graphrag.graph.access_counts import AccessCounter
from graphrag.graph.ingest import ingest_paths

from ..support.certificates import Authority
from ..support.cluster import cluster
from ..support.graphs import facts, fresh_install, graph_writer
from ..support.small_host import Agent, LoopData, install_modules

MEMORIES = {
    "m1": "Project Falcon is steered from Harbor House.",
    "m2": "Harbor House is managed by Marta Quintela.",
    "m3": "Marta Quintela keeps the spare key in safe 7731.",
    "m4": "The coffee machine on the second floor is cleaned on Fridays.",
    "m5": "Backups of the wiki are kept for ninety days.",
}
MESSAGE = "Where is Project Falcon steered from?"


@pytest.fixture
def store(monkeypatch, tmp_path, neo4j_server):
    """A host with the plugin on, five memories, and a live Neo4j; gives its vector store."""
    with graph_writer(neo4j_server) as writer, fresh_install(writer) as install:
        yield _host(monkeypatch, tmp_path, neo4j_server, install)
        process.retire()


def _host(monkeypatch, tmp_path, neo4j_server, install):
    settings = {
        "GRAPHRAG_ENABLED": "true",
        "GRAPHRAG_HOME": str(tmp_path / "home"),
        "GRAPHRAG_INSTALL_ID": install,
        "GRAPHRAG_TURN_BUDGET_MS": "5000",
        "NEO4J_QUERY_TIMEOUT_MS": "5000",
        "NEO4J_URI": neo4j_server.uri,
        "NEO4J_USER": neo4j_server.user,
        "NEO4J_PASSWORD": neo4j_server.password,
        "NEO4J_DATABASE": neo4j_server.database,
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    documents = {identifier: (text, "main") for identifier, text in MEMORIES.items()}
    return install_modules(monkeypatch, tmp_path, documents)


async def turn(agent, *recalled):
    loop_data = LoopData(agent)
    if recalled:
        loop_data.recall(*(MEMORIES[identifier] for identifier in recalled))
    await GraphRagTurn().run(agent, loop_data)
    return loop_data.extras_persistent.get("graphrag", "")


async def until_the_block_has(words, agent, timeout_s=120):
    ends = time.monotonic() + timeout_s
    while words not in (block := await turn(agent, "m1")):
        assert time.monotonic() < ends, f"{words!r} never came: {block!r}"
        await asyncio.sleep(0.2)
    return block


async def test_a_turn_gets_what_two_links_away_and_follows_the_memory(store, capsys):
    agent = Agent(MESSAGE)
    GraphRagTurn().prepare(agent)
    block = await until_the_block_has("safe 7731", agent)
    assert MEMORIES["m2"] in block
    assert MEMORIES["m1"] not in block.split("Connected memories:")[1]  # it was recalled
    assert "GRAPHRAG_CONTEXT_INJECTED" in capsys.readouterr().out

    store.add("m6", "The safe 7731 stands in the basement of Harbor House.")
    GraphRagTurn().prepare(agent)
    await until_the_block_has("in the basement", agent)

    store.delete("m3")
    GraphRagTurn().prepare(agent)
    ends = time.monotonic() + 120
    while "spare key" in await turn(agent, "m1"):
        assert time.monotonic() < ends
        await asyncio.sleep(0.2)


async def test_a_record_says_from_which_memory_over_which_name_a_line_was_reached(store):
    agent = Agent(MESSAGE)
    GraphRagTurn().prepare(agent)
    block = await until_the_block_has("safe 7731", agent)
    record = kept_turns.last_turns()[0]
    assert record["block"] == block
    lines = {line["id"]: line for line in record["findings"]["lines"]}
    assert set(lines) >= {"m2", "m3"}
    assert lines["m2"]["start"] == MEMORIES["m1"]
    assert "Harbor House" in lines["m2"]["path"]
    assert lines["m3"]["start"] == MEMORIES["m2"]
    assert "Marta Quintela" in lines["m3"]["path"]
    assert set(record["findings"]["stages_ms"]) >= {"query", "seed", "pin", "expand", "pack"}


async def test_a_ruled_out_name_no_longer_links_the_next_block(store, tmp_path):
    agent = Agent(MESSAGE)
    GraphRagTurn().prepare(agent)
    await until_the_block_has("safe 7731", agent)
    (tmp_path / "usr/memory/default").mkdir(parents=True)

    async def until_the_name_links(expected, change):
        change_names(tmp_path, "default", change)
        ends = time.monotonic() + 90
        linked = not expected
        while linked is not expected:
            assert time.monotonic() < ends
            await asyncio.sleep(0.2)
            if await turn(agent, "m1"):  # a turn without a block says nothing
                lines = kept_turns.last_turns()[0]["findings"]["lines"]
                linked = any("Marta Quintela" in line["path"] for line in lines)

    await until_the_name_links(False, lambda names: names.rule_out("Marta Quintela"))
    await until_the_name_links(True, lambda names: names.undo("Marta Quintela"))


async def test_a_list_of_names_that_cannot_be_read_is_told_and_changes_nothing(
    store, tmp_path, capsys
):
    agent = Agent(MESSAGE)
    GraphRagTurn().prepare(agent)
    await until_the_block_has("safe 7731", agent)
    path = names_file(tmp_path, "default")
    path.parent.mkdir(parents=True)
    path.write_text("{", encoding="utf-8")
    ends = time.monotonic() + 60
    while FILE not in capsys.readouterr().out:
        assert time.monotonic() < ends
        await asyncio.sleep(0.2)
    assert "safe 7731" in await turn(agent, "m1")


async def test_what_was_deleted_or_edited_is_out_of_the_next_block_already(store, monkeypatch):
    agent = Agent(MESSAGE)
    GraphRagTurn().prepare(agent)
    await until_the_block_has("safe 7731", agent)
    monkeypatch.setattr("graphrag.graph.sync.MemorySync.request", lambda sync: None)
    monkeypatch.setattr("graphrag.graph.sync.MemorySync._memory_has_changed", lambda sync: False)

    store.delete("m3")
    block = await turn(agent, "m1")
    assert MEMORIES["m2"] in block
    assert "safe 7731" not in block

    store.delete("m2")
    store.add("m2", "Harbor House is managed by somebody else.")
    assert MEMORIES["m2"] not in await turn(agent, "m1")


async def test_facts_that_were_put_into_a_prompt_are_counted_afterwards(
    store, neo4j_server, monkeypatch, tmp_path
):
    monkeypatch.setitem(AccessCounter.__init__.__kwdefaults__, "flush_s", 0.1)
    relations = tmp_path / "relations.csv"
    relations.write_text("Project Falcon,depends on,Osprey Gateway\n", encoding="utf-8")
    scope = f"{os.environ['GRAPHRAG_INSTALL_ID']}/shared"
    with graph_writer(neo4j_server) as writer:
        ingest_paths(writer, [relations], scope, HashedEmbedder())
    agent = Agent("What does Project Falcon depend on?")
    GraphRagTurn().prepare(agent)
    await until_the_block_has("Relevant relationships", agent)
    with graph_writer(neo4j_server) as writer:
        ends = time.monotonic() + 120
        while not any(fact["accesses"] for fact in facts(writer, scope).values()):
            assert time.monotonic() < ends
            await asyncio.sleep(0.2)


async def test_a_search_that_followed_links_never_logs_that_they_were_skipped(store, capsys):
    agent = Agent(MESSAGE)
    GraphRagTurn().prepare(agent)
    await until_the_block_has("safe 7731", agent)
    capsys.readouterr()

    query = "Thanks a lot, and please make the last paragraph of it somewhat shorter this time"
    result = await graph_search(agent, {"query": query})

    log = capsys.readouterr().out
    assert any(text in result for text in MEMORIES.values())
    assert "graph_search passages=" in log
    assert "expansion_skipped" not in log


class AgentWithModel(Agent):
    """An agent whose utility model finds one relation in every memory on the coffee machine."""

    async def call_utility_model(self, system, message, background=False):
        if "coffee" not in message:
            return "{}"
        names = ("coffee machine", "second floor")
        return json.dumps(
            {
                "entities": [{"name": name, "type": "place"} for name in names],
                "relations": [{"subject": names[0], "predicate": "stands on", "object": names[1]}],
            }
        )


async def test_the_hosts_utility_model_adds_to_the_graph_where_the_user_wants_it(
    store, neo4j_server, monkeypatch
):
    monkeypatch.setenv("GRAPHRAG_EXTRACTION", "llm")
    agent = AgentWithModel(MESSAGE)
    GraphRagTurn().prepare(agent)
    await until_the_block_has("safe 7731", agent)
    GraphRagTurn().prepare(agent)
    with graph_writer(neo4j_server) as writer:
        scope = f"{os.environ['GRAPHRAG_INSTALL_ID']}/default"
        ends = time.monotonic() + 120
        while not any(p == "stands on" for _, p, _ in facts(writer, scope)):
            assert time.monotonic() < ends
            await asyncio.sleep(0.2)


async def test_closing_ends_every_thread_of_ours(store):
    others = set(threading.enumerate())
    agent = Agent(MESSAGE)
    GraphRagTurn().prepare(agent)
    await until_the_block_has("safe 7731", agent)
    process.retire()
    ends = time.monotonic() + 120
    while ours := [t for t in set(threading.enumerate()) - others if "graphrag" in t.name]:
        assert time.monotonic() < ends, ours
        await asyncio.sleep(0.05)


async def test_a_block_comes_from_a_cluster_over_tls(store, neo4j_server, monkeypatch):
    certificate = Authority().certificate()
    with cluster(neo4j_server.uri, readers=2, tls=certificate) as router:
        monkeypatch.setenv("NEO4J_URI", f"neo4j+ssc://127.0.0.1:{router.port}")
        agent = Agent(MESSAGE)
        GraphRagTurn().prepare(agent)
        await until_the_block_has("safe 7731", agent)
        process.retire()
