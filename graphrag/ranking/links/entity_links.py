"""Link entities: the entities over which one passage leads to another.

A link entity has a df of 2 to 60 (1 to 60 if the question names it). A pass uses those that its
starts mention, and those that the question names. The weight ``w`` of one is the largest of its
starts', 1 if the question names it; its ``idf = ln((N + 1) / df)``. An entity that everything
mentions leads everywhere, so it leads nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...caps import HARD_CAPS
from ...model import TOKEN_TYPE, Entity, GraphView, LinkStart
from ..similarity import CANDIDATES_EACH, best
from .idf import idf
from .pagerank import passage_pagerank
from .strongest_link import strongest_links
from .word_gain import WordGain

MIN_LINK_DF = 2
MAX_LINK_DF = 60
"""Fewest and most documents that mention a link entity."""

MAX_LINK_ENTITIES = HARD_CAPS["graph_expand_limit"]

START_RESTART = 0.5
"""Restart weight of the best start; that of another one is this times the square of its ``w``."""

LINK_SHARE = 0.5
"""Weight of linkN beside that of PageRank, which is 1."""


@dataclass(frozen=True, slots=True)
class EntityPass:
    """What one pass over the link entities found.

    Attributes:
        weights: The link entities with their weights, best by ``w * idf`` first.
        passages: Keys of the passages of its graph.
        scores: ``ent = ppr + 0.5 * linkN`` by passage.
        over: For each passage reached over a link entity, the id of the best one.
    """

    weights: Mapping[str, float]
    passages: frozenset[str]
    scores: Mapping[str, float]
    over: Mapping[str, str]


NO_PASS = EntityPass({}, frozenset(), {}, {})
"""A pass that followed nothing."""


def is_link_entity(entity: Entity) -> bool:
    """Whether an entity is a link entity: rare enough, and not of one document alone."""
    if entity.type == TOKEN_TYPE:  # a link of memories alone
        return False
    return (1 if entity.named else MIN_LINK_DF) <= entity.df <= MAX_LINK_DF


def link_entity_weights(
    view: GraphView,
    starts: Sequence[LinkStart],
    *,
    known: Iterable[str] = (),
    limit: int = MAX_LINK_ENTITIES,
) -> dict[str, float]:
    """Return the link entities of a pass.

    Args:
        view: Entities with their df, and who mentions them.
        starts: The passages it starts from.
        known: Link entities of the pass before, which take no further room.
        limit: Maximum number of link entities over both passes.

    Returns:
        Weights by entity id, best by ``w * idf`` first.
    """
    weight_of = {start.key: start.weight for start in starts}
    weights: dict[str, float] = {}
    for entity_id, entity in view.entities.items():
        if not is_link_entity(entity):
            continue
        keys = view.mentions.get(entity_id, ())
        weight = max((weight_of.get(key, 0.0) for key in keys), default=0.0)
        if entity.named:
            weight = 1.0
        if weight > 0:
            weights[entity_id] = weight
    ranked = best(
        {
            entity_id: weight * idf(view.documents, view.entities[entity_id].df)
            for entity_id, weight in weights.items()
        }
    )
    before = frozenset(known)
    room = limit - len(before)
    chosen: dict[str, float] = {}
    for entity_id in ranked:
        if entity_id in before:
            chosen[entity_id] = weights[entity_id]
        elif room > 0:
            chosen[entity_id] = weights[entity_id]
            room -= 1
    return chosen


def reached_passages(
    view: GraphView,
    starts: Sequence[LinkStart],
    weights: Mapping[str, float],
) -> list[str]:
    """Return the passages that a pass reaches, best first.

    ``sum over starts and shared entities of w * idf / df + sum over question entities of idf / df``

    Args:
        view: Who mentions what.
        starts: The passages it starts from.
        weights: The link entities.

    Returns:
        At most ``CANDIDATES_EACH`` keys, the starts not among them.
    """
    weight_of = {start.key: start.weight for start in starts}
    scores: dict[str, float] = {}
    for entity_id in weights:
        entity = view.entities[entity_id]
        keys = view.mentions.get(entity_id, ())
        share = sum(weight_of.get(key, 0.0) for key in keys) + (1.0 if entity.named else 0.0)
        value = share * idf(view.documents, entity.df) / entity.df
        for key in keys:
            if key not in weight_of:
                scores[key] = scores.get(key, 0.0) + value
    return best(scores, CANDIDATES_EACH)


def entity_pass(
    view: GraphView,
    starts: Sequence[LinkStart],
    *,
    gain: WordGain,
    before: EntityPass = NO_PASS,
    limit: int = MAX_LINK_ENTITIES,
) -> EntityPass:
    """Run one pass: link entities, reached passages, PageRank, strongest link.

    Args:
        view: The graph data.
        starts: The passages to start from.
        gain: What passages add to the question's words.
        before: The pass before, whose passages stay in the graph.
        limit: Maximum number of link entities over both passes.

    Returns:
        The pass; its scores are ``ppr + 0.5 * linkN``.
    """
    weights = link_entity_weights(view, starts, known=before.weights, limit=limit)
    passages = frozenset(
        {
            *view.nearest,
            *(start.key for start in starts),
            *reached_passages(view, starts, weights),
            *before.passages,
        }
    )
    mentions = {
        entity_id: [key for key in view.mentions.get(entity_id, ()) if key in passages]
        for entity_id in weights
    }
    ranks = passage_pagerank(
        mentions,
        {start.key: START_RESTART * start.weight**2 for start in starts},
        {
            entity_id: 1.0 / view.entities[entity_id].df
            for entity_id in weights
            if view.entities[entity_id].named
        },
    )
    links, over = strongest_links(view, starts, weights, gain)
    scores = {
        key: ranks.get(key, 0.0) + LINK_SHARE * links.get(key, 0.0)
        for key in sorted({*ranks, *links})
    }
    return EntityPass(weights, passages, scores, over)
