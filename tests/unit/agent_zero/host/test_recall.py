"""Waiting for the host's recall."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from graphrag.agent_zero.host import recall
from graphrag.agent_zero.host.recall import Recalled, wait_for_recall


class Agent:
    def __init__(self, task, iteration=0, unused=None):
        self.data = {
            "_recall_memories_task": task,
            "_recall_memories_iter": iteration,
            "_recall_memories_result": unused,
        }
        self.shown = []
        log = SimpleNamespace(log=lambda **entry: self.shown.append(entry))
        self.context = SimpleNamespace(log=log)

    def get_data(self, name):
        return self.data.get(name)


class Loop:
    """The host's data of a monologue."""

    def __init__(self, iteration, **extras):
        self.iteration = iteration
        self.extras_persistent = extras


async def returning(result):
    await asyncio.sleep(0.01)
    return result


async def test_a_recall_that_writes_the_extras_is_waited_for_and_read_there():
    loop = Loop(0)

    async def recall():
        await asyncio.sleep(0.01)
        loop.extras_persistent["memories"] = "found"

    task = asyncio.create_task(recall())
    assert await wait_for_recall(Agent(task), loop) == Recalled("found", "")
    assert not task.cancelled()


async def test_a_recall_that_returns_its_texts_is_read_from_its_result():
    result = {"memories": "new memories", "solutions": "new solutions"}
    agent = Agent(asyncio.create_task(returning(result)))
    recalled = await wait_for_recall(agent, Loop(0, memories="of the last recall"))
    assert recalled == Recalled("new memories", "new solutions")


async def test_a_recall_that_returns_nothing_leaves_nothing_of_the_last_one():
    agent = Agent(asyncio.create_task(returning({})))
    assert await wait_for_recall(agent, Loop(3, memories="of the last recall")) == Recalled("", "")


@pytest.mark.parametrize("iteration", [0, 1], ids=["the next message", "the next iteration"])
async def test_what_an_earlier_recall_returned_is_not_taken_for_that_of_now(iteration):
    task = asyncio.create_task(returning({"memories": "earlier"}))
    await task
    assert await wait_for_recall(Agent(task, 0), Loop(iteration)) == Recalled("", "")
    still = Loop(1, memories="in the prompt")
    assert await wait_for_recall(Agent(task, 0), still) == Recalled("in the prompt", "")


async def test_a_result_that_the_host_has_yet_to_put_in_counts():
    task = asyncio.create_task(returning({"memories": "late"}))
    agent = Agent(task, 0, unused=await task)
    assert await wait_for_recall(agent, Loop(1)) == Recalled("late", "")


async def test_a_late_recall_is_waited_for_as_the_host_waits_for_it_after_us():
    agent = Agent(asyncio.create_task(returning({"memories": "late"})), 0)
    assert await wait_for_recall(agent, Loop(1)) == Recalled("late", "")


async def test_a_failed_recall_is_reported_once_and_not_raised(capsys):
    async def recall():
        raise TimeoutError("embedder")

    agent = Agent(asyncio.create_task(recall()))
    await wait_for_recall(agent, Loop(0))
    assert "TimeoutError: embedder" in capsys.readouterr().out
    assert [entry["type"] for entry in agent.shown] == ["warning"]


async def test_a_recall_cancelled_by_the_host_does_not_cancel_us():
    task = asyncio.create_task(asyncio.sleep(60))
    asyncio.get_running_loop().call_later(0.01, task.cancel)
    await wait_for_recall(Agent(task), Loop(0))
    assert task.cancelled()


async def test_cancelling_the_turn_leaves_the_recall_running():
    task = asyncio.create_task(asyncio.sleep(60))
    turn = asyncio.create_task(wait_for_recall(Agent(task), Loop(0)))
    await asyncio.sleep(0)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert not task.done()
    task.cancel()


async def test_a_failed_recall_that_the_host_keeps_is_reported_once():
    async def fail():
        raise TimeoutError

    task = asyncio.create_task(fail())
    await asyncio.wait({task})
    agent = Agent(task)
    for _ in range(3):
        await wait_for_recall(agent, Loop(0))
    assert len(agent.shown) == 1


async def test_a_recall_that_hangs_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr(recall, "WAIT_S", 0.01)
    task = asyncio.create_task(asyncio.sleep(3600))
    assert await wait_for_recall(Agent(task), Loop(0, memories="known")) == Recalled("known", "")
    assert not task.done()
    task.cancel()
