"""Waiting until a deadline: what becomes of work that nobody waits for any more."""

from __future__ import annotations

import asyncio
import gc

import pytest

from graphrag.errors import DeadlineError, UnreachableError
from graphrag.store.deadline import within


@pytest.fixture
async def complaints():
    """What asyncio would write into the host's log."""
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what))
    yield told
    gc.collect()
    assert not told


async def breaks_after(steps: int) -> None:
    for _ in range(steps):
        await asyncio.sleep(0)
    raise UnreachableError("the connection broke")


@pytest.mark.parametrize("steps", range(5))
async def test_a_caller_that_gives_up_as_the_work_fails_leaves_no_complaint(complaints, steps):
    for patience in range(1, 9):
        caller = asyncio.create_task(within(breaks_after(steps), 60_000))
        for _ in range(patience):
            await asyncio.sleep(0)
        caller.cancel()
        await asyncio.gather(caller, return_exceptions=True)


async def test_work_that_fails_while_it_is_ended_leaves_no_complaint(complaints):
    async def fails_at_its_end() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise UnreachableError("it cannot be ended cleanly")

    with pytest.raises(DeadlineError):
        await within(fails_at_its_end(), 1)
    await asyncio.sleep(0.001)
