"""Personalised PageRank on the small graph of link entities and passages.

Random walk with restart (Haveliwala 2002, https://doi.org/10.1145/511446.511513), over passages and
entities as in HippoRAG (Gutierrez et al. 2024, https://arxiv.org/abs/2405.14831), here on the
neighbourhood of one question instead of the whole corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

RESTART = 0.15
ITERATIONS = 12


def passage_pagerank(
    mentions: Mapping[str, Iterable[str]],
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

    entities = {entity_id: index for index, entity_id in enumerate(mentions)}
    for entity_id in entity_restart:
        entities.setdefault(entity_id, len(entities))
    passages: dict[str, int] = {}
    left: list[int] = []
    right: list[int] = []
    for entity_id, keys in mentions.items():
        for key in keys:
            left.append(entities[entity_id])
            right.append(passages.setdefault(key, len(passages)))
    for key in passage_restart:
        passages.setdefault(key, len(passages))

    entity_count, passage_count = len(entities), len(passages)
    restart_entities = np.zeros(entity_count)
    restart_passages = np.zeros(passage_count)
    for entity_id, weight in entity_restart.items():
        restart_entities[entities[entity_id]] = weight
    for key, weight in passage_restart.items():
        restart_passages[passages[key]] = weight
    total = restart_entities.sum() + restart_passages.sum()
    if total <= 0:
        return {}
    restart_entities /= total
    restart_passages /= total

    rows = np.array(left, dtype=np.intp)
    columns = np.array(right, dtype=np.intp)
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
