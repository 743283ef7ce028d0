"""The tool ``graph_search``, called by the agent's own loop in each layout."""

from __future__ import annotations

import json
import time

import pytest

from ..support.neo4j_server import Neo4jServer
from .conftest import MakeHost
from .contract import CASES, REPOSITORY, environment
from .contract_graph import GRAPH_FACT, MEMORY, MESSAGE, SOLUTION
from .host import Host, TurnTrace
from .llm_stub import ChatRequest, final_answer, tool_call

_QUERY = "Who manages Harbor House, and where is the spare key of that person?"
_START, _END = "GRAPHRAG_CONTEXT_BLOCK_START", "GRAPHRAG_CONTEXT_BLOCK_END"
_OFF, _ON, _DOWN = CASES


def _search(host: Host, **arguments: object) -> TurnTrace:
    return host.run_turn("Hello.", replies=[tool_call("graph_search", **arguments), final_answer()])


def _result(request: ChatRequest) -> str:
    """What the host wrote into the history as the result of the last tool."""
    text = request.prompt
    place = text.rfind('{"tool_name": "graph_search", "tool_result"')
    assert place >= 0, text[-2000:]
    written, _ = json.JSONDecoder().raw_decode(text, place)
    return written["tool_result"]


@pytest.fixture
def ready_host(make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str) -> Host:
    host = make_host(environment=environment(_ON, neo4j_server, install_id))
    host.install(REPOSITORY, "--no-requirements")
    host.add_memory(MEMORY)
    host.add_memory(SOLUTION, area="solutions")
    host.wait_until_ready(MESSAGE)
    return host


def test_the_agent_is_told_of_the_tool_and_gets_results_with_their_sources(
    ready_host: Host,
) -> None:
    trace = _search(ready_host, query=_QUERY)

    assert "graph_search" in trace.prompts[0].messages[0]["content"]
    result = _result(trace.prompts[1])
    assert GRAPH_FACT in result
    lines = result.splitlines()
    assert lines.count(_START) == lines.count(_END) == 1
    heads = [line for line in lines if line.startswith("[")]
    assert heads
    assert all("score" in head for head in heads)
    assert any("passage-" in head for head in heads)
    assert trace.reply == "Done."


def test_the_options_are_obeyed_in_any_spelling(ready_host: Host) -> None:
    linked = _result(_search(ready_host, query=_QUERY, max_results="2").prompts[1])
    assert sum(line.startswith("[") for line in linked.splitlines()) == 2

    plain = _result(_search(ready_host, query="Project Falcon", use_graph="false").prompts[1])
    heads = [line for line in plain.splitlines() if line.startswith("[")]
    assert heads
    assert not any("hop" in head for head in heads)

    missing = _result(_search(ready_host, max_results="many").prompts[1])
    assert _START not in missing


def test_with_neo4j_down_the_result_says_so_in_one_line_and_in_time(
    make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str
) -> None:
    host = make_host(environment=environment(_DOWN, neo4j_server, install_id))
    host.install(REPOSITORY, "--no-requirements")
    host.add_memory(MEMORY)
    host.start()
    started = time.monotonic()

    trace = _search(host, query=_QUERY)

    assert time.monotonic() - started < 15  # two turns of 5 s at most, and the host's own work
    assert trace.failure is None
    assert trace.reply == "Done."
    result = _result(trace.prompts[1])
    assert len(result.splitlines()) == 1
    assert "reason" in result
    assert "memory_load" in result


def test_off_the_tool_is_not_offered_and_says_that_it_is_off(
    make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str
) -> None:
    host = make_host(environment=environment(_OFF, neo4j_server, install_id))
    host.install(REPOSITORY, "--no-requirements")

    trace = _search(host, query=_QUERY)

    assert "graph_search" not in trace.prompts[0].prompt
    result = _result(trace.prompts[1])
    assert len(result.splitlines()) == 1
    assert "off" in result
    assert {"neo4j", "numpy", "pydantic"}.isdisjoint(host.census()["modules"])
