"""Threads for work that must neither block the host's loop nor keep its process alive."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_in_thread(name: str, work: Callable[..., Result], *arguments: Any) -> Future[Result]:
    """Run work on a daemon thread of its own.

    No pool: a pool's threads are joined when the process ends, and one that hangs would hang it.

    Args:
        name: The thread's name.
        work: What to run.
        arguments: What it is called with.

    Returns:
        The future of its result; cancelling it does not stop work that has begun.
    """
    future: Future[Result] = Future()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = work(*arguments)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=run, name=name, daemon=True).start()
    return future
