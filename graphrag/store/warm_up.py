"""Queries that run once before a turn needs them, so that no turn pays for their planning."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import DeadlineError, StoreError, UnreachableError
from .connection import StoreLimits
from .connector import Connector
from .deadline import within
from .event_loop import is_under_way
from .members import on_each_member
from .pooled_driver import PooledDriver
from .turn_id import start_outside_turns


class WarmUp:
    """Runs the same queries after each connect. Everything here runs on the thread's loop.

    Args:
        connector: What it connects with.
        limits: The bounds.

    Attributes:
        runs: Cypher with its parameters; empty for no warm-up.
    """

    def __init__(self, connector: Connector, limits: StoreLimits) -> None:
        self.runs: Sequence[tuple[str, Mapping[str, Any]]] = ()
        self._connector = connector
        self._timeout_ms = limits.warm_up_timeout_ms
        self._running: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin in the background, if there is something to run and it is not running already."""
        if self.runs:
            self._begin()

    async def begin_and_wait(self) -> None:
        """Begin, and wait for the end; a caller that gives up does not end it."""
        await self.has_ended()  # one that is under way may have begun without the latest queries
        await asyncio.shield(self._begin())

    async def has_ended(self, timeout_s: float | None = None) -> bool:
        """Wait until none is under way; return whether that happened in time."""
        if self._running is not None and is_under_way(self._running):
            await asyncio.wait({self._running}, timeout=timeout_s)
        return not is_under_way(self._running)

    def _begin(self) -> asyncio.Task[None]:
        if self._running is None or not is_under_way(self._running):
            self._running = start_outside_turns(self._run())
        return self._running

    async def _run(self) -> None:
        with contextlib.suppress(StoreError):
            driver = await self._connector.driver()
            try:
                await self._run_all(driver)
            except (UnreachableError, DeadlineError) as error:
                # A query may be too heavy, or an idle connection may have broken. A new connect
                # shows whether the server is away, and reports that to the breaker.
                self._connector.drop(driver)
                driver = await self._connector.driver()
                if isinstance(error, UnreachableError):
                    await self._run_all(driver)

    async def _run_all(self, driver: PooledDriver) -> None:
        if driver.is_routed and self.runs:
            runs = on_each_member(driver, self.runs, allowed_s=self._timeout_ms / 1000)
            await within(runs, self._timeout_ms)
            return
        for text, parameters in self.runs:
            run = driver.read(text, parameters, timeout_s=self._timeout_ms / 1000)
            await within(run, self._timeout_ms)
