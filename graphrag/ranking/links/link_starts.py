"""Starts: the passages from which a pass follows links, the best so far.

A recalled document is a start only if it is one of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ...model import LinkStart
from ..similarity import best

START_COUNT = 3
"""More starts bring more noise than passages."""


def first_starts(base: Mapping[str, float]) -> tuple[LinkStart, ...]:
    """Return the starts of the first pass: the three best by C, with ``w = C / C(best)``."""
    keys = best(base, START_COUNT)
    top = base[keys[0]] if keys else 0.0
    if top <= 0:
        return tuple(LinkStart(key, 1.0) for key in keys)
    return tuple(LinkStart(key, max(0.0, base[key] / top)) for key in keys)


def second_starts(
    base: Mapping[str, float], ent: Mapping[str, float], first: Sequence[LinkStart]
) -> tuple[LinkStart, ...]:
    """Return the starts of the second pass.

    The three best by ``z = C + ent``, with ``w = 0.5 + 0.5 * exp(2 * (z - z_best))``; and, where
    all of them were starts before, the best that links reached, or there would be no second hop.

    Args:
        base: C by key.
        ent: What the first pass gave.
        first: The starts of the first pass.
    """
    z = {key: value + ent.get(key, 0.0) for key, value in base.items()}
    keys = best(z, START_COUNT)
    before = frozenset(start.key for start in first)
    if before.issuperset(keys):
        keys += best({key: z[key] for key in z if ent.get(key, 0.0) > 0 and key not in before}, 1)
    return tuple(LinkStart(key, 0.5 + 0.5 * math.exp(2 * (z[key] - z[keys[0]]))) for key in keys)


def weights_of_others(keys: Iterable[str], weight_of: Mapping[str, float]) -> dict[str, float]:
    """Return how strongly the starts lead to each passage that mentions an entity.

    Args:
        keys: The passages that mention the entity.
        weight_of: The weight of each start, by key.

    Returns:
        For each passage the largest weight of another one that is a start; 0 without any.
    """
    keys = tuple(keys)
    starts = sorted(((weight_of[key], key) for key in keys if key in weight_of), reverse=True)
    return {key: next((weight for weight, start in starts if start != key), 0.0) for key in keys}
