"""One daemon thread with its own event loop, for everything that talks to the database.

A driver on the host's loop would end with that loop, and a server that hangs could block it. Here a
caller waits with its own timeout, whatever the thread is doing.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import functools
import inspect
import os
import socket
import threading
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

from ..errors import ClosedError, DeadlineError, StoreError, UnreachableError
from ..threads import run_in_thread, start_thread

T = TypeVar("T")
Closer = Callable[[], Awaitable[None]]

_CANCELLATIONS = 3
"""How often each task is cancelled at the end: cleaning up may begin new ones."""
_FINISH_S = 1.5
"""Longest wait for one step of the end, in seconds."""


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
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._finalizer: weakref.finalize[..., DriverThread] | None = None
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
        except RuntimeError:  # closed, or the interpreter is shutting down
            coroutine.close()
            raise self._ended("the store has been closed") from None

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
            raise self._ended("the store was closed during the call") from None
        except TimeoutError:
            if not future.cancel():  # it ended at the last moment, or raised this itself
                return future.result()
            raise DeadlineError(f"Neo4j did not answer within {timeout_s * 1000:.0f} ms") from None
        finally:
            future.cancel()

    def close(self, timeout_s: float = 2.0) -> None:
        """Cancel what runs, close the connections, end the thread. Safe to repeat."""
        with self._lock:
            self._closed = True
            finalizer, self._finalizer = self._finalizer, None
        if finalizer is None or self._loop is None:
            return
        finalizer.detach()
        _end(self._loop, self._thread, timeout_s)

    def _ended(self, message: str) -> StoreError:
        """Return the error of a call whose thread is gone; only a closed one is no outage."""
        return ClosedError(message) if self._closed else UnreachableError(message)

    def _is_forked(self) -> bool:
        """Whether this is another process; asked before the lock, which may be held there."""
        return os.getpid() != self._process_id

    def _living_loop(self) -> asyncio.AbstractEventLoop:
        """Return the loop of a thread that lives: a thread that was killed is replaced."""
        if self._closed:
            raise RuntimeError("closed")
        if self._loop is not None and self.is_running:
            return self._loop
        if self._finalizer is not None:
            self._finalizer.detach()
        return self._start()

    def _start(self) -> asyncio.AbstractEventLoop:
        loop = _Loop()
        try:
            thread = start_thread(self._name, _run_loop, loop, self.closers)
        except RuntimeError:
            loop.close()
            raise
        self._loop, self._thread = loop, thread
        self._finalizer = weakref.finalize(self, _end, loop, thread, 1.0)
        return loop


async def in_helper_thread(function: Callable[..., T], *arguments: object, **named: object) -> T:
    """Run a blocking call in its own daemon thread and await it.

    Unlike an executor's thread, it never delays the end of the process.
    """
    call = functools.partial(function, *arguments, **named)
    return await asyncio.wrap_future(run_in_thread("graphrag-helper", call))


class _Loop(asyncio.SelectorEventLoop):
    """A loop without an executor: it resolves names in daemon threads, and IP addresses at once.

    Attributes:
        transports: The connections that may still be open.
    """

    def __init__(self) -> None:
        super().__init__()
        self.transports: weakref.WeakSet[asyncio.BaseTransport] = weakref.WeakSet()

    async def create_connection(self, *arguments: Any, **options: Any) -> Any:
        transport, protocol = await super().create_connection(*arguments, **options)
        self.transports.add(transport)
        return transport, protocol

    async def getaddrinfo(
        self,
        host: bytes | str | None,
        port: bytes | str | int | None,
        *,
        family: int = 0,
        type: int = 0,
        proto: int = 0,
        flags: int = 0,
    ) -> list[Any]:
        arguments = {"family": family, "type": type, "proto": proto}
        with contextlib.suppress(socket.gaierror):
            return socket.getaddrinfo(host, port, flags=flags | socket.AI_NUMERICHOST, **arguments)
        return await in_helper_thread(socket.getaddrinfo, host, port, flags=flags, **arguments)

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        try:
            await super().sock_connect(sock, address)
        except (asyncio.CancelledError, OSError):
            # If the caller was cancelled, the driver leaves it to the garbage collector.
            sock.close()
            raise


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


def _run_loop(loop: _Loop, closers: set[Closer]) -> None:
    asyncio.set_event_loop(loop)
    try:
        try:
            loop.run_forever()
        finally:
            # Also where something kills the thread, such as an exit inside it.
            loop.run_until_complete(_wind_up(closers, loop))
    finally:
        _drop_unbegun(loop)
        asyncio.set_event_loop(None)
        loop.close()


def _drop_unbegun(loop: _Loop) -> None:
    """Close what was to begin after the loop's last round: Python warns of what never ran."""
    for task in asyncio.all_tasks(loop):
        work = task.get_coro()
        if inspect.iscoroutine(work) and inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
            work.close()


async def _wind_up(closers: set[Closer], loop: _Loop) -> None:
    """Cancel all tasks, then close what is open, including what the tasks abandoned.

    A task that does not end when it is cancelled is left behind: it must not keep the thread.
    """
    for _ in range(_CANCELLATIONS):
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await _finish(tasks)
    await _finish(asyncio.ensure_future(closer()) for closer in list(closers))
    for transport in list(loop.transports):
        if isinstance(transport, asyncio.Transport):
            transport.abort()  # with TLS, a closed one still waits for the server's farewell
    # It also lets the transports report their end to the loop.
    await _finish([asyncio.ensure_future(loop.shutdown_asyncgens())])


async def _finish(futures: Iterable[asyncio.Future[Any]]) -> None:
    """Wait a while for the end of all of them, whatever it is."""
    if waiting := set(futures):
        done, _ = await asyncio.wait(waiting, timeout=_FINISH_S)
        for future in done:
            if not future.cancelled():
                future.exception()  # asyncio warns of one that nobody read


def _end(
    loop: asyncio.AbstractEventLoop, thread: threading.Thread | None, timeout_s: float
) -> None:
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(loop.stop)
    if thread is not None and thread is not threading.current_thread():
        thread.join(timeout_s)
