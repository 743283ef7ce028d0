"""The weight of an entity by its rarity."""

from __future__ import annotations

import math


def idf(documents: int, df: int) -> float:
    """Return ``ln((N + 1) / df)``, the weight of an entity by its rarity.

    Args:
        documents: N, how many documents there are.
        df: How many of them mention the entity.
    """
    return math.log((documents + 1) / max(df, 1))
