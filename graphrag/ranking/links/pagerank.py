"""Personalised PageRank on the small graph of link entities and passages.

Random walk with restart (Haveliwala 2002, https://doi.org/10.1145/511446.511513), over passages and
entities as in HippoRAG (Gutierrez et al. 2024, https://arxiv.org/abs/2405.14831), here on the
neighbourhood of one question instead of the whole corpus.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

RESTART = 0.15
ITERATIONS = 12


def passage_pagerank(
    mentions: Mapping[str, Collection[str]],
    passage_restart: Mapping[str, float],
    entity_restart: Mapping[str, float],
) -> dict[str, float]:
    """Run the walk and return the passages' share of it.

    Each step goes from a node to one of its neighbours, all equally likely (columns normalised), or
    with probability 0.15 back to the restart vector, which is normalised to sum 1.

    Args:
        mentions: For each entity the passages that mention it; this is the whole graph.
        passage_restart: Restart weights of passages (the starts).
        entity_restart: Restart weights of entities (those the question names).

    Returns:
        The rank of each passage, divided by the largest of them; empty without a restart weight.
    """
    import numpy as np

    entities = _places([*mentions, *entity_restart])
    passages = _places([*chain.from_iterable(mentions.values()), *passage_restart])
    restart_entities = _weights(entity_restart, entities)
    restart_passages = _weights(passage_restart, passages)
    total = restart_entities.sum() + restart_passages.sum()
    if total <= 0:
        return {}
    restart_entities /= total
    restart_passages /= total

    rows = np.array([entities[name] for name, keys in mentions.items() for _ in keys], np.intp)
    columns = np.array([passages[key] for keys in mentions.values() for key in keys], np.intp)
    entity_count, passage_count = len(entities), len(passages)
    entity_share = 1.0 / np.maximum(np.bincount(rows, minlength=entity_count), 1)
    passage_share = 1.0 / np.maximum(np.bincount(columns, minlength=passage_count), 1)
    entity_rank, passage_rank = restart_entities, restart_passages
    for _ in range(ITERATIONS):
        to_entities = np.bincount(
            rows, weights=(passage_rank * passage_share)[columns], minlength=entity_count
        )
        to_passages = np.bincount(
            columns, weights=(entity_rank * entity_share)[rows], minlength=passage_count
        )
        entity_rank = RESTART * restart_entities + (1 - RESTART) * to_entities
        passage_rank = RESTART * restart_passages + (1 - RESTART) * to_passages
    top = passage_rank.max(initial=0.0)
    if top <= 0:
        return {}
    return {key: float(passage_rank[index] / top) for key, index in passages.items()}


def _places(keys: Iterable[str]) -> dict[str, int]:
    """Number the keys, each once."""
    return {key: place for place, key in enumerate(dict.fromkeys(keys))}


def _weights(weight_of: Mapping[str, float], places: Mapping[str, int]) -> np.ndarray:
    """Return the weights by place; 0 for a key without one."""
    import numpy as np

    weights = np.zeros(len(places))
    for key, weight in weight_of.items():
        weights[places[key]] = weight
    return weights
