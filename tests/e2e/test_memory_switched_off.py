"""A host whose memory plugin is switched off recalls nothing; the graph still answers."""

from __future__ import annotations

import pytest

from ..support.neo4j_server import Neo4jServer
from .conftest import MakeHost
from .contract import CASES, REPOSITORY, Case, environment
from .contract_graph import GRAPH_FACT, MESSAGE
from .host_double import KINDS

_WITH_MEMORY_PLUGIN = [kind for kind in KINDS if kind[0] == "1.x"]


@pytest.mark.parametrize(("layout", "recall"), _WITH_MEMORY_PLUGIN)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_turn_needs_no_memory_plugin(
    case: Case, make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str
) -> None:
    host = make_host(environment=environment(case, neo4j_server, install_id))
    host.install(REPOSITORY, "--no-requirements")
    off = host.root / "usr/plugins/_memory/.toggle-0"
    off.parent.mkdir(parents=True, exist_ok=True)
    off.touch()
    ask = host.answered_turn if case.graph_seen else host.run_turn

    trace = ask(MESSAGE)

    assert trace.failure is None
    assert "memories" not in trace.extras[0]
    assert (GRAPH_FACT in str(trace.extras[0].get("graphrag"))) == case.graph_seen, trace.markers
    assert case.marker is None or trace.has_marker(case.marker)
