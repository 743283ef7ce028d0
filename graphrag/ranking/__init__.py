"""Ranking strategies: pure functions from what the graph told to an order of passages.

`two_pass` is the default; it wins on encyclopaedic text and on an agent's own memories alike. The
others are here to be compared with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .activation import ActivationRanker
from .hybrid import PlainRanker
from .proximity import ProximityRanker
from .query_expansion import QueriesRanker, expansion_queries
from .ranker import Ranker
from .rrf import RrfRanker
from .two_pass import TwoPassRanker

if TYPE_CHECKING:
    from ..config import Settings

STRATEGIES = (
    TwoPassRanker.name,
    ProximityRanker.name,
    RrfRanker.name,
    ActivationRanker.name,
    QueriesRanker.name,
    PlainRanker.name,
)
"""The names that `GRAPHRAG_STRATEGY` knows, the default first."""

__all__ = ["STRATEGIES", "Ranker", "expansion_queries", "make_ranker"]


def make_ranker(settings: Settings) -> Ranker:
    """Make the ranker that the settings name.

    Args:
        settings: The strategy, its caps and its weights.

    Returns:
        The ranker.
    """
    hops, limit = settings.graph_expand_max_hops, settings.graph_expand_limit
    weight = settings.graphrag_vector_weight
    match settings.graphrag_strategy:
        case "proximity":
            return ProximityRanker(hops, limit, weight)
        case "rrf":
            return RrfRanker(hops, limit)
        case "activation":
            return ActivationRanker(hops, limit, weight)
        case "queries":
            return QueriesRanker()
        case "vector":
            return PlainRanker()
        case _:
            return TwoPassRanker(hops, limit)
