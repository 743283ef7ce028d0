"""The host's own recall, as a turn meets it: the nearest memories that are similar enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HostRecall:
    """The settings of the host's recall, by default the host's own.

    Attributes:
        limit: Maximum number of memories that it places in the prompt.
        threshold: Minimum similarity of a memory, 0 to 1: ``(1 + cosine) / 2``, as the host has it.
    """

    limit: int = 5
    threshold: float = 0.7

    def count(self, cosines: Sequence[float]) -> int:
        """Return how many of the nearest documents are recalled.

        Args:
            cosines: Their cosines with the question, best first.
        """
        return sum((1 + cosine) / 2 >= self.threshold for cosine in cosines[: self.limit])


DEFAULT_RECALL = HostRecall()
