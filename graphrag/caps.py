"""The caps of settings and queries, and what is read of the settings before they are built.

This module imports nothing, so that a turn that is switched off stays free.
"""

from __future__ import annotations

from collections.abc import Mapping

HARD_CAPS: Mapping[str, int] = {
    "graph_expand_max_hops": 2,
    "graph_expand_limit": 100,
    "graph_max_results": 50,
    "neo4j_query_timeout_ms": 5000,
    "graphrag_turn_budget_ms": 5000,
}
"""A setting above its cap is clamped to it, with one warning."""

MIN_BLOCK_TOKENS = 64
"""Smallest budget of a block: less leaves no room for a memory."""

MAX_QUERY_CHARACTERS = 8_000
"""Longest full-text query that a read template takes."""

MAX_KEYS = 400
"""Maximum number of keys of one kind that a read template takes."""

TURN_BUDGET_MS = 500
"""The default of ``graphrag_turn_budget_ms``."""


def turn_budget_ms(given: object) -> int:
    """Return the time budget of one turn's graph work, as the settings would have it.

    Args:
        given: The value of the setting; None if there is none.

    Returns:
        Milliseconds, 1 to the cap; the default if the value cannot be used.
    """
    whole, _, fraction = str(given).strip().partition(".")
    try:
        value = int(whole)
    except ValueError:
        return TURN_BUDGET_MS
    if value < 1 or fraction.strip("0"):
        return TURN_BUDGET_MS
    return min(value, HARD_CAPS["graphrag_turn_budget_ms"])
