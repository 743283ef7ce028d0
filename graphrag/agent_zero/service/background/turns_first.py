"""Turns go before the sync: both share the interpreter, the database and the machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONGEST_S = 1.0
"""Maximum wait of background work. After it, the work may run for as long, even if turns wait."""


class TurnsFirst:
    """Lets background work wait while a turn is under way.

    Args:
        longest_s: How long it waits at most, in seconds.
        clock: A monotonic clock in seconds.

    Example:
        >>> turns = TurnsFirst()
        >>> with turns.turn():
        ...     pass                      # the sync, which calls make_way(), waits meanwhile
    """

    def __init__(
        self, longest_s: float = LONGEST_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._longest_s = longest_s
        self._clock = clock
        self._condition = threading.Condition()
        self._under_way = 0
        self._works_until = 0.0

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Count as a turn that is under way until the context ends."""
        with self._condition:
            self._under_way += 1
        try:
            yield
        finally:
            with self._condition:
                self._under_way -= 1
                self._condition.notify_all()

    def make_way(self) -> None:
        """Wait while a turn is under way; without one this takes next to no time."""
        if not self._under_way or self._clock() < self._works_until:
            return
        with self._condition:
            if not self._condition.wait_for(lambda: not self._under_way, self._longest_s):
                self._works_until = self._clock() + self._longest_s
