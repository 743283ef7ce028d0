"""Memory pairs: two memories that share a rare name and both fit the question somewhat.

"Her mother Consuelo has cataracts; Dr Sempere watches them" and "Dr Sempere sees people on Tuesday
mornings" are both far down for "mum sees worse and worse, which day could I get her an
appointment?". That both fit a little, and belong together, says more than either alone:

``pair(d) = max over a of min(C(a), C(d)) * idf(df) / idf(2) / sqrt(df - 1)``

for the memories ``a`` that share a name of ``df`` documents with ``d``, both among the best by C.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from ...model import GraphView
from ..ranker import Reached, Step
from ..similarity import best
from .memory_links import name_rarity

PAIRED_COUNT = 30
"""How many of the best by C are looked at for pairs."""

MAX_PAIR_DF = 4
"""A name that more documents mention makes no pair of two of them."""


def memory_pairs(view: GraphView, base: Mapping[str, float], weight: float) -> Reached:
    """Find the best partner of each of the best memories.

    Args:
        view: Entities with their df, and who mentions them.
        base: C by key.
        weight: What a pair of strength 1 adds to a score; 0 looks for none.

    Returns:
        What the strongest pair of each memory adds to its score.
    """
    if not weight:
        return Reached()
    fitting = {key: base[key] for key in best(base, PAIRED_COUNT) if base[key] > 0}
    scores: dict[str, float] = {}
    paths: dict[str, tuple[Step]] = {}
    for entity in view.entities.values():
        if not 2 <= entity.df <= MAX_PAIR_DF:
            continue
        sharing = [key for key in view.mentions.get(entity.id, ()) if key in fitting]
        rarity = name_rarity(view, entity)
        if len(sharing) < 2 or not rarity:
            continue
        strength = weight * rarity / math.sqrt(entity.df - 1)
        # The partner of the best is the second best, that of all others the best.
        second = sorted(fitting[key] for key in sharing)[-2]
        for key in sharing:
            score = strength * min(fitting[key], second)
            if score > scores.get(key, 0.0):
                scores[key], paths[key] = score, (Step.over(entity),)
    return Reached(scores, dict.fromkeys(scores, 1), paths)
