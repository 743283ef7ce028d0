"""In every iteration the prompt has memories, solutions, graphrag, then the rest."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from ..support.neo4j_server import Neo4jServer
from .conftest import MakeHost, every_kind
from .contract import CASES, DOWN, INJECTED, REPOSITORY, environment
from .contract_graph import GRAPH_FACT, MEMORY, MEMORY_FACT, MESSAGE, SOLUTION, SOLUTION_FACT
from .host import Host, TurnTrace
from .host_double import Recall

pytestmark = every_kind

_ON = CASES[1]
_FIRST = ("memories", "solutions", "graphrag")
_ITERATIONS = 7
_INTERVAL = 3

# Extras of other plugins: one from before the recall, one behind ours.
_NEIGHBOURS = """
try:
    from helpers.extension import Extension
except ImportError:
    from python.helpers.extension import Extension


class Neighbour(Extension):
    async def execute(self, loop_data=None, **kwargs):
        loop_data.extras_persistent["NAME"] = "of another plugin"
"""


@pytest.fixture
def make_ready_host(make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str) -> MakeHost:
    """Makes hosts with the plugin on, connected, and two memories."""

    def make(**memory_settings: object) -> Host:
        host = make_host(
            environment=environment(_ON, neo4j_server, install_id),
            memory_settings=memory_settings,
        )
        host.install(REPOSITORY, "--no-requirements")
        host.add_memory(MEMORY)
        host.add_memory(SOLUTION, area="solutions")
        host.wait_until_ready(MESSAGE)
        return host

    return make


def _in_order(trace: TurnTrace) -> bool:
    orders = [[name for name in extras if name in _FIRST] for extras in trace.extras]
    return all(order == [n for n in _FIRST if n in order] for order in orders)


def _with_recall(trace: TurnTrace, recall: Recall) -> list[dict[str, Any]]:
    """The extras of the iterations in which the host shows what it has recalled.

    A host whose recall returns its texts shows them only in the iteration of the recall.
    """
    return trace.extras[:: _INTERVAL if recall == "returns" else 1]


def test_every_iteration_has_the_order_and_the_block_that_was_asked_for_once(
    recall: Recall, make_ready_host: MakeHost
) -> None:
    trace = make_ready_host().answered_turn(MESSAGE, _ITERATIONS)

    assert len(trace.extras) == _ITERATIONS
    assert _in_order(trace)
    assert all(GRAPH_FACT in extras["graphrag"] for extras in trace.extras)
    for extras in _with_recall(trace, recall):
        assert tuple(extras)[:3] == _FIRST
        assert MEMORY_FACT in extras["memories"]
        assert SOLUTION_FACT in extras["solutions"]
    injected = [marker for marker in trace.markers if marker.startswith(INJECTED)]
    assert len(injected) == _ITERATIONS
    with_one_recall = 2 if recall == "returns" else _ITERATIONS  # that recall differs in the third
    assert len({extras["graphrag"] for extras in trace.extras[:with_one_recall]}) == 1
    reused = ["reused=true" in marker for marker in injected[:with_one_recall]]
    assert reused == [False, *[True] * (with_one_recall - 1)]


def test_each_message_gets_a_block_of_its_own_and_the_same_one_the_same_bytes(
    make_ready_host: MakeHost,
) -> None:
    host = make_ready_host()
    blocks = []
    for _ in range(3):
        blocks.append(host.answered_turn(MESSAGE).extras[0]["graphrag"])
    other = host.answered_turn("Who is Runa Duval?")

    assert all(a == b for a, b in itertools.pairwise(blocks))
    assert "Runa Duval" in other.extras[0]["graphrag"]
    assert GRAPH_FACT not in other.extras[0]["graphrag"]


@pytest.mark.parametrize("model_thinks_s", [0.0, 0.15, 0.4])
def test_a_delayed_recall_is_not_waited_for_and_its_memories_come_first(
    model_thinks_s: float, recall: Recall, make_ready_host: MakeHost
) -> None:
    host = make_ready_host(memory_recall_delayed=True)
    host.stub.embedding_delay_s = 0.1
    host.stub.chat_delay_s = model_thinks_s

    trace = host.answered_turn(MESSAGE, _ITERATIONS)

    assert "memories" not in trace.extras[0], "recall was waited for"
    assert "memory_recall_delayed" in trace.extras[0]
    assert _in_order(trace)
    assert GRAPH_FACT in trace.extras[-1]["graphrag"]
    if model_thinks_s > 0.3 and recall != "returns":
        assert "memories" in trace.extras[1]


def test_what_other_plugins_put_there_comes_after(make_ready_host: MakeHost) -> None:
    host = make_ready_host()
    folder = host.extension_folder("message_loop_prompts_after")
    for number in (40, 85):
        (folder / f"_{number}_neighbour.py").write_text(
            _NEIGHBOURS.replace("NAME", f"neighbour_{number}")
        )
    host.restart()

    trace = host.answered_turn(MESSAGE, 4)

    for extras in trace.extras:
        names = list(extras)
        ours = [n for n in _FIRST if n in names]
        assert "graphrag" in ours, trace.markers
        assert names[: len(ours)] == ours
        assert "neighbour_85" in names


@pytest.mark.parametrize("switched_off_by", ["the environment", "losing Neo4j"])
def test_the_block_goes_when_the_plugin_is_switched_off_or_neo4j_is_lost(
    switched_off_by: str, recall: Recall, make_ready_host: MakeHost
) -> None:
    host = make_ready_host()
    with_block = host.answered_turn(MESSAGE)
    name, value = {
        "the environment": ("GRAPHRAG_ENABLED", "false"),
        "losing Neo4j": ("NEO4J_URI", "bolt://127.0.0.1:9"),
    }[switched_off_by]
    host.evaluate(f"def probe(host):\n    import os\n    os.environ[{name!r}] = {value!r}")
    without = host.run_turn(MESSAGE, 2)

    assert "graphrag" in with_block.extras[0]
    assert all("graphrag" not in extras for extras in without.extras)
    assert all(MEMORY_FACT in extras["memories"] for extras in _with_recall(without, recall))
    assert without.has_marker(DOWN) == (switched_off_by == "losing Neo4j")
