"""What both queries of a turn are given: scopes, the question's vector, constants of the method."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import MAX_SESSION_MEMBERS
from ..ranking import similarity
from ..ranking.facts import MAX_FACTS
from ..ranking.links import entity_links, memory_pairs
from ..ranking.links.link_starts import START_COUNT
from .question import QuestionVector
from .scope_catalog import ScopeCatalog

TEXT_RESULTS = 200
"""Full-text results asked for. The best of them are candidates; the others only tell the score of
passages that are found in another way."""

MAX_SIBLINGS = 200
"""Maximum number of documents that are read of the sessions of T."""

STAND_IN_COSINE = 0.75
"""Minimum cosine of an entity with the message that stands in for a name, where none is known."""

SHAPE: Mapping[str, Any] = {
    "text": TEXT_RESULTS,
    "candidates": similarity.CANDIDATES_EACH,
    "top": similarity.TOP_COUNT,
    "starts": START_COUNT,
    "paired": memory_pairs.PAIRED_COUNT,
    "paired_df": memory_pairs.MAX_PAIR_DF,
    "window": MAX_SESSION_MEMBERS,
    "siblings": MAX_SIBLINGS,
    "df_min": entity_links.MIN_LINK_DF,
    "df_max": entity_links.MAX_LINK_DF,
    "anchor": STAND_IN_COSINE,
    "similarity_weight": similarity.VECTOR_SHARE,
    "text_weight": similarity.WORD_SHARE,
    "without_vector": similarity.WITHOUT_VECTOR,
    "facts": MAX_FACTS // 2,
}
"""The constants of the method that the templates need, as ``$shape``: see
``read_templates.parameter_types``."""


def common_parameters(
    catalog: ScopeCatalog, vector: QuestionVector, entity_limit: int
) -> dict[str, Any]:
    """Return the parameters that both queries of a turn have.

    Args:
        catalog: What is known of the scopes that the turn reads.
        vector: The question's vector.
        entity_limit: Maximum number of link entities; 0 follows nothing.
    """
    return {
        "scopes": list(catalog.scopes),
        "memory_scopes": list(catalog.memory_scopes),
        "documents": catalog.documents,
        "centred": vector.centred,
        "centred_norm": vector.centred_norm,
        "ask_vectors": [v.plain for v in (vector, *vector.asks)] if vector.asks else [],
        "entity_limit": entity_limit,
        "shape": dict(SHAPE),
    }
