"""Keeps one link to the database: made by whoever needs it first, shared, made anew when lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..errors import LocalServerError, UnreachableError
from .connection import Connection, ConnectionProvider, StoreLimits
from .deadline import within
from .driver_thread import DriverThread
from .link import Link


class Connector:
    """The one link of a store or writer. Everything here runs on the thread's loop.

    Args:
        thread: The thread that the link lives on.
        connection: Where to, or a function that says so at the time of connecting.
        limits: The bounds.
        on_connected: Called after each successful connect.
        on_failed: Called with the error after each failed one.
    """

    def __init__(
        self,
        thread: DriverThread,
        connection: Connection | ConnectionProvider,
        limits: StoreLimits,
        *,
        on_connected: Callable[[], None] = lambda: None,
        on_failed: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        self._thread = thread
        self._connection = connection
        self._limits = limits
        self._on_connected = on_connected
        self._on_failed = on_failed
        self._link: Link | None = None
        self._connecting: asyncio.Task[Link] | None = None

    @property
    def current(self) -> Link | None:
        """The link, if there is one that works as far as anybody knows."""
        return None if self._link is None or self._link.retired else self._link

    async def link(self) -> Link:
        """Give the link, connecting first if need be.

        A caller that gives up does not end the attempt: it goes on for the next one, within its
        own time limit.

        Raises:
            StoreError: There is no connection to be had.
        """
        if (link := self.current) is not None:
            return link
        if self._connecting is None:
            self._connecting = asyncio.get_running_loop().create_task(self._connect())
            self._connecting.add_done_callback(self._connected)
        return await asyncio.shield(self._connecting)

    def drop(self, link: Link) -> None:
        """Never use this link again; the address is asked for anew before the next one."""
        link.retire()
        if self._link is link:
            self._link = None

    async def _connect(self) -> Link:
        try:
            connection = self._connection() if callable(self._connection) else self._connection
        except (OSError, ValueError, LocalServerError) as error:
            raise UnreachableError(f"the local Neo4j's address cannot be read: {error}") from None
        opening = Link.open(self._thread.closers, connection, self._limits)
        return await within(opening, self._limits.connect_timeout_ms)

    def _connected(self, task: asyncio.Task[Link]) -> None:
        self._connecting = None
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            self._on_failed(error)
            return
        self._link = task.result()
        self._on_connected()
