"""The host's own recall, as a turn meets it: the nearest memories that are similar enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SOLUTIONS = "solutions"
"""The area of the memory that the host searches by itself."""

MAX_SOLUTIONS = 3
"""Number of solutions that the host places in the prompt, at most."""


@dataclass(frozen=True, slots=True)
class HostRecall:
    """The settings of the host's recall, by default the host's own.

    Attributes:
        limit: Maximum number of memories that it places in the prompt; solutions count apart, up
            to the same number or three.
        threshold: Minimum similarity of a memory, 0 to 1: ``(1 + cosine) / 2``, as the host has it.
    """

    limit: int = 5
    threshold: float = 0.7

    def places(self, cosines: Sequence[float], areas: Sequence[str]) -> list[int]:
        """Return the places of the documents that are recalled, in the order of the prompt.

        Args:
            cosines: Cosines of the nearest documents with the question, best first.
            areas: The area of each; where it is none of the host's, it counts as a memory.
        """
        near = [i for i, cosine in enumerate(cosines) if (1 + cosine) / 2 >= self.threshold]
        memories = [i for i in near if areas[i] != SOLUTIONS][: self.limit]
        solutions = [i for i in near if areas[i] == SOLUTIONS][: min(MAX_SOLUTIONS, self.limit)]
        return [*memories, *solutions]


DEFAULT_RECALL = HostRecall()
