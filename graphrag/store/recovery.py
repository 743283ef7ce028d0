"""What the store knows of an outage: refuse at once, and notice in the background when it ends."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Sequence

from ..errors import AuthError, BreakerOpenError, DeadlineError, StoreError
from .breaker import BreakerState, CircuitBreaker
from .connection import StoreLimits
from .connector import Connector
from .driver_thread import DriverThread
from .event_loop import is_under_way
from .faults import is_outage
from .pooled_driver import PooledDriver
from .turn_id import start_outside_turns

_LOG = logging.getLogger(__name__)

_NAP_S = 0.5
"""How long the probe sleeps at once: others may find the server well, and away again after that."""


class Recovery:
    """A circuit breaker, and the probe that closes it; no turn waits for the probe.

    Args:
        thread: The thread on whose loop the probe runs.
        connector: What the probe connects with.
        limits: The bounds.
    """

    def __init__(self, thread: DriverThread, connector: Connector, limits: StoreLimits) -> None:
        self._thread = thread
        self._connector = connector
        self._limits = limits
        self._breaker = CircuitBreaker(limits.breaker_open_ms, limits.breaker_max_open_ms)
        self._last_outage: StoreError | None = None
        self._last_demand = time.monotonic()
        self._probing: asyncio.Task[None] | None = None

    @property
    def breaker_state(self) -> BreakerState:
        """The circuit breaker's state."""
        return self._breaker.state

    @property
    def is_probing(self) -> bool:
        """Whether a probe runs in the background."""
        return is_under_way(self._probing)

    def check(self) -> None:
        """Raise at once if the database is known to be away; on any thread.

        Raises:
            BreakerOpenError: A recent failure. Its cause is the error that opened the breaker.
        """
        if self._breaker.is_closed:
            return
        self._last_demand = time.monotonic()
        if not self.is_probing:
            self._thread.post(self._begin_probing)
        cause = self._last_outage
        reason = f" ({cause.reason})" if cause is not None else ""
        raise BreakerOpenError(
            f"the last Neo4j request failed{reason}; retrying in the background",
            cause.hint if cause is not None else "",
        ) from cause

    def succeeded(self) -> None:
        """Record an answer of the server."""
        self._breaker.succeed()

    def failed(
        self,
        error: BaseException,
        waited_ms: float = math.inf,
        used: Sequence[PooledDriver] = (),
    ) -> None:
        """Record a failure, and begin to probe if it means that the server is away.

        Args:
            error: What happened.
            waited_ms: How long an answer was waited for, in milliseconds.
            used: The drivers that failed; they are dropped with an outage.
        """
        if not isinstance(error, StoreError) or not is_outage(error):
            return
        ran_out_of_time = isinstance(error, DeadlineError)
        if ran_out_of_time and waited_ms < self._limits.breaker_least_wait_ms:
            return
        for driver in used:  # at once: the probe that begins must not find it
            self._connector.drop(driver)
        # A copy: the original would keep its stack frames alive.
        self._last_outage = type(error)(error.message, error.hint)
        # A server that lets a query run out of its time is mostly busy, and answers a probe.
        self._breaker.fail(probe_at_once=ran_out_of_time)
        self._begin_probing()

    def _begin_probing(self) -> None:
        if not self.is_probing and not self._breaker.is_closed:
            self._last_demand = time.monotonic()
            self._probing = start_outside_turns(self._probe())

    async def _probe(self) -> None:
        """Probe until the database is back, or until it has not been asked for in a while.

        A login that is refused is tried once for each demand: after several wrong ones the server
        locks the user, and would refuse the right password too.
        """
        while not self._breaker.is_closed:
            await asyncio.sleep(min(self._breaker.probe_in_ms / 1000, _NAP_S))
            if self._breaker.begin_probe():
                await self._probe_once()
                if self._is_forgotten() or self._is_refused:
                    break

    async def _probe_once(self) -> None:
        try:
            await self._connector.driver()
        except StoreError as error:
            if is_outage(error):
                self.failed(error)
            else:
                # Not set up, or starting: cheap to detect again, and it keeps its own reason.
                self._breaker.succeed()
        except BaseException as error:
            # The claimer of a probe must report back, or there is never another one.
            self._breaker.fail()
            if not isinstance(error, Exception):  # cancelled: the loop's thread ends
                raise
            _LOG.debug("the probe of Neo4j failed in an unexpected way", exc_info=True)
        else:
            self._breaker.succeed()

    @property
    def _is_refused(self) -> bool:
        return isinstance(self._last_outage, AuthError)

    def _is_forgotten(self) -> bool:
        return time.monotonic() - self._last_demand > self._limits.probe_for_ms / 1000
