"""Harmless runs of the queries of a turn: the first run of each plans it, which is slow."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..ranking.strategies.query_expansion import QueriesRanker
from .common_parameters import common_parameters
from .question import QuestionVector
from .scope_catalog import ScopeCatalog


def warm_up_runs(strategies: Collection[str]) -> list[tuple[str, dict[str, Any]]]:
    """Return the queries of a turn with parameters that find nothing.

    Args:
        strategies: The strategies of the turns to come; one of them sends a query of its own.
    """
    nothing = common_parameters(ScopeCatalog(("-",)), QuestionVector([], [], 0.0), 1)
    pin = {
        **nothing,
        **{key: [] for key in ("keys", "searches", "vector_indexes", "vector", "ask_centred")},
        **{key: [] for key in ("names", "names_indexes", "entity_indexes", "days")},
        "names_text": "",
    }
    expand = {
        **nothing,
        **{key: [] for key in ("starts", "named", "known", "texts", "expanded", "asked")},
        "fact_limit": 1,
        "hops": 1,
        "newer": 0,
    }
    runs = [("ping", {}), ("pin", pin), ("expand", expand)]
    if QueriesRanker.name not in strategies:
        return runs
    search = {
        **{name: nothing[name] for name in ("scopes", "centred", "centred_norm")},
        **{key: [] for key in ("text_indexes", "queries")},
        "each": 1,
        "newer": 0,
    }
    return [*runs, ("search", search)]
