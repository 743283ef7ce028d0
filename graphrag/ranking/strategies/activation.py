"""Spreading activation over facts.

Breadth first from the names in the question and those of the best by C, at most 10 facts per entity
and 30 in all, over 2 hops. A passage scores the sum over its facts of ``score * 1/2^(hop-1)``,
scaled to 0..1 (after Collins and Loftus 1975, https://doi.org/10.1037/0033-295X.82.6.407).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...model import Fact, GraphView, RankedPassage
from ..facts import FACTS_PER_ENTITY, MAX_FACTS, fact_score
from ..links.entity_links import link_entity_weights
from ..links.link_starts import first_starts
from ..ranker import Reached, Step, fact_steps, ranked_list
from ..similarity import base_scores, scaled
from .proximity import ProximityRanker


@dataclass(frozen=True, slots=True)
class ActiveFact:
    """A fact that the activation reached.

    Attributes:
        fact: The fact.
        hop: Over how many hops.
        score: The fact's score by itself.
    """

    fact: Fact
    hop: int
    score: float


def activated_facts(
    facts: Iterable[Fact], start: Iterable[str], *, today: int, max_hops: int
) -> tuple[ActiveFact, ...]:
    """Return the facts that activation reaches from some entities.

    Args:
        facts: The facts around them.
        start: Ids of the entities to start from.
        today: The clock, as a day ordinal.
        max_hops: 1 or 2.

    Returns:
        The facts in the order in which they were reached; at most 30.
    """
    at: dict[str, list[tuple[float, str, Fact]]] = {}
    for fact in facts:
        entry = (-fact_score(fact, today), fact.id, fact)
        at.setdefault(fact.subject, []).append(entry)
        at.setdefault(fact.object, []).append(entry)
    reached: dict[str, ActiveFact] = {}
    frontier = list(dict.fromkeys(start))
    seen = set(frontier)
    for hop in range(1, max_hops + 1):
        following: list[str] = []
        for entity in frontier:
            for negative, identifier, fact in sorted(at.get(entity, []))[:FACTS_PER_ENTITY]:
                if len(reached) >= MAX_FACTS:
                    return tuple(reached.values())
                reached.setdefault(identifier, ActiveFact(fact, hop, -negative))
                for end in (fact.subject, fact.object):
                    if end not in seen:
                        seen.add(end)
                        following.append(end)
        frontier = following
    return tuple(reached.values())


@dataclass(frozen=True, slots=True)
class ActivationRanker(ProximityRanker):
    """Merges similarity with activation. Its second hop starts where that of proximity does.

    Example:
        ::

            order = [entry.passage.key for entry in ActivationRanker().rank(view)]
    """

    name = "activation"

    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Order all candidates by ``w * C + (1 - w) * activation``; ``w`` is the vector weight."""
        base = base_scores(view)
        link_entities = link_entity_weights(view, first_starts(base), limit=self.entity_limit)
        active = activated_facts(
            view.facts, [*view.named, *link_entities], today=view.today, max_hops=self.max_hops
        )
        raw: dict[str, float] = {}
        hops: dict[str, int] = {}
        paths: dict[str, tuple[Step, ...]] = {}
        for item in active:
            for key in item.fact.documents:
                if key in view.passages:
                    raw[key] = raw.get(key, 0.0) + item.score / 2 ** (item.hop - 1)
                    hops.setdefault(key, item.hop)
                    paths.setdefault(key, fact_steps(item.fact))
        graph = scaled(raw)
        return ranked_list(view, self.merged(base, graph), base, Reached(graph, hops, paths))
