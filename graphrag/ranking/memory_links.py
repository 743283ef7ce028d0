"""Memory links: the names over which one short memory leads to another.

A memory that answers often shares nothing with the question, and one rare name with the memory that
does: "Parcel labels come out of moorhen, in rack B7" and "New batteries for B7: 22 minutes". The
link of a passage is the strongest over the seeds and the names that it shares with one of them:

``mem(d) = max of w(seed) * idf(df) / idf(2) / sqrt(df - 1)``, with ``idf(df) = ln((N + 1) / df)``

A name of the question leads to the passages that mention it, with ``w = 1`` and ``sqrt(df)``. A
name that many memories share, such as that of the user's child, leads to all of them and so to
none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..model import UNFOLLOWED_TYPES, Entity, GraphView, WeightedSeed
from .ranker import Reached, Step

MAX_DF = 12
"""A name that more documents mention is no memory link."""

SECOND_HOP_SHARE = 0.6
"""What a link from the seeds of the second pass counts, of one from the first."""


@dataclass(frozen=True, slots=True)
class MemoryLinks:
    """What memory links lead to.

    Attributes:
        scores: The strongest link by passage key, from 0.
        hops: For the same keys, 1 or 2.
        path: For the same keys, the id of the entity.
    """

    scores: Mapping[str, float] = field(default_factory=dict)
    hops: Mapping[str, int] = field(default_factory=dict)
    path: Mapping[str, str] = field(default_factory=dict)

    def weighted(self, view: GraphView, weight: float) -> Reached:
        """Return them as part of a score; nothing for a weight of 0.

        Args:
            view: The entities.
            weight: What the strongest link adds to a score.
        """
        if not weight:
            return Reached()
        return Reached(
            {key: weight * score for key, score in self.scores.items()},
            self.hops,
            {key: (Step.over(view.entities[id_]),) for key, id_ in self.path.items()},
        )


def memory_links(view: GraphView, *passes: Sequence[WeightedSeed]) -> MemoryLinks:
    """Follow the names of some seeds, and of the question.

    Args:
        view: Entities with their df, and who mentions them.
        passes: The seeds of the first pass, and those of the second if there was one.

    Returns:
        The strongest link of each passage that has one.
    """
    scores: dict[str, float] = {}
    hops: dict[str, int] = {}
    path: dict[str, str] = {}
    for entity in view.entities.values():
        for hop, seeds in enumerate(passes, start=1):
            for key, strength in _links_over(view, entity, seeds):
                score = strength * SECOND_HOP_SHARE ** (hop - 1)
                if score > scores.get(key, 0.0):
                    scores[key], hops[key], path[key] = score, hop, entity.id
    return MemoryLinks(scores, hops, path)


def _links_over(
    view: GraphView, entity: Entity, seeds: Sequence[WeightedSeed]
) -> Iterator[tuple[str, float]]:
    """Yield the passages that one entity leads to, with the strength of the link."""
    rarity = _rarity(view.documents, entity)
    keys = view.mentions.get(entity.id, ())
    if entity.named:
        for key in keys:
            yield key, rarity / math.sqrt(max(entity.df, 1))
    elif rarity and entity.df > 1:
        weight_of = {seed.key: seed.weight for seed in seeds}
        starts = sorted((weight_of[key] for key in keys if key in weight_of), reverse=True)
        for key in keys:
            # A seed is not its own neighbour.
            others = starts if key not in weight_of else _without(starts, weight_of[key])
            if others:
                yield key, others[0] * rarity / math.sqrt(entity.df - 1)


def _rarity(documents: int, entity: Entity) -> float:
    """Return ``idf(df) / idf(2)``: 1 for a name of two documents, 0 for one that links nothing."""
    if documents < 2 or entity.df > MAX_DF or entity.type in UNFOLLOWED_TYPES:
        return 0.0
    return math.log((documents + 1) / max(entity.df, 1)) / math.log((documents + 1) / 2)


def _without(values: Sequence[float], one: float) -> list[float]:
    rest = list(values)
    rest.remove(one)
    return rest
