"""From scores to the ranked list, with the reasons for each place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..model import GraphView, RankedPassage
from .similarity import best


def ranked_list(
    view: GraphView,
    scores: Mapping[str, float],
    base: Mapping[str, float],
    *,
    graph: Mapping[str, float],
    hops: Mapping[str, int],
    path: Mapping[str, Sequence[str]],
) -> tuple[RankedPassage, ...]:
    """Order the candidates and say why each stands where it does.

    Args:
        view: The candidates.
        scores: The strategy's score by key; candidates without one are left out.
        base: C by key.
        graph: The graph's part of the score by key.
        hops: For candidates that links reached, over how many hops.
        path: For candidates that links reached, the names they came through.

    Returns:
        The list, best first; equal scores by key.
    """
    nearest = frozenset(view.nearest)
    listed = []
    for key in best(scores):
        passage = view.passages[key]
        similar = key in nearest or passage.bm25 > 0
        listed.append(
            RankedPassage(
                passage=passage,
                score=scores[key],
                origin="vector" if similar else "graph",
                vector_score=passage.cosine,
                graph_score=graph.get(key, 0.0),
                hybrid_score=base[key],
                hops=0 if similar else hops.get(key, 1),
                path=tuple(path.get(key, ())),
            )
        )
    return tuple(listed)
