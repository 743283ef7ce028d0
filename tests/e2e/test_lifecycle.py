"""What the host does between turns: it drops modules, ends loops, opens chats, changes projects."""

from __future__ import annotations

from collections import Counter

import pytest

from ..support.neo4j_server import Neo4jServer
from .conftest import MakeHost
from .contract import CASES, DOWN, REPOSITORY, environment
from .contract_graph import GRAPH_FACT, MEMORY, MEMORY_FACT, MESSAGE
from .host import Host, free_port

_PURGE = """
def probe(host):
    from helpers import plugins
    plugins.after_plugin_change(["another_plugin"], python_change=True)
"""
_END_LOOP = """
def probe(host):
    host.context.task.kill(terminate_thread=True)
    host.context.task = None
"""
_ENTER_PROJECT = """
def probe(host):
    host.context.set_data("project", "apollo")
"""
_THREADS = """
def probe(host):
    import threading
    return sorted(t.name for t in threading.enumerate() if t.name.startswith("graphrag"))
"""

_SWITCH_ON_AND_DROP_DURING_IMPORT = """
def probe(host):
    import os, sys
    from helpers import modules

    class Dropping:
        def find_spec(self, name, path=None, target=None):
            if name.endswith(".service.engines"):
                sys.meta_path.remove(self)
                modules.purge_namespace("usr.plugins")

    sys.meta_path.insert(0, Dropping())
    os.environ["GRAPHRAG_ENABLED"] = "true"
"""
_WAIT_FOR_PREPARATIONS = """
def probe(host):
    import threading
    for thread in threading.enumerate():
        if thread.name == "graphrag-prepare":
            thread.join(60)
"""


@pytest.fixture
def host(make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str) -> Host:
    host = make_host(environment=environment(CASES[1], neo4j_server, install_id))
    host.install(REPOSITORY, "--no-requirements")
    host.add_memory(MEMORY)
    host.wait_until_ready(MESSAGE)
    return host


@pytest.mark.parametrize("layout", ["1.x"], indirect=True)
def test_dropping_the_plugins_modules_costs_no_turn_and_leaves_no_thread_behind(host: Host) -> None:
    host.run_turn(MESSAGE)

    for _ in range(3):
        host.evaluate(_PURGE)
        trace = host.answered_turn(MESSAGE)
        assert GRAPH_FACT in trace.extras[0]["graphrag"]

    threads = Counter(host.evaluate(_THREADS))
    assert threads["graphrag-store"] == threads["graphrag-sync"] == 1
    assert threads["graphrag-accesses"] <= 1  # a timer, which comes and goes


@pytest.mark.parametrize("layout", ["1.x"], indirect=True)
def test_after_the_plugins_modules_were_dropped_a_neo4j_that_is_away_is_told_as_before(
    make_host: MakeHost,
) -> None:
    nowhere = f"bolt://127.0.0.1:{free_port()}"
    host = make_host(environment={"GRAPHRAG_ENABLED": "true", "NEO4J_URI": nowhere})
    host.install(REPOSITORY, "--no-requirements")
    host.run_turn(MESSAGE)
    host.evaluate(_WAIT_FOR_PREPARATIONS)
    host.evaluate(_PURGE)

    traces = [host.run_turn(MESSAGE) for _ in range(2)]

    assert all(trace.has_marker(DOWN) for trace in traces)
    host.evaluate(_WAIT_FOR_PREPARATIONS)
    assert "GraphRAG: could not" not in host.output()


@pytest.mark.parametrize("layout", ["1.x"], indirect=True)
def test_dropping_the_plugins_modules_during_their_import_is_no_error(make_host: MakeHost) -> None:
    nowhere = f"bolt://127.0.0.1:{free_port()}"
    host = make_host(environment={"NEO4J_URI": nowhere, "GRAPHRAG_TURN_BUDGET_MS": "5000"})
    host.install(REPOSITORY, "--no-requirements")
    host.evaluate(_SWITCH_ON_AND_DROP_DURING_IMPORT)

    traces = [host.run_turn(MESSAGE) for _ in range(2)]

    host.evaluate(_WAIT_FOR_PREPARATIONS)
    assert traces[0].markers[-1] == f"{DOWN} reason=closed"
    assert all(trace.has_marker(DOWN) for trace in traces)
    assert "KeyError" not in host.output()


def test_the_end_of_the_hosts_shared_loop_does_not_take_the_driver_with_it(host: Host) -> None:
    host.run_turn(MESSAGE)
    host.evaluate(_END_LOOP)

    trace = host.answered_turn(MESSAGE)

    assert trace.failure is None
    assert GRAPH_FACT in trace.extras[0]["graphrag"]


def test_chats_have_blocks_of_their_own(host: Host) -> None:
    first = host.answered_turn(MESSAGE)
    other = host.answered_turn("Who is Runa Duval?")

    assert GRAPH_FACT in first.extras[0]["graphrag"]
    assert "Runa Duval" in other.extras[0]["graphrag"]
    assert GRAPH_FACT not in other.extras[0]["graphrag"]


def test_a_project_remembers_for_itself_and_shares_what_was_ingested(host: Host) -> None:
    host.new_chat()
    host.evaluate(_ENTER_PROJECT)

    trace = host.run_turn(MESSAGE)

    assert MEMORY_FACT not in trace.prompt
    assert GRAPH_FACT in trace.extras[0]["graphrag"]


def test_another_installation_on_the_same_server_sees_nothing_of_it(
    make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str
) -> None:
    settings = environment(CASES[1], neo4j_server, f"{install_id}-other")
    stranger = make_host(environment=settings)
    stranger.install(REPOSITORY, "--no-requirements")
    stranger.add_memory(MEMORY)
    stranger.wait_until_ready(MESSAGE)

    trace = stranger.run_turn(MESSAGE)

    assert MEMORY_FACT in trace.extras[0]["memories"]
    assert GRAPH_FACT not in trace.prompt
