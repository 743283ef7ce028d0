"""The vectors of a snapshot's memories, those in other languages with their English words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ...model import graph_key
from ...text.languages.english_vectors import mean_of_both
from ...text.languages.english_words import english_text
from .memory_snapshot import MemorySnapshot

if TYPE_CHECKING:
    import numpy as np

MAX_FAILURES = 3
"""After so many failures in a row the embedder counts as away. A single text may fail by itself."""


class MemoryVectors(Mapping[str, "np.ndarray"]):
    """Unit vectors by document key, those of memories in other languages mixed.

    A memory in another language is embedded when its vector is read, and only what is to be written
    is read. After three failures in a row no other is embedded.

    Args:
        snapshot: The memories, their vectors, and what embeds their English words.

    Attributes:
        mixed: Keys of the memories to be mixed, without those where that failed.
        failed: Keys of the memories that could not be embedded, or were not tried any more.
        worked: Whether the embedder embedded at least one.

    Example:
        ::

            vectors = MemoryVectors(snapshot)
            vectors[graph_key(snapshot.scope, "a1")]
    """

    def __init__(self, snapshot: MemorySnapshot) -> None:
        self._snapshot = snapshot
        ids = () if snapshot.vectors is None else snapshot.ids
        self._rows = {graph_key(snapshot.scope, id_): row for row, id_ in enumerate(ids)}
        self.mixed: set[str] = set()
        self.failed: set[str] = set()
        self.worked = False
        self._failures_in_row = 0

    @property
    def gave_up(self) -> bool:
        """Whether the embedder counts as away, so that some were not tried any more."""
        return self._failures_in_row >= MAX_FAILURES

    def mix(self, keys: Iterable[str]) -> None:
        """Mix these vectors when they are read."""
        self.mixed = {key for key in keys if key in self._rows}

    def __getitem__(self, key: str) -> np.ndarray:
        own = self.own(key)
        if key not in self.mixed:
            return own
        vector = self._english(key)
        if vector is None or vector.shape != own.shape:
            self.failed.add(key)
            self.mixed.discard(key)
            return own
        return mean_of_both(own, vector)

    def own(self, key: str) -> np.ndarray:
        """Return the vector that the host has of a memory."""
        assert self._snapshot.vectors is not None
        vector: np.ndarray = self._snapshot.vectors[self._rows[key]]
        return vector

    def _english(self, key: str) -> np.ndarray | None:
        if self.gave_up or self._snapshot.embed is None:
            return None
        memory = self._snapshot.documents[self._snapshot.ids[self._rows[key]]]
        vector = self._snapshot.embed(english_text(memory.text))
        self._failures_in_row = self._failures_in_row + 1 if vector is None else 0
        self.worked |= vector is not None
        return vector

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
