"""A whole turn against servers that fail on purpose: it ends within its budget, and says why."""

from __future__ import annotations

import asyncio
import secrets
import socket
import sys
import time

import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.service import process
from graphrag.agent_zero.turn import GraphRagTurn

from ..support.fault_proxy import Fault, FaultProxy
from ..support.small_host import Agent, LoopData, install_modules
from ..support.stores import SLACK_MS

BUDGET_MS = 500
NOOP = "GRAPHRAG_NOOP_NEO4J_DOWN reason="
BREAKER = f"{NOOP}breaker"
DOCUMENTS = {"m1": ("Anna owns checkout-api.", "main")}


@pytest.fixture
def host(monkeypatch, tmp_path):
    """A host with the plugin on; gives a function that sets the address."""
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GRAPHRAG_TURN_BUDGET_MS", str(BUDGET_MS))
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    install_modules(monkeypatch, tmp_path, DOCUMENTS)
    process.acquire(tmp_path)  # what is imported once is no part of a fault
    yield lambda port: monkeypatch.setenv("NEO4J_URI", f"bolt://127.0.0.1:{port}")
    process.retire()


async def one_turn(agent):
    loop_data = LoopData(agent)
    loop_data.recall("Anna owns checkout-api.")
    before = dict(loop_data.extras_persistent)
    started = time.perf_counter()
    await GraphRagTurn().run(agent, loop_data)
    took_ms = (time.perf_counter() - started) * 1000
    assert dict(loop_data.extras_persistent) == before
    return took_ms


@pytest.mark.parametrize(
    "fault",
    [fault for fault in Fault if fault not in (Fault.NONE, Fault.LATENCY)],
    ids=lambda fault: fault.name.lower(),
)
async def test_a_bad_server_costs_the_budget_once_and_then_next_to_nothing(
    host, neo4j_server, fault, monkeypatch, capsys
):
    with FaultProxy(neo4j_server.uri) as proxy:
        proxy.set(fault)
        monkeypatch.setenv("NEO4J_USER", neo4j_server.user)
        monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)
        monkeypatch.setenv("NEO4J_URI", proxy.uri)
        agent = Agent()
        took_ms = []
        lines: list[str] = []
        # A turn may still wait for the warm-up; then the breaker is known to be open.
        while BREAKER not in lines and len(took_ms) < 40:
            took_ms.append(await one_turn(agent))
            lines += capsys.readouterr().out.splitlines()
        later_ms = [await one_turn(agent) for _ in range(10)]
        process.retire()
    later = capsys.readouterr().out.splitlines()
    assert max(*took_ms, *later_ms) < BUDGET_MS + SLACK_MS
    assert len([line for line in later if line.startswith(NOOP)]) == 10
    if fault is not Fault.FROZEN_MID_RESULT:  # that one answers probes, and so is tried again
        assert BREAKER in lines
        assert later.count(BREAKER) >= 5
        assert sorted(later_ms)[5] < BUDGET_MS / 2


async def test_a_refused_connection_is_told_at_once_and_once(host, capsys):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        host(unused.getsockname()[1])
        agent = Agent()
        took_ms = [await one_turn(agent) for _ in range(3)]
    assert max(took_ms) < BUDGET_MS + SLACK_MS
    lines = capsys.readouterr().out.splitlines()
    assert "GRAPHRAG_NOOP_NEO4J_DOWN reason=refused" in lines
    assert lines[-1] == "GRAPHRAG_NOOP_NEO4J_DOWN reason=breaker"
    (entry,) = [entry for entry in agent.context.shown if entry["type"] == "warning"]
    assert "NEO4J_URI" in entry["content"]


async def turns_until(line: str, agent: Agent, capsys) -> None:
    """Take turns in time until one of them writes a line to the log."""
    for _ in range(20):
        assert await one_turn(agent) < BUDGET_MS + SLACK_MS
        if line in capsys.readouterr().out:
            return
        await asyncio.sleep(0.5)
    pytest.fail(f"no turn has written {line}")


async def test_a_wrong_password_is_told_with_what_to_do(host, neo4j_server, monkeypatch, capsys):
    # A user of its own: the server locks a user after some failures.
    monkeypatch.setenv("NEO4J_USER", f"nobody-{secrets.token_hex(4)}")
    monkeypatch.setenv("NEO4J_PASSWORD", secrets.token_hex(8))
    monkeypatch.setenv("NEO4J_DATABASE", neo4j_server.database)
    host(0)
    monkeypatch.setenv("NEO4J_URI", neo4j_server.uri)
    agent = Agent()
    await turns_until("GRAPHRAG_NOOP_NEO4J_DOWN reason=auth", agent, capsys)
    assert any("NEO4J_PASSWORD" in entry["content"] for entry in agent.context.shown)


async def test_a_missing_database_is_told_with_what_to_do(host, neo4j_server, monkeypatch, capsys):
    monkeypatch.setenv("NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)
    monkeypatch.setenv("NEO4J_DATABASE", "nowhere")
    monkeypatch.setenv("NEO4J_URI", neo4j_server.uri)
    agent = Agent()
    await turns_until("GRAPHRAG_NOOP_NEO4J_DOWN reason=database", agent, capsys)
    assert any("NEO4J_DATABASE" in entry["content"] for entry in agent.context.shown)
