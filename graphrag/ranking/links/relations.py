"""Passages behind a relation: those that mention the entity at the other end of a fact.

A relation is a hop, and the passages of the entity that it leads to come with it. The passages
of the starting entities do not count here: link entities lead to them already.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from ...model import GraphView
from ..facts import MAX_WEIGHT
from ..ranker import Reached, Step, fact_steps
from .entity_links import MAX_LINK_DF
from .idf import idf


def related_passages(view: GraphView, start: Iterable[str], *, max_hops: int) -> Reached:
    """Follow the facts from some entities to the passages of those that they lead to.

    Args:
        view: The graph data.
        start: Ids of the entities to start from, whose own passages do not count.
        max_hops: 1 or 2.

    Returns:
        The passages of the entities reached. Each has the best score of the entities that it was
        reached over, ``weight/10 * 1/2^(hop-1) * idf / ln(N + 1)``, 0 to 1, and as its path where
        the best relation leads from and to.
    """
    if not view.documents:
        return Reached()
    whole = math.log(view.documents + 1)
    scores: dict[str, float] = {}
    hops: dict[str, int] = {}
    paths: dict[str, tuple[Step, Step]] = {}
    frontier = seen = frozenset(start)
    for hop in range(1, max_hops + 1):
        ends = _ends(view, frontier, seen)
        for entity_id, (weight, before) in ends.items():
            entity = view.entities.get(entity_id)
            if entity is None or not 1 <= entity.df <= MAX_LINK_DF:
                continue
            score = weight / 2 ** (hop - 1) * idf(view.documents, entity.df) / whole
            for key in view.mentions.get(entity_id, ()):
                if score > scores.get(key, 0.0):
                    scores[key], hops[key] = score, hop
                    paths[key] = (before, Step.over(entity))
        frontier = frozenset(ends)
        seen |= frontier
    return Reached(scores, hops, paths)


def _ends(
    view: GraphView, frontier: frozenset[str], seen: frozenset[str]
) -> dict[str, tuple[float, Step]]:
    """Return the entities one fact away, each with its strongest fact's weight and start."""
    found: dict[str, tuple[float, Step]] = {}
    for fact in sorted(view.facts, key=lambda fact: fact.id):
        subject, object_ = fact_steps(fact)
        for start, end in ((subject, fact.object), (object_, fact.subject)):
            if start.entity_id in frontier and end not in seen:
                weight = fact.weight / MAX_WEIGHT
                if weight > (found[end][0] if end in found else 0.0):
                    found[end] = (weight, start)
    return found
