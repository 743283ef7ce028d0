"""The vectors of a snapshot's memories, those in other languages with their English words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ...model import graph_key
from ...text.english_vectors import mean_of_both
from ...text.english_words import english_text
from .memory_snapshot import MemorySnapshot

if TYPE_CHECKING:
    import numpy as np


class MemoryVectors(Mapping[str, "np.ndarray"]):
    """Unit vectors by document key.

    A memory in another language is embedded when its vector is read. Only what is to be written is
    read, so each memory is embedded about once.

    Args:
        snapshot: The memories, their vectors, and what embeds their English words.

    Example:
        ::

            vectors = MemoryVectors(snapshot)
            vectors[graph_key(snapshot.scope, "a1")]
    """

    def __init__(self, snapshot: MemorySnapshot) -> None:
        self._snapshot = snapshot
        ids = () if snapshot.vectors is None else snapshot.ids
        self._rows = {graph_key(snapshot.scope, id_): row for row, id_ in enumerate(ids)}

    def __getitem__(self, key: str) -> np.ndarray:
        own = self.own(key)
        memory = self._snapshot.documents[self._snapshot.ids[self._rows[key]]]
        english = english_text(memory.text) if self._snapshot.embed is not None else ""
        if not english or self._snapshot.embed is None:
            return own
        vector = self._snapshot.embed(english)
        return own if vector is None or vector.shape != own.shape else mean_of_both(own, vector)

    def own(self, key: str) -> np.ndarray:
        """Return the vector that the host has of a memory."""
        assert self._snapshot.vectors is not None
        vector: np.ndarray = self._snapshot.vectors[self._rows[key]]
        return vector

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
