"""When the sync may ask the host's embedder again after it failed."""

from __future__ import annotations

from collections.abc import Callable

from .memory_vectors import MemoryVectors

ASK_AGAIN_S = 600.0
"""How long no memory is embedded after the embedder failed."""


class EmbeddingRetry:
    """Whether the memories of a scope may be embedded; not for several threads at once.

    Args:
        clock: A monotonic clock in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._from_s = 0.0
        self._failed_alone: set[str] = set()

    @property
    def may_embed(self) -> bool:
        """Whether the embedder may be asked now."""
        return self._clock() >= self._from_s

    def must_repeat(self, vectors: MemoryVectors) -> bool:
        """Return whether a later look must embed what failed now, and begin the wait for it.

        A memory that fails by itself gets one more chance.

        Args:
            vectors: The vectors of a look at the scope.
        """
        if not vectors.gave_up:
            is_known = vectors.failed <= self._failed_alone
            if vectors.worked:
                self._failed_alone |= vectors.failed
            if is_known:
                return False
        self._from_s = self._clock() + ASK_AGAIN_S
        return True
