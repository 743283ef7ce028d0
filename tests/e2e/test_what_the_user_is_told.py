"""What the settings page and the chat say is true of what the turns did."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from ..support.fault_proxy import Fault, FaultProxy
from ..support.neo4j_server import Neo4jServer
from .conftest import MakeHost
from .contract import CASES, DOWN, REPOSITORY, environment
from .contract_graph import MEMORY, MESSAGE
from .host import Host, free_port

pytestmark = pytest.mark.parametrize("layout", ["1.x"])

_NEO4J = ("NEO4J_URI", "NEO4J_USER", "NEO4J_PASSWORD", "NEO4J_DATABASE")
_PAGE = """
def probe(host):
    from helpers import plugins
    from usr.plugins.graphrag.graphrag.agent_zero.page.settings_page import page_state
    return page_state(plugins.get_plugin_config("graphrag"))["words"]
"""
_SAVE = """
def probe(host):
    import json
    from helpers import plugins
    settings = json.loads({settings!r})
    path = plugins.find_plugin_dir("graphrag") + "/config.json"
    plugins.call_plugin_hook("graphrag", "save_plugin_config", settings=settings)
    open(path, "w").write(json.dumps(settings))
    plugins.after_plugin_change(["graphrag"])
"""


@pytest.fixture
def proxy(neo4j_server: Neo4jServer) -> Iterator[FaultProxy]:
    with FaultProxy(neo4j_server.uri) as proxy:
        yield proxy


@pytest.fixture
def settings(neo4j_server: Neo4jServer, proxy: FaultProxy) -> dict[str, object]:
    """What is saved on the page; the server is behind the proxy."""
    return {
        "graphrag_enabled": True,
        "neo4j_uri": proxy.uri,
        "neo4j_user": neo4j_server.user,
        "neo4j_password": neo4j_server.password,
        "neo4j_database": neo4j_server.database,
    }


@pytest.fixture
def host(
    make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str, settings: dict[str, object]
) -> Host:
    given = environment(CASES[1], neo4j_server, install_id)
    of_the_page = {*_NEO4J, "GRAPHRAG_ENABLED"}
    host = make_host(environment={k: v for k, v in given.items() if k not in of_the_page})
    host.install(REPOSITORY, "--no-requirements")
    host.add_memory(MEMORY)
    (host.plugin_root / "config.json").write_text(json.dumps(settings))
    host.start()
    return host


def _save(host: Host, settings: dict[str, object]) -> None:
    host.evaluate(_SAVE.format(settings=json.dumps(settings)))


def _reasons(host: Host, turns: int) -> list[str]:
    """The reasons of some turns in which Neo4j could not be used."""
    found = []
    for _ in range(turns):
        host.new_chat()
        [marker] = [m for m in host.run_turn(MESSAGE).markers if m.startswith(DOWN)]
        found.append(marker.partition("reason=")[2])
    return found


def test_a_frozen_neo4j_is_not_said_to_be_in_use(host: Host, proxy: FaultProxy) -> None:
    host.wait_until_ready(MESSAGE)
    host.run_turn(MESSAGE)
    before = host.evaluate(_PAGE)
    proxy.set(Fault.SILENT)

    reasons = _reasons(host, 3)
    # A turn may come after the open time, which is twice as long after each failure.
    while "breaker" not in reasons and len(reasons) < 12:
        reasons += _reasons(host, 1)

    assert "used the graph" in before
    assert set(reasons) <= {"timeout", "breaker"}
    assert "breaker" in reasons
    assert "did not answer" in host.evaluate(_PAGE)


def test_a_wrong_port_is_not_said_to_be_a_neo4j_that_starts(
    host: Host, settings: dict[str, object]
) -> None:
    host.wait_until_ready(MESSAGE)
    host.run_turn(MESSAGE)
    _save(host, {**settings, "neo4j_uri": f"bolt://127.0.0.1:{free_port()}"})
    after_saving = host.evaluate(_PAGE)

    reasons = _reasons(host, 3)

    assert "used the graph" not in after_saving
    assert set(reasons) <= {"refused", "breaker"}
    assert "not be reached" in host.evaluate(_PAGE)


def test_a_server_that_never_answered_is_not_said_to_be_starting(
    host: Host, proxy: FaultProxy
) -> None:
    proxy.set(Fault.SILENT)

    reasons = _reasons(host, 4)

    assert set(reasons) <= {"timeout", "breaker"}
    assert "did not answer" in host.evaluate(_PAGE)


def test_a_turn_that_used_the_graph_leaves_one_quiet_entry_in_the_chat(host: Host) -> None:
    trace = host.answered_turn(MESSAGE, 3)

    [entry] = [e for e in trace.log if "GraphRAG" in str(e["heading"])]
    assert entry["type"] == "info"
    assert " ms" in entry["heading"]
    assert entry["kvps"]["sources"].startswith("[1] ")
