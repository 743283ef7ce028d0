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


class MemoryVectors(Mapping[str, "np.ndarray"]):
    """Unit vectors by document key, those of memories in other languages mixed.

    A memory in another language is embedded when its vector is read, and only what is to be written
    is read. After the first failure no other is embedded.

    Args:
        snapshot: The memories, their vectors, and what embeds their English words.

    Attributes:
        mixed: Keys of the memories to be mixed, without those where that failed.
        failed: Whether the embedder failed.

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
        self.failed = False

    def mix(self, keys: Iterable[str]) -> None:
        """Mix these vectors when they are read."""
        self.mixed = {key for key in keys if key in self._rows}

    def __getitem__(self, key: str) -> np.ndarray:
        own = self.own(key)
        if key not in self.mixed:
            return own
        vector = self._english(key)
        if vector is None or vector.shape != own.shape:
            self.failed = True
            self.mixed.discard(key)
            return own
        return mean_of_both(own, vector)

    def own(self, key: str) -> np.ndarray:
        """Return the vector that the host has of a memory."""
        assert self._snapshot.vectors is not None
        vector: np.ndarray = self._snapshot.vectors[self._rows[key]]
        return vector

    def _english(self, key: str) -> np.ndarray | None:
        if self.failed or self._snapshot.embed is None:
            return None
        memory = self._snapshot.documents[self._snapshot.ids[self._rows[key]]]
        return self._snapshot.embed(english_text(memory.text))

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
