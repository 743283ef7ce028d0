"""Memory links: the names over which one short memory leads to another.

A memory that answers often shares nothing with the question, and one rare name with the memory that
does: "Parcel labels come out of moorhen, in rack B7" and "New batteries for B7: 22 minutes". The
link of a passage is the strongest over the starts and the names that it shares with one of them:

``mem(d) = max of w(start) * idf(df) / idf(2) / sqrt(df - 1)``, with ``idf(df) = ln((N + 1) / df)``

A name of the question leads to the passages that mention it, whatever the starts mention, with
``w = 0.25`` and ``sqrt(df)``: their words and vectors already count for having it. A name that one
in sixteen memories has, such as that of the user's child, leads to all of them and so to none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ...model import UNFOLLOWED_TYPES, Entity, GraphView, LinkStart
from ..ranker import Reached, Step
from .idf import idf
from .link_starts import weights_of_others

MAX_NAME_DF = 12
MAX_NAME_SHARE = 1 / 16
"""A name that more memories mention, and a greater share of all, is no memory link. The more there
are, the more of them mention the same people and things. Passages of files do not count."""

SECOND_HOP_SHARE = 0.6
"""Strength of a link from a second-pass start, relative to one from a first-pass start."""

NAMED_WEIGHT = 0.25
"""Strength of a link from a name of the question, relative to one from the best start."""


def memory_links(view: GraphView, weight: float, *passes: Sequence[LinkStart]) -> Reached:
    """Follow the names of some starts, and of the question.

    Args:
        view: Entities with their df, and who mentions them.
        weight: What a link of strength 1 adds to a score; 0 follows nothing.
        passes: The starts of the first pass, and those of the second if there was one.

    Returns:
        The strongest link of each passage that has one.
    """
    if not weight:
        return Reached()
    weights = [{start.key: start.weight for start in starts} for starts in passes]
    starting = frozenset().union(*weights)
    strongest: dict[str, float] = {}
    hops: dict[str, int] = {}
    paths: dict[str, tuple[Step]] = {}
    for entity in view.entities.values():
        keys = view.mentions.get(entity.id, ())
        if not entity.named and starting.isdisjoint(keys):
            continue
        rarity = name_rarity(view, entity)
        if not rarity:
            continue
        for hop, weight_of in enumerate(weights, start=1):
            for key, share in _shares(entity, keys, weight_of).items():
                strength = share * rarity * SECOND_HOP_SHARE ** (hop - 1)
                if strength > strongest.get(key, 0.0):
                    strongest[key], hops[key], paths[key] = strength, hop, (Step.over(entity),)
    return Reached({key: weight * strength for key, strength in strongest.items()}, hops, paths)


def _shares(
    entity: Entity, keys: Iterable[str], weight_of: Mapping[str, float]
) -> dict[str, float]:
    """Return how strongly an entity leads to each passage, apart from its rarity."""
    if entity.named:
        return dict.fromkeys(keys, NAMED_WEIGHT / math.sqrt(max(entity.df, 1)))
    if entity.df < 2 or weight_of.keys().isdisjoint(keys):
        return {}
    width = math.sqrt(entity.df - 1)
    return {key: weight / width for key, weight in weights_of_others(keys, weight_of).items()}


def name_rarity(view: GraphView, entity: Entity) -> float:
    """Return ``idf(df) / idf(2)``: 1 for a name of two documents, 0 for one that links nothing.

    Args:
        view: How many documents there are.
        entity: The name.
    """
    most = max(MAX_NAME_DF, (view.documents - view.in_files) * MAX_NAME_SHARE)
    if view.documents < 2 or entity.type in UNFOLLOWED_TYPES:
        return 0.0
    if entity.df - entity.in_files > most:
        return 0.0
    return idf(view.documents, entity.df) / idf(view.documents, 2)
