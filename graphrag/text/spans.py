"""Stretches of a text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable


class TakenSpans:
    """Remembers which stretches of a text are taken."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def is_free(self, start: int, end: int) -> bool:
        """Whether no taken stretch overlaps one from ``start`` to before ``end``."""
        after = bisect_left(self._starts, end)
        return after == 0 or self._ends[after - 1] <= start

    def take(self, start: int, end: int) -> bool:
        """Take a stretch, if it is free; return whether it was."""
        if not self.is_free(start, end):
            return False
        place = bisect_left(self._starts, start)
        self._starts.insert(place, start)
        self._ends.insert(place, end)
        return True


def without_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text with a space instead of each of some stretches.

    Args:
        text: The text.
        spans: Offsets of start and end; they may overlap.
    """
    kept, end = [], 0
    for start, stop in sorted(spans):
        kept.append(text[end:start])
        end = max(end, stop)
    return " ".join([*kept, text[end:]])
