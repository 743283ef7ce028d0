"""How similar memories are: the words that they share, and their vectors.

Two texts are as similar as the cosine of their content words, English ones included and weighted by
rarity, plus the cosine of their centred vectors. Only memories that share a rare word are compared.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...model import CENTRING
from .evidence import Reading
from .terms import UNITS_OF_TIME

if TYPE_CHECKING:
    import numpy as np

RARE = 0.35
"""Minimum rarity, ``idf / ln(n + 1)``, of a word that two memories about the same thing share."""

ROUNDING = 1e-9
"""Far more than a similarity may be off."""


class Similar(NamedTuple):
    """Places of memories, in order, and how similar each is to another one."""

    places: np.ndarray
    similarities: np.ndarray

    def nearest(self, count: int) -> list[tuple[int, float]]:
        """Return the most similar ones; of equal ones the oldest."""
        order = (-self.similarities).argsort(kind="stable")[:count]
        return [(int(self.places[i]), float(self.similarities[i])) for i in order]

    def nearer_than(self, similarity: float) -> frozenset[int]:
        """Return the places of those that are more similar, by more than the rounding of sums."""
        return frozenset(map(int, self.places[self.similarities > similarity + ROUNDING]))


class ComparedMemories:
    """Memories by their place in a list, each compared with those that share a rare word.

    Args:
        readings: What each memory says.
        vectors: Their vectors, of length 1.

    Attributes:
        rare: The rare words but units of time, as terms of the readings.
    """

    def __init__(self, readings: Sequence[Reading], vectors: Sequence[np.ndarray]) -> None:
        import numpy as np

        self._readings = readings
        self._vectors = _centred(vectors)
        whole = math.log(len(readings) + 1)
        df = Counter(term for reading in readings for term in reading.terms)
        self._idf = {term: math.log((len(readings) + 1) / count) for term, count in df.items()}
        rare = frozenset(term for term, idf in self._idf.items() if idf >= RARE * whole)
        self.rare = rare - UNITS_OF_TIME
        lengths: list[float] = []
        places: dict[str, list[int]] = {}
        weights: dict[str, list[float]] = {}
        for place, reading in enumerate(readings):
            weighted = self._weights(reading)
            lengths.append(math.hypot(*weighted.values()) or 1.0)
            for term, weight in weighted.items():
                places.setdefault(term, []).append(place)
                weights.setdefault(term, []).append(weight)
        self._lengths = np.array(lengths)
        self._holders = {term: (np.array(places[term]), np.array(weights[term])) for term in places}

    def similar_to(self, place: int, among: np.ndarray) -> Similar:
        """Return those that share a rare word with a memory.

        Args:
            place: The memory's place.
            among: Which memories count, shape (memories,), bool.
        """
        import numpy as np

        shared = np.zeros(len(self._lengths))
        is_near = np.zeros(len(self._lengths), bool)
        for term, weight in self._weights(self._readings[place]).items():
            places, weights = self._holders[term]
            shared[places] += weight * weights
            if term in self.rare:
                is_near[places] = True
        near = np.flatnonzero(is_near & among)
        words = shared[near] / (self._lengths[near] * self._lengths[place])
        return Similar(
            near, words + np.einsum("ij,j->i", self._vectors[near], self._vectors[place])
        )

    def _weights(self, reading: Reading) -> dict[str, float]:
        return {term: weight * self._idf[term] for term, weight in reading.terms.items()}


def _centred(vectors: Sequence[np.ndarray]) -> np.ndarray:
    """Return unit vectors without a part of their mean."""
    import numpy as np

    if not vectors:
        return np.zeros((0, 0))
    centred = np.asarray(vectors, np.float64)
    centred = centred - CENTRING * centred.mean(axis=0)
    lengths = np.linalg.norm(centred, axis=1, keepdims=True)
    return np.asarray(centred / np.where(lengths > 0, lengths, 1.0))
