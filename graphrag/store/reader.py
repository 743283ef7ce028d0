"""Reads from the graph within a deadline, and fails at once while the database is away."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Self, TypeVar

from ..errors import DeadlineError, StoreError, UnreachableError
from ..safe_cypher import prepare
from .breaker import BreakerState
from .connection import Connection, ConnectionProvider, StoreLimits
from .connector import Connector
from .deadline import now, within
from .driver_thread import DriverThread
from .faults import is_outage
from .pooled_driver import PooledDriver, Row
from .recovery import Recovery
from .warm_up import WarmUp

T = TypeVar("T")

Prepare = Callable[[str, Mapping[str, Any]], tuple[str, Mapping[str, Any]]]


class GraphStore:
    """The read side of the database: named templates, READ mode, deadlines, a circuit breaker.

    Args:
        connection: The connection, or a function that returns it at the time of connecting.
        limits: The bounds.
        prepare: Returns a template's text and its checked parameters; ``safe_cypher.prepare``.

    Example:
        ::

            connection = Connection("bolt://localhost:7687", "neo4j", password)
            with GraphStore(connection, StoreLimits(query_timeout_ms=5000)) as store:
                rows = store.run(store.read("ping", {}, deadline_ms=5000), timeout_s=6)
    """

    def __init__(
        self,
        connection: Connection | ConnectionProvider,
        limits: StoreLimits | None = None,
        *,
        prepare: Prepare = prepare,
    ) -> None:
        self.limits = limits or StoreLimits()
        self.thread = DriverThread()
        self.round_trips = 0
        self._prepare = prepare
        self._connector = Connector(
            self.thread,
            connection,
            self.limits,
            on_connected=self._on_connected,
            on_failed=lambda error: self._recovery.failed(error),
        )
        self._recovery = Recovery(self.thread, self._connector, self.limits)
        self._warm_up = WarmUp(self._connector, self.limits)

    # -- for callers on any thread ---------------------------------------------------------------

    @property
    def breaker_state(self) -> BreakerState:
        """The circuit breaker's state."""
        return self._recovery.breaker_state

    @property
    def is_probing(self) -> bool:
        """Whether the server is probed in the background."""
        return self._recovery.is_probing

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection on which the server has answered."""
        return self._connector.current is not None

    def check(self) -> None:
        """Raise at once if the database is known to be away; this takes microseconds.

        A turn calls this before any other work, on any thread. A background probe notices when the
        database is back; no turn waits for it.

        Raises:
            BreakerOpenError: A recent failure. Its cause is the error that opened the breaker.
        """
        self._recovery.check()

    def submit(self, coroutine: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        """Start a coroutine on the store's loop; cancelling the future cancels the coroutine.

        Args:
            coroutine: What to run, such as ``retriever.retrieve(...)``.

        Returns:
            The future of its result.

        Raises:
            ClosedError: The store was closed.
            UnreachableError: This process was forked from the one that opened the store, or no
                thread can be started.

        Example:
            ::

                futures = [store.submit(retriever.retrieve(q, deadline_ms=500)) for q in queries]
                retrievals = [future.result(timeout=1) for future in futures]
        """
        return self.thread.submit(coroutine)

    def run(self, coroutine: Coroutine[Any, Any, T], *, timeout_s: float) -> T:
        """Run a coroutine on the store's loop and wait for it, blocking.

        Args:
            coroutine: What to run, such as ``store.read(...)``.
            timeout_s: Longest wait, in seconds.

        Returns:
            The coroutine's result.

        Raises:
            DeadlineError: It took longer than ``timeout_s``; it is cancelled.
            ClosedError: The store was closed.
            UnreachableError: As for ``submit``.
        """
        return self.thread.run(coroutine, timeout_s=timeout_s)

    def warm_up(
        self, runs: Iterable[tuple[str, Mapping[str, Any]]]
    ) -> concurrent.futures.Future[None]:
        """Connect and run some templates in the background, now and after each reconnect.

        The first run of a template includes its planning, 300 to 900 ms. No turn waits for this. A
        failed query is ignored; a server that does not answer opens the breaker.

        Args:
            runs: Templates with parameters.

        Returns:
            A future that is done when this warm-up is over. Nobody needs to wait for it.

        Raises:
            TemplateError: An unknown template, or a parameter out of its bounds.
        """
        self._warm_up.runs = [self._prepare(name, parameters) for name, parameters in runs]
        return self.submit(self._warm_up.begin_and_wait())

    def close(self, timeout_s: float = 2.0) -> None:
        """End the connections and the thread. Safe to repeat; also done at exit.

        Args:
            timeout_s: Longest wait for the thread, in seconds.
        """
        self.thread.close(timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- for coroutines on the store's loop ------------------------------------------------------

    async def warm_up_has_ended(self, timeout_s: float) -> bool:
        """Wait for the end of a warm-up that is under way, also one after a reconnect.

        Args:
            timeout_s: Longest wait, in seconds.

        Returns:
            Whether none is under way any more.
        """
        return await self._warm_up.has_ended(timeout_s)

    async def read(
        self,
        template: str,
        parameters: Mapping[str, Any],
        *,
        deadline_ms: float,
        in_turn: bool = True,
    ) -> list[Row]:
        """Run one read template in one network round trip.

        The deadline covers everything: import of the driver, connecting, login, waiting for the
        pool, the query, its stream, decoding. Whatever hangs is abandoned with its connection.

        Args:
            template: The name of a registered template.
            parameters: Its parameters.
            deadline_ms: Milliseconds from now.
            in_turn: Whether the query timeout is a second upper bound; in the background it is not.

        Returns:
            The rows, by column name.

        Raises:
            TemplateError: An unknown template, or a parameter out of its bounds.
            StoreError: No result, and why.
        """
        text, validated = self._prepare(template, parameters)
        self.check()
        allowed_ms = min(deadline_ms, self.limits.query_timeout_ms) if in_turn else deadline_ms
        if allowed_ms <= 0:
            raise DeadlineError("there was no time left for the query")
        started = now()
        used: list[PooledDriver] = []
        try:
            rows = await within(self._attempt(text, validated, allowed_ms, used), allowed_ms)
        except StoreError as error:
            # Whether Neo4j is too slow for turns, only a turn can tell.
            if in_turn or not isinstance(error, DeadlineError):
                self._recovery.failed(error, waited_ms=(now() - started) * 1000, used=used)
            raise
        except asyncio.CancelledError:
            gave_up = DeadlineError("the caller did not wait for the answer")
            self._recovery.failed(gave_up, waited_ms=(now() - started) * 1000, used=used)
            raise
        self._recovery.succeeded()
        return rows

    async def _attempt(
        self, text: str, parameters: Mapping[str, Any], allowed_ms: float, used: list[PooledDriver]
    ) -> list[Row]:
        ends = now() + allowed_ms / 1000
        pooled = self._connector.current
        if pooled is not None:
            # A connection may have broken while idle, after a restart of the server for example.
            # Then this turn connects again.
            used.append(pooled)
            with contextlib.suppress(UnreachableError):
                return await self._query(pooled, text, parameters, ends)
        driver = await self._connector.driver()
        used.append(driver)
        return await self._query(driver, text, parameters, ends)

    async def _query(
        self, driver: PooledDriver, text: str, parameters: Mapping[str, Any], ends: float
    ) -> list[Row]:
        self.round_trips += 1
        started = now()
        try:
            return await driver.read(text, parameters, timeout_s=ends - started)
        except StoreError as error:
            if is_outage(error):
                self._connector.drop(driver)
            raise

    def _on_connected(self) -> None:
        self._recovery.succeeded()
        self._warm_up.begin()
