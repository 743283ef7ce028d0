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
    task.add_done_callback(read_error)  # the caller may give up just as it fails
    try:
        done, _ = await asyncio.wait({task}, timeout=allowed_ms / 1000)
        if not done:
            raise DeadlineError(f"Neo4j did not answer within {allowed_ms:.0f} ms")
        return task.result()
    finally:
        if not task.done():
            task.cancel()


def read_error(task: asyncio.Task[Any]) -> None:
    """Read the error of a task that may be abandoned: asyncio warns of one that nobody read.

    Args:
        task: A task that has ended; for ``add_done_callback``.
    """
    if not task.cancelled():
        task.exception()
