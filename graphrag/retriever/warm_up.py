"""Harmless runs of the queries of a turn: the first run of each plans it, which is slow."""

from __future__ import annotations

from typing import Any

from .common_parameters import common_parameters
from .question import QuestionVector
from .scope_catalog import ScopeCatalog


def warm_up_runs() -> list[tuple[str, dict[str, Any]]]:
    """Return the queries of a turn with parameters that find nothing."""
    nothing = common_parameters(["-"], ScopeCatalog(("-",)), QuestionVector([], [], 0.0), 1)
    pin = {
        **nothing,
        **{key: [] for key in ("keys", "text_indexes", "vector_indexes", "vector", "names")},
        **{key: [] for key in ("names_indexes", "entity_indexes", "days")},
        **dict.fromkeys(("text", "names_text"), ""),
    }
    expand = {
        **nothing,
        **{key: [] for key in ("starts", "named", "known", "texts")},
        "fact_limit": 1,
        "hops": 1,
        "newer": 0,
    }
    search = {
        **{name: nothing[name] for name in ("scopes", "centred", "centred_norm")},
        **{key: [] for key in ("text_indexes", "queries")},
        "each": 1,
        "newer": 0,
    }
    # Whatever the strategy: the settings may change while the engine stays warm.
    return [("ping", {}), ("pin", pin), ("expand", expand), ("search", search)]
