"""The event loop of the store's thread, and how it ends all that it has begun."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import socket
import weakref
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from ..threads import run_in_thread

T = TypeVar("T")
Closer = Callable[[], Awaitable[None]]

_CANCELLATIONS = 3
"""How often each task is cancelled at the end: cleaning up may begin new ones."""
_FINISH_S = 1.5
"""Longest wait for one step of the end, in seconds."""


async def in_helper_thread(function: Callable[..., T], *arguments: object, **named: object) -> T:
    """Run a blocking call in its own daemon thread and await it.

    Unlike an executor's thread, it never delays the end of the process.
    """
    call = functools.partial(function, *arguments, **named)
    return await asyncio.wrap_future(run_in_thread("graphrag-helper", call))


class StoreLoop(asyncio.SelectorEventLoop):
    """A loop without an executor: it resolves names in daemon threads, and IP addresses at once.

    Attributes:
        transports: The connections that may still be open.
        is_ending: Whether it runs only to end what is open.
    """

    def __init__(self) -> None:
        super().__init__()
        self.transports: weakref.WeakSet[asyncio.BaseTransport] = weakref.WeakSet()
        self.is_ending = False

    def end(self) -> None:
        """Stop, unless what is open is being ended already."""
        if not self.is_ending:
            self.stop()

    async def create_connection(self, *arguments: Any, **options: Any) -> Any:
        """Open a connection, and remember it for the end."""
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
        """Resolve a name in a daemon thread; an IP address at once."""
        arguments = {"family": family, "type": type, "proto": proto}
        with contextlib.suppress(socket.gaierror):
            return socket.getaddrinfo(host, port, flags=flags | socket.AI_NUMERICHOST, **arguments)
        return await in_helper_thread(socket.getaddrinfo, host, port, flags=flags, **arguments)

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        """Connect a socket; it is closed if that fails or is cancelled."""
        try:
            await super().sock_connect(sock, address)
        except (asyncio.CancelledError, OSError):
            # If the caller was cancelled, the driver leaves it to the garbage collector.
            sock.close()
            raise


def is_under_way(task: asyncio.Task[Any] | None) -> bool:
    """Whether a task runs; one that was begun as its loop ended stays pending for ever."""
    return task is not None and not task.done() and not task.get_loop().is_closed()


def run_loop(loop: StoreLoop, closers: set[Closer]) -> None:
    """Run a loop on this thread until it is stopped or the thread is killed, and end what is open.

    Args:
        loop: The loop.
        closers: Each is awaited once at the end, and may take at most a second.
    """
    asyncio.set_event_loop(loop)
    try:
        try:
            loop.run_forever()
        finally:
            # Also where something kills the thread, such as an exit inside it.
            loop.is_ending = True
            loop.run_until_complete(_wind_up(closers, loop))
    finally:
        _drop_unbegun(loop)
        asyncio.set_event_loop(None)
        loop.close()


def _drop_unbegun(loop: StoreLoop) -> None:
    """Close what was to begin after the loop's last round: Python warns of what never ran."""
    for task in asyncio.all_tasks(loop):
        work = task.get_coro()
        if inspect.iscoroutine(work) and inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
            work.close()


async def _wind_up(closers: set[Closer], loop: StoreLoop) -> None:
    """Cancel all tasks, then close what is open, including what the tasks abandoned.

    A task that does not end when it is cancelled is left behind: it must not keep the thread.
    """
    for _ in range(_CANCELLATIONS):
        await _cancel_others()
    await _finish(asyncio.ensure_future(closer()) for closer in list(closers))
    await _cancel_others()  # what was begun meanwhile, if something killed the thread
    for transport in list(loop.transports):
        if isinstance(transport, asyncio.Transport):
            transport.abort()  # with TLS, a closed one still waits for the server's farewell
    # It also lets the transports report their end to the loop.
    await _finish([asyncio.ensure_future(loop.shutdown_asyncgens())])


async def _cancel_others() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await _finish(tasks)


async def _finish(futures: Iterable[asyncio.Future[Any]]) -> None:
    """Wait a while for the end of all of them, whatever it is."""
    if waiting := set(futures):
        done, _ = await asyncio.wait(waiting, timeout=_FINISH_S)
        for future in done:
            if not future.cancelled():
                future.exception()  # asyncio warns of one that nobody read
