"""Waiting for the host's recall."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from graphrag.agent_zero.host.recall import wait_for_recall


class Agent:
    def __init__(self, task, iteration=0):
        self.data = {"_recall_memories_task": task, "_recall_memories_iter": iteration}
        self.shown = []
        log = SimpleNamespace(log=lambda **entry: self.shown.append(entry))
        self.context = SimpleNamespace(log=log)

    def get_data(self, name):
        return self.data.get(name)


async def test_the_recall_of_this_iteration_is_waited_for():
    done = []

    async def recall():
        await asyncio.sleep(0.02)
        done.append(True)

    task = asyncio.create_task(recall())
    await wait_for_recall(Agent(task), SimpleNamespace(iteration=0))
    assert done
    assert not task.cancelled()


async def test_a_stale_recall_is_not_waited_for():
    task = asyncio.create_task(asyncio.sleep(60))
    await asyncio.wait_for(wait_for_recall(Agent(task, 0), SimpleNamespace(iteration=3)), 1)
    assert not task.done()
    task.cancel()


async def test_a_failed_recall_is_reported_once_and_not_raised(capsys):
    async def recall():
        raise TimeoutError("embedder")

    agent = Agent(asyncio.create_task(recall()))
    await wait_for_recall(agent, SimpleNamespace(iteration=0))
    assert "TimeoutError: embedder" in capsys.readouterr().out
    assert [entry["type"] for entry in agent.shown] == ["warning"]


async def test_a_recall_cancelled_by_the_host_does_not_cancel_us():
    task = asyncio.create_task(asyncio.sleep(60))
    asyncio.get_running_loop().call_later(0.01, task.cancel)
    await wait_for_recall(Agent(task), SimpleNamespace(iteration=0))
    assert task.cancelled()


async def test_cancelling_the_turn_leaves_the_recall_running():
    task = asyncio.create_task(asyncio.sleep(60))
    turn = asyncio.create_task(wait_for_recall(Agent(task), SimpleNamespace(iteration=0)))
    await asyncio.sleep(0)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert not task.done()
    task.cancel()
