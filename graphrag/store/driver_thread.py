"""One daemon thread with its own event loop, for everything that talks to the database.

A driver on the host's loop would end with that loop, and a server that hangs could block it. Here a
caller waits with its own timeout, whatever the thread is doing.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import os
import threading
import weakref
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from ..errors import ClosedError, DeadlineError, StoreError, UnreachableError
from ..threads import start_thread
from .event_loop import Closer, StoreLoop, run_loop

T = TypeVar("T")


class DriverThread:
    """The thread and its loop. The first use starts them; ``close`` or the exit ends them.

    If something kills the thread, its connections are closed, and the next use starts another one.
    It serves the process that made it alone: a forked one shares the sockets, and would read the
    answers that its parent waits for.

    Args:
        name: The thread's name.

    Attributes:
        closers: Each is awaited once when the loop ends, and may take at most a second.
    """

    def __init__(self, name: str = "graphrag-store") -> None:
        self._name = name
        self._lock = threading.Lock()
        self._loop: StoreLoop | None = None
        self._thread: threading.Thread | None = None
        self.closers: set[Closer] = set()
        self._closed = False
        self._process_id = os.getpid()

    @property
    def is_running(self) -> bool:
        """Whether the thread has been started and lives."""
        return self._thread is not None and self._thread.is_alive()

    def submit(self, coroutine: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        """Start a coroutine on the loop; cancelling the future cancels the coroutine.

        Unlike with ``asyncio.run_coroutine_threadsafe``, a coroutine that is cancelled before the
        loop reaches it never begins, so a loop that was blocked sends no stale queries.

        Args:
            coroutine: What to run.

        Returns:
            The future of its result.

        Raises:
            ClosedError: The thread was closed.
            UnreachableError: It belongs to the process that this one was forked from, or cannot
                start.
        """
        if self._is_forked():
            coroutine.close()
            raise UnreachableError(
                "this process was forked from the one that opened the store",
                "open a store after the fork",
            )
        future: concurrent.futures.Future[T] = concurrent.futures.Future()
        try:
            with self._lock:
                loop = self._living_loop()
                # Under the lock: the end of the loop cancels everything queued before it, and
                # nothing can be queued after it, where its future would never be done.
                loop.call_soon_threadsafe(_start_task, loop, coroutine, future)
            return future
        except RuntimeError as error:  # closed, or no thread can start, as at the interpreter's end
            coroutine.close()
            raise self._ended(f"Neo4j cannot be asked: {error}") from None

    def post(self, function: Callable[[], object]) -> None:
        """Call a function on the loop soon; do nothing if the thread was never started."""
        if self._is_forked():
            return
        with self._lock, contextlib.suppress(RuntimeError):
            if self._loop is not None:
                self._living_loop().call_soon_threadsafe(function)

    def run(self, coroutine: Coroutine[Any, Any, T], *, timeout_s: float) -> T:
        """Run a coroutine on the loop and wait for it, blocking.

        Args:
            coroutine: What to run.
            timeout_s: Longest wait, in seconds.

        Returns:
            The coroutine's result.

        Raises:
            DeadlineError: It took longer than ``timeout_s``; it is cancelled.
            ClosedError: The thread was closed.
            UnreachableError: The thread was killed, or as for ``submit``.
        """
        future = self.submit(coroutine)
        try:
            return future.result(timeout_s)
        except concurrent.futures.CancelledError:
            raise self._ended("the thread that asks Neo4j was ended") from None
        except TimeoutError:
            if not future.cancel():  # it ended at the last moment, or raised this itself
                return future.result()
            raise DeadlineError(f"Neo4j did not answer within {timeout_s * 1000:.0f} ms") from None
        finally:
            future.cancel()

    def close(self, timeout_s: float = 2.0) -> None:
        """Cancel what runs, close the connections, end the thread. Safe to repeat."""
        if self._is_forked():
            return
        with self._lock:
            self._closed = True
        if self._loop is not None and self._thread is not None:
            _end(self._loop, self._thread, timeout_s)

    def _ended(self, why: str) -> StoreError:
        """Return the error of a call that has no thread; only after ``close`` it is no outage."""
        if self._closed:
            return ClosedError("the store has been closed")
        return UnreachableError(why, "try again in a moment")

    def _is_forked(self) -> bool:
        """Whether this is another process; asked before the lock, which may be held there."""
        return os.getpid() != self._process_id

    def _living_loop(self) -> asyncio.AbstractEventLoop:
        """Return the loop of a thread that lives: a thread that was killed is replaced."""
        if self._closed:
            raise RuntimeError("closed")
        if self._loop is not None and self.is_running:
            return self._loop
        return self._start()

    def _start(self) -> asyncio.AbstractEventLoop:
        loop = StoreLoop()
        try:
            thread = start_thread(self._name, run_loop, loop, self.closers)
        except RuntimeError:
            loop.close()
            raise
        self._loop, self._thread = loop, thread
        weakref.finalize(self, _end, loop, thread, 1.0)
        return loop


def _start_task(
    loop: asyncio.AbstractEventLoop,
    coroutine: Coroutine[Any, Any, T],
    future: concurrent.futures.Future[T],
) -> None:
    if future.cancelled():
        coroutine.close()
        return
    task = loop.create_task(coroutine)

    def cancel_task(cancelled: concurrent.futures.Future[T]) -> None:
        if cancelled.cancelled():
            with contextlib.suppress(RuntimeError):  # the loop is closed by now
                loop.call_soon_threadsafe(task.cancel)

    def deliver(done: asyncio.Task[T]) -> None:
        if done.cancelled():
            future.cancel()
            return
        error = done.exception()
        with contextlib.suppress(concurrent.futures.InvalidStateError):  # the caller has given up
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(done.result())

    task.add_done_callback(deliver)
    future.add_done_callback(cancel_task)


def _end(loop: StoreLoop, thread: threading.Thread, timeout_s: float) -> None:
    """End a thread, and wait for that; also one that has ended, or is about to."""
    with contextlib.suppress(RuntimeError):  # the loop is closed by now
        loop.call_soon_threadsafe(loop.end)
    if thread is not threading.current_thread():
        thread.join(timeout_s)
