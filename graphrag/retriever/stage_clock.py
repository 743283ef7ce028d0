"""The time of one retrieval: how much is left, and where it went."""

from __future__ import annotations

import time

from ..errors import DeadlineError


class StageClock:
    """Measures stages against a deadline.

    Args:
        deadline_ms: Longest time for all stages.

    Attributes:
        stages_ms: Wall time by stage, in milliseconds.
    """

    def __init__(self, deadline_ms: float) -> None:
        self._end_s = time.monotonic() + deadline_ms / 1000
        self._last_s = time.monotonic()
        self.stages_ms: dict[str, float] = {}

    def remaining_ms(self) -> float:
        """Return the time that is left, in milliseconds.

        Raises:
            DeadlineError: None is left.
        """
        left = (self._end_s - time.monotonic()) * 1000
        if left <= 0:
            raise DeadlineError("the turn's time budget ran out")
        return left

    def mark(self, stage: str) -> None:
        """Add the time since the last mark to a stage."""
        now = time.monotonic()
        self.stages_ms[stage] = self.stages_ms.get(stage, 0.0) + (now - self._last_s) * 1000
        self._last_s = now
