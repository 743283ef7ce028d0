"""Off, the plugin leaves no trace in the host but one line of output a turn."""

from __future__ import annotations

import json

import pytest

from .conftest import MakeHost
from .contract import DOWN, EXECUTED, REPOSITORY
from .contract_graph import MEMORY, MESSAGE, SOLUTION
from .host import Host, TurnTrace, free_port

_ITERATIONS = 5
_OFF = {"GRAPHRAG_ENABLED": "false", "NEO4J_URI": "bolt://127.0.0.1:7687"}


def _turn(host: Host) -> TurnTrace:
    host.add_memory(MEMORY)
    host.add_memory(SOLUTION, area="solutions")
    return host.run_turn(MESSAGE, _ITERATIONS)


@pytest.fixture
def stock_host(make_host: MakeHost) -> Host:
    return make_host()


@pytest.fixture
def host_with_plugin(make_host: MakeHost) -> Host:
    host = make_host(environment=_OFF)
    host.install(REPOSITORY, "--no-requirements")
    return host


def test_the_prompts_are_byte_for_byte_those_without_the_plugin(
    stock_host: Host, host_with_plugin: Host
) -> None:
    stock, off = _turn(stock_host), _turn(host_with_plugin)

    assert [p.messages for p in off.prompts] == [p.messages for p in stock.prompts]
    assert len(off.prompts) == _ITERATIONS


def test_one_marker_an_iteration_is_all_that_is_logged(
    stock_host: Host, host_with_plugin: Host
) -> None:
    stock, off = _turn(stock_host), _turn(host_with_plugin)

    assert off.output.splitlines() == [EXECUTED] * _ITERATIONS
    assert [entry["heading"] for entry in off.log] == [entry["heading"] for entry in stock.log]


def test_no_thread_no_connection_and_no_heavy_module_is_ours(
    stock_host: Host, host_with_plugin: Host
) -> None:
    _turn(stock_host)
    _turn(host_with_plugin)
    stock, off = stock_host.census(), host_with_plugin.census()

    assert {"neo4j", "numpy", "tiktoken", "pydantic"}.isdisjoint(off["modules"])
    assert _threads(off) == _threads(stock)
    assert len(set(off["connections"])) == 1, "only the model was connected to"


def _threads(census: dict[str, list[str]]) -> set[str]:
    """Names of all threads that ever were; the host's executor makes as many as it likes."""
    return {name for name in census["started_threads"] if not name.startswith("asyncio_")}


@pytest.mark.parametrize(
    ("values", "is_on"),
    [
        ({}, False),
        ({"GRAPHRAG_ENABLED": "true"}, True),
        ({"GRAPHRAG_ENABLED": "ON"}, True),
        ({"GRAPHRAG_ENABLED": "1"}, True),
        ({"GRAPHRAG_ENABLED": "no"}, False),
        ({"GRAPH_RAG_ENABLED": "yes"}, True),
        ({"GRAPHRAG_ENABLED": "false", "GRAPH_RAG_ENABLED": "true"}, False),
        ({"GRAPHRAG_ENABLED": "perhaps"}, False),
    ],
    ids=str,
)
def test_the_switch_is_read_from_the_environment(
    values: dict[str, str], is_on: bool, make_host: MakeHost
) -> None:
    host = make_host(environment={**values, "NEO4J_URI": f"bolt://127.0.0.1:{free_port()}"})
    host.install(REPOSITORY, "--no-requirements")

    trace = host.run_turn(MESSAGE)

    assert trace.has_marker(DOWN) == is_on
    assert ("perhaps" in trace.output) == ("perhaps" in values.values())


@pytest.mark.parametrize("layout", ["1.x"], indirect=True)
@pytest.mark.parametrize(
    ("on_the_page", "in_the_environment", "is_on"),
    [(True, None, True), (False, None, False), (True, "false", False), (False, "true", True)],
)
def test_the_settings_page_has_the_same_switch_and_the_environment_wins(
    on_the_page: bool, in_the_environment: str | None, is_on: bool, make_host: MakeHost
) -> None:
    environment = {"NEO4J_URI": f"bolt://127.0.0.1:{free_port()}"}
    if in_the_environment:
        environment["GRAPHRAG_ENABLED"] = in_the_environment
    host = make_host(environment=environment)
    host.install(REPOSITORY, "--no-requirements")
    (host.plugin_root / "config.json").write_text(json.dumps({"graphrag_enabled": on_the_page}))

    assert host.run_turn(MESSAGE).has_marker(DOWN) == is_on
