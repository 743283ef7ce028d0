"""The default ranking: similarity, sessions, dates, and two passes over link entities.

``score(d) = C + ses + 0.2 * date + 0.2 * rel + lambda * ent``

``rel`` is what relations of the names in the question lead to. ``ent`` is that of the second pass;
the first pass finds the seeds for it. ``lambda`` is the square of the share of T (the ten best by
C) that has a link entity. It is 1 on encyclopaedic text and near 0 on short memories, whose names
are those of the people that the agent always talks with, and lead nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ..model import GraphView, RankedPassage, WeightedSeed
from .dates import date_scores
from .entity_links import MAX_LINK_ENTITIES, EntityPass, entity_pass, is_link_entity
from .ranker import Ranker, Reached, Step, ranked_list
from .relations import related_passages
from .seeds import first_seeds, second_seeds
from .sessions import session_scores
from .similarity import TOP_COUNT, base_scores, best

if TYPE_CHECKING:
    from ..config import Settings

DATE_WEIGHT = 0.2
RELATION_WEIGHT = 0.2
NAMED_LAMBDA = 0.5
MIN_LAMBDA = 0.01
"""Below this, the entity part hardly changes the order, and is not computed."""


@dataclass(frozen=True, slots=True)
class TwoPassRanker(Ranker):
    """The two-pass method.

    Args:
        max_hops: 1 leaves out the second pass.
        entity_limit: Most link entities over both passes.

    Example:
        ::

            best = TwoPassRanker(max_hops=1).rank(view)[0]
            print(best.passage.key, best.score, best.path)
    """

    max_hops: int = 2
    entity_limit: int = MAX_LINK_ENTITIES

    name = "two_pass"

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        """Return the ranker with the caps of the settings."""
        return cls(
            max_hops=settings.graph_expand_max_hops,
            entity_limit=settings.graph_expand_limit,
        )

    def second_pass(self, view: GraphView) -> tuple[WeightedSeed, ...]:
        """Return the seeds of the second pass, or none if it is not worth running.

        Args:
            view: What the first round trip brought.

        Returns:
            Up to three seeds, best first.
        """
        base = base_scores(view)
        if self.max_hops < 2 or entity_share(view, base) < MIN_LAMBDA:
            return ()
        first = entity_pass(view, first_seeds(base), limit=self.entity_limit)
        return second_seeds(base, first.scores, first.seeds)

    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Rank all candidates.

        Args:
            view: What both round trips brought.

        Returns:
            All candidates, best first; equal scores by key.
        """
        base = base_scores(view)
        sessions = session_scores(view, base)
        dates = date_scores(view)
        share = entity_share(view, base)
        passes = self._passes(view, base) if share >= MIN_LAMBDA else None
        first, last = passes or (None, None)
        named = [entity.id for entity in view.entities.values() if entity.named]
        told = related_passages(view, named, max_hops=self.max_hops)
        graph = {
            key: sessions.scores.get(key, 0.0)
            + DATE_WEIGHT * dates.scores.get(key, 0.0)
            + (share * last.scores.get(key, 0.0) if last else 0.0)
            + RELATION_WEIGHT * told.scores.get(key, 0.0)
            for key in view.passages
        }
        scores = {key: base[key] + graph[key] for key in view.passages}
        hops = dict(told.hops)
        # Of several ways to a passage the nearest link entity explains most, then a relation.
        path: dict[str, Sequence[Step]] = {**dates.path, **sessions.path, **told.path}
        for one_pass, hop in ((last, 2), (first, 1)):
            for key, entity_id in (one_pass.path if one_pass else {}).items():
                hops[key] = hop
                path[key] = (Step.over(view.entities[entity_id]),)
        return ranked_list(view, scores, base, Reached(graph, hops, path))

    def _passes(self, view: GraphView, base: Mapping[str, float]) -> tuple[EntityPass, EntityPass]:
        first = entity_pass(view, first_seeds(base), limit=self.entity_limit)
        if self.max_hops < 2:
            return first, first
        seeds = second_seeds(base, first.scores, first.seeds)
        return first, entity_pass(view, seeds, before=first, limit=self.entity_limit)


def entity_share(view: GraphView, base: Mapping[str, float]) -> float:
    """Return lambda: the square of the share of T that has a link entity.

    It is at least 0.5 if the message names a link entity: a question about a name that few
    documents mention is best answered by following that name.
    """
    top = best(base, TOP_COUNT)
    if not top:
        return 0.0
    share = (sum(view.passages[key].has_link_entity for key in top) / len(top)) ** 2
    names_one = any(entity.named and is_link_entity(entity) for entity in view.entities.values())
    return max(share, NAMED_LAMBDA) if names_one else share
