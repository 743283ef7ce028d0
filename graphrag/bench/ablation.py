"""The default ranking without one of its features: what the feature reads is hidden from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from ..model import TOKEN_TYPE, GraphView, Passage, Query, RankedPassage
from ..ranking import Ranker
from ..ranking.ranker import FirstRanking

View = Callable[[GraphView], GraphView]


class AblatedRanker(Ranker):
    """A ranker that sees less.

    Args:
        ranker: The ranker.
        feature: One of ``FEATURES``.
    """

    def __init__(self, ranker: Ranker, feature: str) -> None:
        self._ranker = ranker
        self._hide = FEATURES[feature]
        self.name = f"{ranker.name} without {feature}"

    def first_ranking(self, view: GraphView) -> FirstRanking:
        """Return the starts and the order that the ranker takes from what it sees."""
        return self._ranker.first_ranking(self._hide(view))

    def expansion_queries(self, view: GraphView) -> tuple[str, ...]:
        """Return what the ranker would search for with what it sees."""
        return self._ranker.expansion_queries(self._hide(view))

    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Order the candidates as the ranker does from what it sees."""
        return self._ranker.rank(self._hide(view))


def _every_passage(change: Callable[[Passage], Passage]) -> View:
    def hide(view: GraphView) -> GraphView:
        return replace(view, passages={key: change(p) for key, p in view.passages.items()})

    return hide


def _without_order(passage: Passage) -> Passage:
    members = tuple(replace(member, ordered=False) for member in passage.memberships)
    return replace(passage, memberships=members)


def _without_names(view: GraphView) -> GraphView:
    entities = {key: replace(entity, named=False) for key, entity in view.entities.items()}
    return replace(view, entities=entities)


def _without_tokens(view: GraphView) -> GraphView:
    entities = {key: e for key, e in view.entities.items() if e.type != TOKEN_TYPE}
    mentions = {key: keys for key, keys in view.mentions.items() if key in entities}
    return replace(view, entities=entities, mentions=mentions)


def whole_query(query: Query) -> Query:
    """Return the query as it is."""
    return query


def _without_centring(query: Query) -> Query:
    return replace(query, mean=None if query.vector is None else np.zeros_like(query.vector))


QUERY_PARTS: Mapping[str, Callable[[Query], Query]] = {
    "centring": _without_centring,
    "likeness": lambda query: replace(query, likeness=None),
}
"""For each part of a query, what hides it: without centring the common direction of the documents
stays in the question, without likeness nobody knows what the message resembles."""

FEATURES: Mapping[str, View] = {
    "sessions": _every_passage(lambda passage: replace(passage, memberships=())),
    "order in sessions": _every_passage(_without_order),
    "dates": lambda view: replace(view, days=()),
    "links": lambda view: replace(view, entities={}, mentions={}),
    "link tokens": _without_tokens,
    "relations": lambda view: replace(view, facts=()),
    "names in the question": _without_names,
    "lambda": _every_passage(lambda passage: replace(passage, has_link_entity=True)),
    "words": _every_passage(lambda passage: replace(passage, bm25=0.0)),
    "vectors": _every_passage(lambda passage: replace(passage, centred=0.0)),
}
"""For each feature, what hides its input. Settings switch off the second pass,
``rules`` what is decided by a constant alone."""
