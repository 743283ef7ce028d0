"""A large deletion waits for a second look: a memory that is only read in part must not lose it."""

from __future__ import annotations

import time
from collections.abc import Callable, Set
from dataclasses import dataclass

HELD_DOCUMENTS = 20
"""A larger deletion waits for a second look, if it exceeds ``HELD_SHARE`` too."""

HELD_SHARE = 0.3
"""A deletion of a larger share waits for a second look, if it exceeds ``HELD_DOCUMENTS`` too."""

SECOND_LOOK_S = 30.0


@dataclass(frozen=True, slots=True)
class _Waiting:
    keys: frozenset[str]
    since: float


class HeldDeletion:
    """Decides whether a deletion waits for the look that confirms it.

    Args:
        second_look_s: How long it waits, in seconds.
        clock: A monotonic clock in seconds.
    """

    def __init__(
        self,
        second_look_s: float = SECOND_LOOK_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._second_look_s = second_look_s
        self._clock = clock
        self._waiting: _Waiting | None = None

    def clear(self) -> None:
        """Forget what waits."""
        self._waiting = None

    def waits(self, gone: Set[str], stored: int, *, empties: bool) -> bool:
        """Whether a deletion must wait; the same one is let through once it has waited.

        Args:
            gone: Keys of the documents that would be deleted.
            stored: How many documents there are.
            empties: Whether nothing would be left.
        """
        large = len(gone) > HELD_DOCUMENTS and len(gone) > HELD_SHARE * stored
        if not (large or (gone and empties)):
            self.clear()
            return False
        now = self._clock()
        if self._waiting is None or self._waiting.keys != gone:
            self._waiting = _Waiting(frozenset(gone), now)
            return True
        if now - self._waiting.since < self._second_look_s:
            return True
        self.clear()
        return False
