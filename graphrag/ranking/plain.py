"""The strategy `hybrid`: plain hybrid retrieval, vectors and words (BM25) without any link."""

from __future__ import annotations

from dataclasses import dataclass

from ..model import GraphView, RankedPassage
from .ranker import Ranker, ranked_list
from .similarity import base_scores


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
            view: The graph data; passages that only the graph led to are left out.

        Returns:
            The candidates that similarity found, and the recalled ones, best first.
        """
        base = base_scores(view)
        similar = {*view.nearest, *view.recalled}
        scores = {
            key: score
            for key, score in base.items()
            if key in similar or view.passages[key].bm25 > 0
        }
        return ranked_list(view, scores, base)
