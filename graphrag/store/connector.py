"""One driver for all callers: the first that needs it opens it, and a lost one is replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..errors import LocalServerError, UnreachableError
from .connection import Connection, ConnectionProvider, StoreLimits
from .driver_thread import DriverThread
from .pooled_driver import PooledDriver


class Connector:
    """The one driver of a store or writer. Everything here runs on the thread's loop.

    Args:
        thread: The thread that the driver lives on.
        connection: The connection, or a function that returns it at the time of connecting.
        limits: The bounds.
        on_connected: Called after each successful connect.
        on_failed: Called with the error after each failed connect.
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
        self._driver: PooledDriver | None = None
        self._connecting: asyncio.Task[PooledDriver] | None = None

    @property
    def current(self) -> PooledDriver | None:
        """The open driver, or None where there is none or it is known to be broken."""
        return None if self._driver is None or self._driver.retired else self._driver

    async def driver(self) -> PooledDriver:
        """Return the driver, and connect first where needed.

        A caller that gives up does not end the attempt: it continues for the next caller, within
        its own time limit.

        Raises:
            StoreError: No connection could be made.
        """
        if (driver := self.current) is not None:
            return driver
        if self._connecting is None or self._connecting.get_loop().is_closed():
            self._connecting = asyncio.get_running_loop().create_task(self._connect())
            self._connecting.add_done_callback(self._connected)
        return await asyncio.shield(self._connecting)

    def drop(self, driver: PooledDriver) -> None:
        """Never use this driver again; the next connect reads the address again."""
        driver.retire()
        if self._driver is driver:
            self._driver = None

    async def _connect(self) -> PooledDriver:
        try:
            connection = self._connection() if callable(self._connection) else self._connection
        except (OSError, ValueError, LocalServerError) as error:
            raise UnreachableError(f"the local Neo4j's address cannot be read: {error}") from None
        return await PooledDriver.open(self._thread.closers, connection, self._limits)

    def _connected(self, task: asyncio.Task[PooledDriver]) -> None:
        self._connecting = None
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            self._on_failed(error)
            return
        self._driver = task.result()
        self._on_connected()
