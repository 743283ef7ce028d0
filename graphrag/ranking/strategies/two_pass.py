"""The default ranking: similarity, sessions, dates, and two passes over the names in passages.

``score(d) = C + ses + 0.25 * date + 0.2 * rel + lambda * ent
+ (1 - lambda) * max(0.8 * C(best) * mem, 0.4 * pair)``

``rel`` is what relations of the names in the question lead to. ``ent`` follows link entities, as
articles and files have them; ``mem`` follows the rare names of short memories (``memory_links``),
and ``pair`` joins two of them that both fit (``memory_pairs``). ``ent`` and ``mem`` are of the
second pass; the first pass finds the starts for it. ``lambda`` is the square of the
share of T (the ten best by C) that has a title and a link entity: near 1 on encyclopaedic text, 0
where there are memories only. If the best by C is a passage of a file, it stays first, unless the
question names a day.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...model import GraphView, LinkStart, RankedPassage
from ..dates import date_scores, date_weight, names_a_day
from ..links.entity_links import NO_PASS, EntityPass, entity_pass, is_link_entity
from ..links.link_starts import first_starts, second_starts
from ..links.memory_links import memory_links
from ..links.memory_pairs import memory_pairs
from ..links.relations import related_passages
from ..links.word_gain import WordGain
from ..ranker import FirstRanking, Reached, Step, ranked_list
from ..sessions import session_scores
from ..similarity import TOP_COUNT, base_scores, best
from .link_ranker import LinkRanker

MEMORY_LINK_WEIGHT = 0.8
MEMORY_PAIR_WEIGHT = 0.4
RELATION_WEIGHT = 0.2
NAMED_LAMBDA = 0.5
MIN_LAMBDA = 0.01
"""Below this, the entity part hardly changes the order, and is not computed."""


@dataclass(frozen=True, slots=True)
class TwoPassRanker(LinkRanker):
    """The two-pass method.

    Example:
        ::

            best = TwoPassRanker(max_hops=1).rank(view)[0]
            print(best.passage.key, best.score, best.path)
    """

    name = "two_pass"

    def second_starts(self, view: GraphView) -> tuple[LinkStart, ...]:
        """Return the starts of the second pass.

        Args:
            view: What the first round trip brought.

        Returns:
            Up to four starts, best first; none if there is one pass only.
        """
        return self.first_ranking(view).starts

    def first_ranking(self, view: GraphView) -> FirstRanking:
        """Return the starts of the second pass, and the order so far.

        Args:
            view: What the first round trip brought.
        """
        scored = self._score(view)
        return FirstRanking(scored.starts, best(scored.scores))

    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Rank all candidates.

        Args:
            view: What both round trips brought.

        Returns:
            All candidates, best first; equal scores by key.
        """
        scored = self._score(view)
        return ranked_list(view, scored.scores, scored.base, scored.reached)

    def _score(self, view: GraphView) -> _Scored:
        base = base_scores(view)
        sessions = session_scores(view, base)
        dates, weight = date_scores(view), date_weight(view)
        linked, starts = self._follow(view, base)
        related = related_passages(view, view.named, max_hops=self.max_hops)
        graph = {
            key: sessions.scores.get(key, 0.0)
            + weight * dates.scores.get(key, 0.0)
            + linked.scores.get(key, 0.0)
            + RELATION_WEIGHT * related.scores.get(key, 0.0)
            for key in view.passages
        }
        scores = {key: base[key] + graph[key] for key in view.passages}
        _keep_section_first(view, base, scores)
        # Of several ways to a passage the nearest name explains most, then a relation.
        paths = {**dates.paths, **sessions.paths, **related.paths, **linked.paths}
        return _Scored(scores, base, Reached(graph, {**related.hops, **linked.hops}, paths), starts)

    def _follow(self, view: GraphView, base: Mapping[str, float]) -> _Followed:
        """Follow link entities, and what memories share, from the starts of one or two passes."""
        share = entity_share(view, base)
        gain = WordGain(view) if share >= MIN_LAMBDA else None
        memory_weight = (1 - share) * MEMORY_LINK_WEIGHT * max([0.0, *base.values()])
        pairs = memory_pairs(view, base, (1 - share) * MEMORY_PAIR_WEIGHT)

        def entities(starts: Sequence[LinkStart], before: EntityPass = NO_PASS) -> EntityPass:
            if gain is None:
                return NO_PASS
            return entity_pass(view, starts, gain=gain, before=before, limit=self.entity_limit)

        def memories(*passes: Sequence[LinkStart]) -> Reached:
            return _stronger(memory_links(view, memory_weight, *passes), pairs)

        starts = first_starts(base)
        first, near = entities(starts), memories(starts)
        if self.max_hops < 2:
            return _Followed(_joined(_entity_links(view, share, first, first), near), ())
        second = second_starts(base, _sum(first.scores, near.scores), starts)
        last, far = entities(second, first), memories(starts, second)
        return _Followed(_joined(_entity_links(view, share, first, last), far), second)


def _keep_section_first(
    view: GraphView, base: Mapping[str, float], scores: dict[str, float]
) -> None:
    """Raise the best by C to the highest score if it is of a file.

    One section often answers a question to documentation. A question that names a day asks for
    memories.
    """
    most_similar = best(base, 1)
    if names_a_day(view) or not any(view.passages[key].of_file for key in most_similar):
        return
    if best(scores, 1) != most_similar:
        scores[most_similar[0]] = math.nextafter(max(scores.values()), math.inf)


class _Scored(NamedTuple):
    """The scores of all candidates, and the starts of the second pass."""

    scores: Mapping[str, float]
    base: Mapping[str, float]
    reached: Reached
    starts: tuple[LinkStart, ...]


class _Followed(NamedTuple):
    """What the names led to, and the starts of the second pass."""

    reached: Reached
    starts: tuple[LinkStart, ...]


def _entity_links(view: GraphView, share: float, first: EntityPass, last: EntityPass) -> Reached:
    """Return what link entities lead to: the scores of the last pass, the ways of both."""
    scores = {key: share * score for key, score in last.scores.items()}
    hops = {**dict.fromkeys(last.over, 2), **dict.fromkeys(first.over, 1)}
    ids = {**last.over, **first.over}
    return Reached(scores, hops, {key: (Step.over(view.entities[ids[key]]),) for key in ids})


def _joined(links: Reached, others: Reached) -> Reached:
    """Add the scores of two kinds of links; each passage keeps the path with fewer hops."""
    nearer = {key: hop for key, hop in others.hops.items() if hop < links.hops.get(key, hop + 1)}
    return Reached(
        _sum(links.scores, others.scores),
        {**links.hops, **nearer},
        {**links.paths, **{key: others.paths[key] for key in nearer}},
    )


def _stronger(links: Reached, pairs: Reached) -> Reached:
    """Take the higher of two scores for each passage, with its path."""
    higher = {key for key, score in pairs.scores.items() if score > links.scores.get(key, 0.0)}
    return Reached(
        {**links.scores, **{key: pairs.scores[key] for key in higher}},
        {**links.hops, **{key: pairs.hops[key] for key in higher}},
        {**links.paths, **{key: pairs.paths[key] for key in higher}},
    )


def _sum(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    return {key: one.get(key, 0.0) + other.get(key, 0.0) for key in [*one, *other]}


def entity_share(view: GraphView, base: Mapping[str, float]) -> float:
    """Return lambda: the square of the share of T that has a link entity.

    It is 0 where T has memories only. Otherwise it is at least 0.5 if the message names a link
    entity: a question about a name that few documents mention is best answered by following it.
    """
    top = best(base, TOP_COUNT)
    if not top:
        return 0.0
    share = (sum(view.passages[key].has_link_entity for key in top) / len(top)) ** 2
    if not share:  # memories alone
        return 0.0
    names_one = any(entity.named and is_link_entity(entity) for entity in view.entities.values())
    return max(share, NAMED_LAMBDA) if names_one else share
