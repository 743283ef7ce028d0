"""Wait for the host's memory recall."""

from __future__ import annotations

import asyncio
from typing import Any

from .. import markers
from . import layouts


async def wait_for_recall(agent: Any, loop_data: Any) -> None:
    """Wait until the recall that this iteration started has ended; in delayed mode do not wait.

    There is no time limit: the host waits for the same task later anyway. The task is never
    cancelled. Waiting here hides its failure from the host, so the failure is reported here.

    Args:
        agent: The host's agent.
        loop_data: The host's data of this monologue.
    """
    task = layouts.recall_task(agent, loop_data)
    if task is None:
        return
    if not task.done():
        foreign = task.get_loop() is not asyncio.get_running_loop()
        if foreign or layouts.recall_is_delayed(agent):
            return
        await asyncio.wait({task})
    if task.cancelled():
        markers.note("the host's memory recall was cancelled")
        return
    error = task.exception()
    if error is not None:
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        markers.note(f"the host's memory recall failed: {reason}")
        layouts.show_in_log(agent, "warning", "Memory recall failed", reason)
