"""The strongest link to a passage: over the rarest entity, from the best passage.

``linkN(d) = max over starts s and shared entities e of w(s) * idf(e) / ln(N + 1) * title * words``

- ``title = 1 + 1/n`` if e is the title of d; n passages have that title. The passage that is about
  an entity says more of it than one that mentions it.
- ``words = 1 + gain(s, d)``: what d adds to the question's words (``word_gain``).

An entity that the question names leads to all its passages alike, except to those about it:
``linkN(d) = idf(e) / ln(N + 1) / n``. "Which is larger, A or B?" needs the passages about both.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from ...model import GraphView, LinkStart
from ...text.names.name_evidence import title_names
from .idf import idf
from .word_gain import WordGain

# Each is 1 in the formula; ``bench.rules`` measures what a rule adds by setting it to 0.
TITLE_WEIGHT = 1.0
NAMED_TITLE_WEIGHT = 1.0
WORD_WEIGHT = 1.0


def strongest_links(
    view: GraphView,
    starts: Sequence[LinkStart],
    weights: Mapping[str, float],
    gain: WordGain,
) -> tuple[dict[str, float], dict[str, str]]:
    """Return the strongest link of each passage, and the best entity on the way to it.

    Args:
        view: Entities with their df, and who mentions them.
        starts: The passages that links are followed from.
        weights: The link entities, best first.
        gain: What passages add to the question's words.

    Returns:
        linkN by passage key, and for each passage reached the id of an entity.
    """
    whole = math.log(view.documents + 1)
    about = _passages_by_title(view)
    links: dict[str, float] = {}
    over: dict[str, str] = {}
    for entity_id in weights:
        entity = view.entities[entity_id]
        keys = view.mentions.get(entity_id, ())
        for key in keys:
            over.setdefault(key, entity_id)
        if whole <= 0:
            continue
        share = idf(view.documents, entity.df) / whole
        titled = about.get(entity.norm_name, frozenset()).intersection(keys)
        found: Iterable[tuple[str, float]]
        if entity.named:
            found = ((key, NAMED_TITLE_WEIGHT * share / len(titled)) for key in titled)
        else:
            found = _links_from_starts(starts, keys, titled, share, gain)
        for key, strength in found:
            if strength > links.get(key, 0.0):
                links[key], over[key] = strength, entity_id
    return links, over


def _links_from_starts(
    starts: Sequence[LinkStart],
    keys: Collection[str],
    titled: Collection[str],
    share: float,
    gain: WordGain,
) -> Iterator[tuple[str, float]]:
    """Yield the links over one entity from each start that mentions it: passage key and strength.

    Args:
        starts: The passages that links are followed from.
        keys: The passages that mention the entity.
        titled: Those that have it as their title.
        share: ``idf(e) / ln(N + 1)``.
        gain: As in ``strongest_links``.
    """
    for start in starts:
        if start.key not in keys:
            continue
        for key in keys:
            if key == start.key:
                continue
            strength = start.weight * share
            if key in titled:
                strength *= 1 + TITLE_WEIGHT / len(titled)
            yield key, strength * (1 + WORD_WEIGHT * gain(start.key, key))


def _passages_by_title(view: GraphView) -> dict[str, frozenset[str]]:
    """Return the passages that bear each name as their title."""
    found: dict[str, set[str]] = {}
    for key, passage in view.passages.items():
        for norm in _names(passage.title) if passage.title else ():
            found.setdefault(norm, set()).add(key)
    return {norm: frozenset(keys) for norm, keys in found.items()}


@lru_cache(maxsize=4096)
def _names(title: str) -> tuple[str, ...]:
    return tuple(title_names(title))
