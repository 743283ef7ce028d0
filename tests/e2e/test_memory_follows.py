"""Nothing was ingested: the graph follows the host's memory, whatever way that changes."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator

import pytest

from ..support.neo4j_server import Neo4jServer
from . import contract_graph, following
from .conftest import MakeHost, every_kind
from .contract import CASES, DOWN, REPOSITORY, environment
from .graph_state import GraphReader
from .host import Host, TurnTrace
from .host_double import KINDS
from .memory_changes import CHANGES

_MESSAGE = "Where is Project Falcon steered from?"
_RECALLED = "Project Falcon is steered from Harbor House."
_SOLUTION = "To steer Project Falcon, call the desk of Harbor House."
_BETWEEN = "Harbor House is managed by Marta Quintela."
_FAR = "Marta Quintela keeps the spare key in safe 7731."
_FOLLOWS_WITHIN_S = 90


@pytest.fixture
def host(make_host: MakeHost, neo4j_server: Neo4jServer) -> Iterator[Host]:
    install_id = f"follow-{secrets.token_hex(4)}"
    host = make_host(environment=environment(CASES[1], neo4j_server, install_id))
    host.install(REPOSITORY, "--no-requirements")
    for text in (_RECALLED, _BETWEEN, _FAR):
        host.add_memory(text)
    host.add_memory(_SOLUTION, area="solutions")
    for document in contract_graph.documents()[3:23]:
        host.add_memory(document["text"])
    yield host
    host.stop()
    contract_graph.forget_installation(neo4j_server, install_id)


def _turn_once(host: Host, holds: Callable[[str], bool]) -> TurnTrace:
    """Asks in fresh chats until the block is as wanted; the graph follows in the background."""
    ends = time.monotonic() + _FOLLOWS_WITHIN_S
    while True:
        host.new_chat()
        trace = host.run_turn(_MESSAGE)
        if not trace.has_marker(DOWN) and holds(trace.extras[0].get("graphrag", "")):
            return trace
        assert time.monotonic() < ends, f"{trace.markers}\n{trace.extras[0].get('graphrag')}"
        time.sleep(0.3)


@every_kind
def test_a_memory_that_similarity_misses_comes_through_the_graph(host: Host) -> None:
    trace = _turn_once(host, lambda block: "safe 7731" in block)

    assert _RECALLED in trace.extras[0]["memories"]
    assert "safe 7731" not in trace.extras[0]["memories"]
    assert _SOLUTION in trace.extras[0]["solutions"]
    for recalled in (_RECALLED, _SOLUTION):
        assert recalled not in trace.extras[0]["graphrag"], "what was recalled is not repeated"


# The graph follows the memory's files, however the recall reaches the prompt.
@pytest.mark.parametrize(("layout", "recall"), [KINDS[0], KINDS[-1]])
def test_the_graph_follows_every_way_in_which_a_memory_changes(
    make_host: MakeHost, neo4j_server: Neo4jServer
) -> None:
    install_id = f"changes-{secrets.token_hex(4)}"
    settings = environment(CASES[1], neo4j_server, install_id) | following.SETTINGS
    host = make_host(environment=settings)
    host.install(REPOSITORY, "--no-requirements")
    try:
        with GraphReader(neo4j_server) as graph:
            ways = list(following.follow_all(host, graph, f"{install_id}/default"))
    finally:
        host.stop()
        contract_graph.forget_installation(neo4j_server, install_id)

    assert {way.change.title: way.faults for way in ways if not way.passed} == {}
    assert len(ways) == len(CHANGES)
