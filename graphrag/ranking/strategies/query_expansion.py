"""Expansion queries: "{name} {neighbour}" for pairs of linked names, fused with the plain results.

The retriever runs the queries in a third round trip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...model import GraphView, RankedPassage
from ..ranker import Ranker, Reached, ranked_list
from ..similarity import base_scores, best
from .rrf import reciprocal_ranks

MAX_QUERIES = 10
RESULTS_EACH = 3
"""Maximum number of queries, and of results of each."""


def expansion_queries(view: GraphView) -> tuple[str, ...]:
    """Return the queries: pairs of names that a fact joins, each unordered pair once.

    Args:
        view: What both round trips brought.

    Returns:
        At most ten queries, nearest facts first; the name nearer to the question stands first.
    """
    named = view.named
    pairs: dict[frozenset[str], str] = {}
    for fact in sorted(view.facts, key=lambda fact: (fact.hops, -fact.weight, fact.id)):
        ends = frozenset((fact.subject, fact.object))
        if len(ends) == 2 and ends not in pairs:
            names = (fact.subject_name, fact.object_name)
            if fact.object in named and fact.subject not in named:
                names = names[::-1]
            pairs[ends] = " ".join(names)
    return tuple(pairs.values())[:MAX_QUERIES]


@dataclass(frozen=True, slots=True)
class QueriesRanker(Ranker):
    """Fuses the plain results with those of the expansion queries.

    Example:
        ::

            queries = QueriesRanker().expansion_queries(view)  # "checkout-api db-42", ...
    """

    name = "queries"

    def expansion_queries(self, view: GraphView) -> tuple[str, ...]:
        """Return the queries, which take the place of the second pass.

        Args:
            view: What both round trips brought.
        """
        return expansion_queries(view)

    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Order the candidates by the fused ranks; without expansion results, by C."""
        base = base_scores(view)
        expanded: Sequence[Sequence[str]] = [
            [key for key in results if key in view.passages][:RESULTS_EACH]
            for results in view.expansions
        ]
        if not any(expanded):
            return ranked_list(view, base, base)
        scores = reciprocal_ranks([best(base), *expanded])
        graph = reciprocal_ranks(expanded)
        return ranked_list(view, scores, base, Reached(graph, dict.fromkeys(graph, 1)))
