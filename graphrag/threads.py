"""Threads for work that must neither block the host's loop nor keep its process alive.

Every thread of the plugin begins here: as a daemon, and with a name. ``cached_once`` is for what
several of them need at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from functools import cache, wraps
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar

Result = TypeVar("Result")
Given = ParamSpec("Given")


def cached_once(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Return a cached function that one thread computes while others wait for its result.

    With ``functools.cache``, two threads that need the same value at once both compute it, and
    each slows the other down.

    Args:
        function: Of hashable arguments.
    """
    lock = threading.RLock()
    known = cache(function)

    @wraps(function)
    def computed(*arguments: Hashable) -> Result:
        with lock:
            return known(*arguments)

    return cache(computed)  # type: ignore[return-value]


def start_thread(name: str, work: Callable[..., object], *arguments: Any) -> threading.Thread:
    """Start a daemon thread.

    Args:
        name: The thread's name.
        work: What to run.
        arguments: What it is called with.

    Returns:
        The running thread.
    """
    thread = threading.Thread(target=work, args=arguments, name=name, daemon=True)
    thread.start()
    return thread


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
    start_thread(name, _run_into, future, work, *arguments)
    return future


def run_in_threads(
    name: str, works: Sequence[Callable[[], Result]], count: int
) -> list[Future[Result]]:
    """Run works in their order on a few daemon threads, each on the first that is free.

    Args:
        name: The threads' name.
        works: What to run.
        count: Number of threads; where so many cannot be started, fewer do it all.

    Returns:
        The future of each result; cancelling one stops its work only before it has begun.

    Raises:
        RuntimeError: Not even one thread can be started.
    """
    waiting: SimpleQueue[tuple[Future[Result], Callable[[], Result]]] = SimpleQueue()
    futures: list[Future[Result]] = []
    for work in works:
        futures.append(Future())
        waiting.put((futures[-1], work))

    def run() -> None:
        while True:
            try:
                future, work = waiting.get_nowait()
            except Empty:
                return
            _run_into(future, work)

    for number in range(min(count, len(works))):
        try:
            start_thread(name, run)
        except RuntimeError:
            if number == 0:
                raise
            break
    return futures


def start_timer(name: str, delay_s: float, work: Callable[[], object]) -> threading.Timer:
    """Run work on a daemon thread after a while.

    Args:
        name: The thread's name.
        delay_s: How long to wait first, in seconds.
        work: What to run.

    Returns:
        The running timer; ``cancel()`` stops it as long as the work has not begun.
    """
    timer = threading.Timer(delay_s, work)
    timer.name, timer.daemon = name, True
    timer.start()
    return timer


def _run_into(future: Future[Result], work: Callable[..., Result], *arguments: Any) -> None:
    """Run work, unless its future was cancelled, and give the future what comes of it."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = work(*arguments)
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
