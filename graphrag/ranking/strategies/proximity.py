"""Proximity: how near a passage lies to the question in the graph, merged with similarity.

A passage's proximity over one entity or fact is
``weight/10 * 1/2^(hop-1) * (0.7 + 0.3 * min(log2(mentions + 1) / 5, 1))``; its graph score is the
largest of them, and the ranking ``w * C + (1 - w) * graph``, with ``w = GRAPHRAG_VECTOR_WEIGHT``
(0.7 by default). A link over an entity has the weight of its start, times ten.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

from ...model import GraphView, LinkStart, RankedPassage
from ..facts import MAX_WEIGHT
from ..links.entity_links import link_entity_weights
from ..links.link_starts import START_COUNT, first_starts
from ..ranker import Reached, Step, fact_steps, ranked_list
from ..similarity import base_scores, best
from .link_ranker import LinkRanker

if TYPE_CHECKING:
    from ...config import Settings

VECTOR_WEIGHT = 0.7


def proximity(weight: float, hop: int, mentions: int) -> float:
    """Score one link from the question to a passage.

    Args:
        weight: Strength of the relation, 1 to 10.
        hop: 1 or 2.
        mentions: How often the entity it leads over is mentioned.

    Returns:
        0 to 1.
    """
    familiar = min(math.log2(mentions + 1) / 5, 1.0)
    return weight / MAX_WEIGHT / 2.0 ** (hop - 1) * (0.7 + 0.3 * familiar)


class _Link(NamedTuple):
    """A way to a passage."""

    key: str
    score: float
    hop: int
    path: tuple[Step, ...]


def _links_over(view: GraphView, weights: Mapping[str, float], *, hop: int) -> Iterator[_Link]:
    """Yield the links over some link entities, given with their weights by id."""
    for entity_id, weight in weights.items():
        entity = view.entities[entity_id]
        score = proximity(MAX_WEIGHT * weight, hop, entity.mentions)
        for key in view.mentions.get(entity_id, ()):
            yield _Link(key, score, hop, (Step.over(entity),))


def _links_of_facts(view: GraphView, max_hops: int) -> Iterator[_Link]:
    """Yield the links to the passages that support a fact."""
    for fact in view.facts:
        if fact.hops <= max_hops:
            ends = (view.entities.get(end) for end in (fact.subject, fact.object))
            mentions = max((end.mentions for end in ends if end is not None), default=0)
            score = proximity(fact.weight, fact.hops, mentions)
            for key in fact.documents:
                yield _Link(key, score, fact.hops, fact_steps(fact))


@dataclass(frozen=True, slots=True)
class ProximityRanker(LinkRanker):
    """Merges similarity with proximity.

    Args:
        max_hops: As in ``LinkRanker``.
        entity_limit: As in ``LinkRanker``.
        vector_weight: Weight of similarity, 0 to 1; the graph has the rest.

    Example:
        ::

            order = [entry.passage.key for entry in ProximityRanker().rank(view)]
    """

    vector_weight: float = VECTOR_WEIGHT

    name = "proximity"

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        """Return the ranker with the caps and the weight of the settings."""
        return cls(
            max_hops=settings.graph_expand_max_hops,
            entity_limit=settings.graph_expand_limit,
            vector_weight=settings.graphrag_vector_weight,
        )

    def second_starts(self, view: GraphView) -> tuple[LinkStart, ...]:
        """Return the best by similarity and proximity over one hop."""
        if self.max_hops < 2:
            return ()
        base = base_scores(view)
        near = link_entity_weights(view, first_starts(base), limit=self.entity_limit)
        return self._merged_starts(view, base, near)

    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Order all candidates by ``w * C + (1 - w) * proximity``; ``w`` is the vector weight."""
        base = base_scores(view)
        found = self.reach(view, base)
        return ranked_list(view, self.merged(base, found.scores), base, found)

    def merged(self, base: Mapping[str, float], graph: Mapping[str, float]) -> dict[str, float]:
        """Merge C with the score of the graph, for every candidate.

        Args:
            base: C by key.
            graph: The graph's score by key; 0 where it has none.
        """
        return {
            key: self.vector_weight * score + (1 - self.vector_weight) * graph.get(key, 0.0)
            for key, score in base.items()
        }

    def reach(self, view: GraphView, base: Mapping[str, float]) -> Reached:
        """Follow links from the best by C and from the names in the question.

        Args:
            view: The graph data.
            base: C by key.

        Returns:
            The largest proximity of each passage that is reached, and over which entities.
        """
        near = link_entity_weights(view, first_starts(base), limit=self.entity_limit)
        links = list(_links_over(view, near, hop=1))
        if self.max_hops > 1:
            starts = self._merged_starts(view, base, near)
            both = link_entity_weights(view, starts, known=near, limit=self.entity_limit)
            far = {entity_id: weight for entity_id, weight in both.items() if entity_id not in near}
            links += _links_over(view, far, hop=2)
        links += _links_of_facts(view, self.max_hops)
        best_links: dict[str, _Link] = {}
        for link in links:
            known = best_links.get(link.key)
            if link.key in view.passages and link.score > (known.score if known else 0.0):
                best_links[link.key] = link
        return Reached(
            {key: link.score for key, link in best_links.items()},
            {key: link.hop for key, link in best_links.items()},
            {key: link.path for key, link in best_links.items()},
        )

    def _merged_starts(
        self, view: GraphView, base: Mapping[str, float], near: Mapping[str, float]
    ) -> tuple[LinkStart, ...]:
        """Return the starts of the second hop: the best by C, or by C and proximity over the first.

        Args:
            view: The graph data.
            base: C by key.
            near: The weights of the first link entities, by id.
        """
        merged = dict(base)
        for link in _links_over(view, near, hop=1):
            if link.key in base:
                value = self.vector_weight * base[link.key] + (1 - self.vector_weight) * link.score
                merged[link.key] = max(merged[link.key], value)
        return tuple(LinkStart(key, 1.0) for key in best(merged, START_COUNT))
