"""What the host's memory recall brings to this iteration's prompt.

Versions of the host differ. The task of the recall writes the extras itself, or it returns the
texts, and the host's own hook ``_91`` puts them into the extras after ours has run.
"""

from __future__ import annotations

import asyncio
import json
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .. import markers
from ..turn_data import Notice
from . import layouts, log_panel
from .extras import MEMORIES, SOLUTIONS

WAIT_S = 20.0
"""The longest wait for a recall, in seconds."""

_reported: weakref.WeakSet[asyncio.Future[Any]] = weakref.WeakSet()


@dataclass(frozen=True, slots=True)
class Recalled:
    """The recalled texts as the prompt of this iteration has them.

    Attributes:
        memories: The recalled memories in their template; empty if there are none.
        solutions: The recalled solutions, likewise.
    """

    memories: str
    solutions: str

    def has_come_since(self, before: Recalled) -> bool:
        """Whether these texts replace those of a moment before, rather than only end them."""
        return self != before and self != NOTHING_RECALLED


NOTHING_RECALLED = Recalled("", "")


async def wait_for_recall(
    agent: Any, loop_data: Any, meanwhile: Callable[[], None] = lambda: None
) -> Recalled:
    """Wait for the recall if the host waits for it too, and return what it brought.

    In delayed mode the host does not wait in the iteration that started the recall. The host waits
    for the same task later anyway: some versions for as long as it takes, others for 20 seconds.
    The task is never cancelled. Waiting here hides its failure from the host, so the failure is
    reported here, once.

    Args:
        agent: The host's agent.
        loop_data: The host's data of this monologue.
        meanwhile: Called before the wait, if there is one.
    """
    extras: Mapping[str, Any] = loop_data.extras_persistent
    task = layouts.recall_task(agent)
    if task is None:
        return recalled_so_far(extras)
    is_of_now = layouts.recall_iteration(agent) == loop_data.iteration
    if task.done():  # perhaps long ago: what it returned may have been used, or be out of date
        if is_of_now:
            _report_failure(task, agent)
        return _texts(layouts.unused_recall(agent), extras)
    foreign = task.get_loop() is not asyncio.get_running_loop()
    if foreign or (is_of_now and layouts.recall_is_delayed(agent)):
        return recalled_so_far(extras)
    meanwhile()
    await asyncio.wait({task}, timeout=WAIT_S)
    if not task.done():
        return recalled_so_far(extras)
    failed = _report_failure(task, agent)
    return _texts(None if failed else task.result(), extras)


def recalled_so_far(extras: Mapping[str, Any]) -> Recalled:
    """Return the recalled texts that the prompt has now.

    Args:
        extras: The host's persistent extras of this monologue.
    """
    return _texts(None, extras)


def _report_failure(task: asyncio.Future[Any], agent: Any) -> bool:
    """Return whether a task failed, and report it unless that was done."""
    error = None if task.cancelled() else task.exception()
    if error is None and not task.cancelled():
        return False
    if task in _reported:  # recall was switched off, and the host keeps the last task
        return True
    _reported.add(task)
    if error is None:
        markers.note("the host's memory recall was cancelled")
        return True
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    markers.note(f"the host's memory recall failed: {reason}")
    log_panel.show(agent, Notice("recall_failed", "warning", "Memory recall failed", reason))
    return True


def _texts(result: object, extras: Mapping[str, Any]) -> Recalled:
    """Return the texts of a recall's result; those of the extras if it has not returned any."""
    entries = result if isinstance(result, Mapping) else extras
    return Recalled(_as_text(entries.get(MEMORIES)), _as_text(entries.get(SOLUTIONS)))


def _as_text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False, default=str)
