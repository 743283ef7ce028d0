"""Reads from the graph within a deadline, and fails at once while the database is away."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import contextvars
import logging
import math
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from ..errors import BreakerOpenError, DeadlineError, StoreError, UnreachableError
from ..safe_cypher import prepare
from .breaker import BreakerState, CircuitBreaker
from .connection import Connection, ConnectionProvider, StoreLimits
from .connector import Connector
from .deadline import now, within
from .driver_thread import DriverThread
from .faults import is_outage
from .members import on_each_member
from .pooled_driver import PooledDriver, Row

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

Prepare = Callable[[str, Mapping[str, Any]], tuple[str, Mapping[str, Any]]]


class GraphStore:
    """The read side of the database: named templates, READ mode, deadlines, a circuit breaker.

    Args:
        connection: The connection, or a function that returns it at the time of connecting.
        limits: The bounds.
        clock: Returns monotonic seconds, for the circuit breaker.
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
        clock: Callable[[], float] = time.monotonic,
        prepare: Prepare = prepare,
    ) -> None:
        self.limits = limits or StoreLimits()
        self.thread = DriverThread()
        self.round_trips = 0
        self._prepare = prepare
        self._clock = clock
        self._breaker = CircuitBreaker(
            self.limits.breaker_open_ms, self.limits.breaker_max_open_ms, clock
        )
        self._connector = Connector(
            self.thread,
            connection,
            self.limits,
            on_connected=self._on_connected,
            on_failed=self._on_failed,
        )
        self._last_outage: StoreError | None = None
        self._last_demand = clock()
        self._probing: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        self._warm_runs: tuple[tuple[str, Mapping[str, Any]], ...] = ()
        self._background: set[asyncio.Task[Any]] = set()

    # -- for callers on any thread ---------------------------------------------------------------

    @property
    def breaker_state(self) -> BreakerState:
        """The circuit breaker's state."""
        return self._breaker.state

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
        if self._breaker.is_closed:
            return
        self._last_demand = self._clock()
        if self._probing is None:
            self.thread.post(self._begin_probing)
        cause = self._last_outage
        reason = f" ({cause.reason})" if cause is not None else ""
        raise BreakerOpenError(
            f"the last Neo4j request failed{reason}; retrying in the background",
            cause.hint if cause is not None else "",
        ) from cause

    def submit(self, coroutine: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        """Start a coroutine on the store's loop; cancelling the future cancels the coroutine.

        Raises:
            UnreachableError: The store was closed.
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
            UnreachableError: The store was closed.
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
        self._warm_runs = tuple(self._prepare(name, parameters) for name, parameters in runs)
        return self.submit(self._warmed())

    def close(self, timeout_s: float = 2.0) -> None:
        """End the connections and the thread. Safe to repeat; also done at exit."""
        self.thread.close(timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # -- for coroutines on the store's loop ------------------------------------------------------

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
            self._on_failed(error, waited_ms=(now() - started) * 1000, used=used)
            raise
        except asyncio.CancelledError:
            gave_up = DeadlineError("the caller did not wait for the answer")
            self._on_failed(gave_up, waited_ms=(now() - started) * 1000, used=used)
            raise
        self._breaker.succeed()
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

    def _is_long(self, waited_ms: float) -> bool:
        """Whether a wait without an answer was long enough to blame the server."""
        return waited_ms >= self.limits.breaker_least_wait_ms

    # -- in the background, on the store's loop --------------------------------------------------

    def _on_failed(
        self,
        error: BaseException,
        waited_ms: float = math.inf,
        used: Sequence[PooledDriver] = (),
    ) -> None:
        if not isinstance(error, StoreError) or not is_outage(error):
            return
        if isinstance(error, DeadlineError) and not self._is_long(waited_ms):
            return
        for driver in used:  # at once: the probe that begins must not find it
            self._connector.drop(driver)
        # A copy: the original would keep its stack frames alive.
        self._last_outage = type(error)(error.message, error.hint)
        # A server that lets a query run out of its time is mostly busy, and answers a probe.
        self._breaker.fail(probe_at_once=isinstance(error, DeadlineError))
        self._begin_probing()

    def _on_connected(self) -> None:
        self._breaker.succeed()
        if self._warm_runs:
            self._begin_warming()

    def _begin_probing(self) -> None:
        if self._probing is None and not self._breaker.is_closed:
            self._last_demand = self._clock()
            self._probing = self._spawn(self._probe())

    async def _probe(self) -> None:
        """Probe until the database is back, or until it has not been asked for in a while."""
        try:
            while not self._breaker.is_closed:
                await asyncio.sleep(self._breaker.probe_in_ms / 1000)
                if self._breaker.begin_probe():
                    await self._probe_once()
                if self._is_forgotten():
                    break
        finally:
            self._probing = None

    async def _probe_once(self) -> None:
        try:
            await self._connector.driver()
        except StoreError as error:
            if is_outage(error):
                self._on_failed(error)
            else:
                # Not set up, or starting: cheap to detect again, and it keeps its own reason.
                self._breaker.succeed()
        except Exception:
            # The claimer of a probe must report back, or there is never another one.
            _LOG.debug("the probe of Neo4j failed in an unexpected way", exc_info=True)
            self._breaker.fail()
        else:
            self._breaker.succeed()

    def _is_forgotten(self) -> bool:
        return self._clock() - self._last_demand > self.limits.probe_for_ms / 1000

    def _begin_warming(self) -> asyncio.Task[None]:
        if self._warming is None or self._warming.done():
            self._warming = self._spawn(self._warm())
        return self._warming

    async def _warmed(self) -> None:
        await asyncio.shield(self._begin_warming())

    async def _warm(self) -> None:
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
        timeout_ms = self.limits.warm_up_timeout_ms
        if driver.is_routed and self._warm_runs:
            runs = on_each_member(driver, self._warm_runs, allowed_s=timeout_ms / 1000)
            await within(runs, timeout_ms)
            return
        for text, parameters in self._warm_runs:
            run = driver.read(text, parameters, timeout_s=timeout_ms / 1000)
            await within(run, timeout_ms)

    def _spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        # It may outlive the turn that began it: it gets no turn's id.
        task = asyncio.get_running_loop().create_task(coroutine, context=contextvars.Context())
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task
