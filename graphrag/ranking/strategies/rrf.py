"""Reciprocal rank fusion of the order by similarity and the order by proximity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...model import GraphView, LinkStart, RankedPassage
from ..ranker import ranked_list
from ..similarity import base_scores, best
from .link_ranker import LinkRanker
from .proximity import ProximityRanker

RRF_K = 60
"""``k``, the constant that flattens the differences between ranks."""


def reciprocal_ranks(rankings: Iterable[Iterable[str]]) -> dict[str, float]:
    """Fuse rankings by reciprocal rank.

    ``rrf(d) = sum over rankings of 1 / (k + rank(d))`` (Cormack et al. 2009,
    https://doi.org/10.1145/1571941.1572114).

    Args:
        rankings: Keys, best first, one iterable for each ranking.

    Returns:
        The fused score by key.
    """
    fused: dict[str, float] = {}
    for ranking in rankings:
        for rank, key in enumerate(ranking, start=1):
            fused[key] = fused.get(key, 0.0) + 1.0 / (RRF_K + rank)
    return fused


@dataclass(frozen=True, slots=True)
class RrfRanker(LinkRanker):
    """Fuses the two orders; scores of different scales need no weights.

    Example:
        ::

            order = [entry.passage.key for entry in RrfRanker().rank(view)]
    """

    name = "rrf"

    def second_starts(self, view: GraphView) -> tuple[LinkStart, ...]:
        """Return the same starts as proximity does."""
        return ProximityRanker(self.max_hops, self.entity_limit).second_starts(view)

    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Order all candidates by the fused ranks."""
        base = base_scores(view)
        found = ProximityRanker(self.max_hops, self.entity_limit).reach(view, base)
        scores = reciprocal_ranks([best(base), best(found.scores)])
        return ranked_list(view, scores, base, found)
