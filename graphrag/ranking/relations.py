"""Passages behind a relation: those that mention the entity at the other end of a fact.

A relation is a hop, and the passages of the entity that it leads to come with it. Only entities
that no link leads to count here: what a passage mentions beside a seed is reached already.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..model import GraphView
from .entity_links import MAX_DF, idf
from .proximity import MAX_WEIGHT


@dataclass(frozen=True, slots=True)
class Related:
    """What relations lead to.

    Attributes:
        scores: By passage key, the best of the entities it was reached over:
            ``weight/10 * 1/2^(hop-1) * idf / ln(N + 1)``, 0 to 1.
        hops: Over how many relations.
        path: The names of the entities that the best relation leads from and to.
    """

    scores: Mapping[str, float]
    hops: Mapping[str, int]
    path: Mapping[str, tuple[str, str]]


def related_passages(view: GraphView, start: Iterable[str], *, max_hops: int) -> Related:
    """Follow the facts from some entities, and give the passages of those they lead to.

    Args:
        view: What the graph told.
        start: Ids of the entities to start from, whose own passages do not count.
        max_hops: 1 or 2.

    Returns:
        The passages of the entities reached.
    """
    whole = math.log(view.documents + 1)
    scores: dict[str, float] = {}
    hops: dict[str, int] = {}
    path: dict[str, tuple[str, str]] = {}
    frontier = seen = frozenset(start)
    for hop in range(1, max_hops + 1):
        ends = _ends(view, frontier, seen)
        for name, (weight, before) in ends.items():
            entity = view.entities.get(name)
            if entity is None or not 1 <= entity.df <= MAX_DF:
                continue
            score = weight / 2 ** (hop - 1) * idf(view.documents, entity.df) / whole
            for key in view.mentions.get(name, ()):
                if score > scores.get(key, 0.0):
                    scores[key], hops[key], path[key] = score, hop, (before, entity.name)
        frontier = frozenset(ends)
        seen |= frontier
    return Related(scores, hops, path)


def _ends(
    view: GraphView, frontier: frozenset[str], seen: frozenset[str]
) -> dict[str, tuple[float, str]]:
    """Give the entities one fact away, each with its strongest fact's weight and that's start."""
    found: dict[str, tuple[float, str]] = {}
    for fact in sorted(view.facts, key=lambda fact: fact.id):
        for start, name, end in (
            (fact.subject, fact.subject_name, fact.object),
            (fact.object, fact.object_name, fact.subject),
        ):
            if start in frontier and end not in seen:
                weight = fact.weight / MAX_WEIGHT
                if weight > found.get(end, (0.0, ""))[0]:
                    found[end] = (weight, name)
    return found
