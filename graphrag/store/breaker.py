"""A circuit breaker: after a failure no query is let through until one probe has succeeded.

::

    closed --failure--> open --open time over, one caller--> half-open --success--> closed
                         ^                                       |
                         +---------------failure, twice as long--+

It does no I/O, its clock is injected, and any thread may use it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from enum import Enum


class BreakerState(Enum):
    """Whether queries are let through."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class CircuitBreaker:
    """Remembers that the server is away, and when it may be probed.

    Args:
        open_ms: How long the first failure keeps it open, in milliseconds.
        max_open_ms: The longest it stays open between two probes, in milliseconds.
        clock: Returns monotonic seconds.
    """

    def __init__(
        self, open_ms: float, max_open_ms: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._first_open_s = open_ms / 1000
        self._max_open_s = max_open_ms / 1000
        self._clock = clock
        self._lock = threading.Lock()
        self._state = BreakerState.CLOSED
        self._open_s = 0.0
        self._opened_at = 0.0

    @property
    def state(self) -> BreakerState:
        """The state now. It stays ``OPEN`` until a probe begins, even after the open time."""
        return self._state

    @property
    def is_closed(self) -> bool:
        """Whether queries are let through."""
        return self._state is BreakerState.CLOSED

    @property
    def probe_in_ms(self) -> float:
        """Milliseconds until the next probe may begin; 0 for now, and while closed."""
        if self._state is not BreakerState.OPEN:
            return 0.0
        return max(0.0, self._opened_at + self._open_s - self._clock()) * 1000

    def begin_probe(self) -> bool:
        """Claim the one probe.

        Returns:
            True for exactly one caller after each open time. That caller must call ``succeed`` or
            ``fail``.
        """
        with self._lock:
            if self._state is not BreakerState.OPEN or self.probe_in_ms > 0:
                return False
            self._state = BreakerState.HALF_OPEN
            return True

    def succeed(self) -> None:
        """Record an answer of the server: let everything through."""
        with self._lock:
            self._state = BreakerState.CLOSED
            self._open_s = 0.0

    def fail(self, *, probe_at_once: bool = False) -> None:
        """Record a failure. Further failures of the same outage do not prolong it.

        Args:
            probe_at_once: Whether the first probe may begin now, since the server may be well.
        """
        with self._lock:
            if self._state is BreakerState.OPEN:
                return
            if self._state is BreakerState.CLOSED and probe_at_once:
                self._open_s = 0.0
            else:
                doubled = self._open_s * 2 if self._state is BreakerState.HALF_OPEN else 0.0
                self._open_s = min(max(doubled, self._first_open_s), self._max_open_s)
            self._opened_at = self._clock()
            self._state = BreakerState.OPEN
