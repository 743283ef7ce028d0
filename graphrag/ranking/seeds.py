"""The passages that an expansion starts from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ..model import WeightedSeed
from .similarity import best

SEED_COUNT = 3
"""More seeds bring more noise than passages."""


def first_seeds(base: Mapping[str, float]) -> tuple[WeightedSeed, ...]:
    """Return the seeds of the first pass: the three best by C, with ``w = C / C(best)``."""
    keys = best(base, SEED_COUNT)
    top = base[keys[0]] if keys else 0.0
    if top <= 0:
        return tuple(WeightedSeed(key, 1.0) for key in keys)
    return tuple(WeightedSeed(key, max(0.0, base[key] / top)) for key in keys)


def second_seeds(
    base: Mapping[str, float], ent: Mapping[str, float], first: Sequence[WeightedSeed]
) -> tuple[WeightedSeed, ...]:
    """Return the seeds of the second pass.

    The three best by ``z = C + ent``, with ``w = 0.5 + 0.5 * exp(2 * (z - z_best))``; and, where
    all of them were seeds before, the best that links reached, or there would be no second hop.

    Args:
        base: C by key.
        ent: What the first pass gave.
        first: The seeds of the first pass.
    """
    z = {key: value + ent.get(key, 0.0) for key, value in base.items()}
    keys = best(z, SEED_COUNT)
    before = frozenset(seed.key for seed in first)
    if before.issuperset(keys):
        keys += best({key: z[key] for key in z if ent.get(key, 0.0) > 0 and key not in before}, 1)
    return tuple(WeightedSeed(key, 0.5 + 0.5 * math.exp(2 * (z[key] - z[keys[0]]))) for key in keys)


def weights_of_others(keys: Iterable[str], weight_of: Mapping[str, float]) -> dict[str, float]:
    """Return how strongly the seeds lead to each passage that mentions an entity.

    Args:
        keys: The passages that mention the entity.
        weight_of: The weight of each seed, by key.

    Returns:
        For each passage the largest weight of another one that is a seed; 0 without any.
    """
    keys = tuple(keys)
    starts = sorted(((weight_of[key], key) for key in keys if key in weight_of), reverse=True)
    return {key: next((weight for weight, start in starts if start != key), 0.0) for key in keys}
