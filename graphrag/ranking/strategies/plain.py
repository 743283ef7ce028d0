"""The strategy `hybrid`: plain hybrid retrieval, vectors and words (BM25) without any link.

What replaces a memory that was found comes with it: without it nobody sees that it is outdated.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...model import GraphView, RankedPassage
from ..ranker import Ranker, ranked_list
from ..similarity import base_scores


@dataclass(frozen=True, slots=True)
class PlainRanker(Ranker):
    """Orders by the base score C (`hybrid_score`) alone. It expands nothing.

    Example:
        ::

            order = [entry.passage.key for entry in PlainRanker().rank(view)]
    """

    name = "hybrid"

    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Order the results of vector and full-text search by C.

        Args:
            view: The graph data; other passages that only the graph led to are left out.

        Returns:
            The candidates that similarity found, the recalled ones, and what replaces one of them,
            best first.
        """
        base = base_scores(view)
        similar = {*view.nearest, *view.recalled}
        similar.update(key for key, passage in view.passages.items() if passage.bm25 > 0)
        listed = similar.union(newer for older, newer in view.replaced if older in similar)
        scores = {key: score for key, score in base.items() if key in listed}
        return ranked_list(view, scores, base)
