"""Waiting until a deadline, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from ..errors import DeadlineError

T = TypeVar("T")


def now() -> float:
    """The running loop's clock, in seconds."""
    return asyncio.get_running_loop().time()


async def within(coroutine: Coroutine[Any, Any, T], allowed_ms: float) -> T:
    """Await a coroutine until the deadline.

    A coroutine that takes longer is cancelled, and nothing waits for its cleaning up.

    Args:
        coroutine: What to do.
        allowed_ms: How long it may take, in milliseconds.

    Returns:
        The coroutine's result.

    Raises:
        DeadlineError: It took longer.
    """
    task = asyncio.get_running_loop().create_task(coroutine)
    try:
        done, _ = await asyncio.wait({task}, timeout=allowed_ms / 1000)
        if not done:
            raise DeadlineError(f"Neo4j did not answer within {allowed_ms:.0f} ms")
        return task.result()
    finally:
        if not task.done():
            task.add_done_callback(_forget)
            task.cancel()


def _forget(task: asyncio.Task[Any]) -> None:
    """Read an abandoned task's error, so that asyncio does not warn that nobody did."""
    if not task.cancelled():
        task.exception()
