"""The session score: memories that were formed one after another belong together.

``ses(d) = sum over s in T, in d's session, s != d, of kappa(|pos_d - pos_s|) * max(0, C(s) - C11)``

with ``kappa(1) = 0.5``, ``kappa(2) = 0.3``, ``kappa(>=3) = 0.15``, and C11 the base score of the
eleventh best. A file holds its passages in the same way. If the order within a container is not
that of writing, kappa is always 0.3.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model import GraphView
from .ranker import Reached, Step
from .similarity import TOP_COUNT, best

NEAR_SHARES: Mapping[int, float] = {1: 0.5, 2: 0.3}
FAR_SHARE = 0.15
UNORDERED_SHARE = 0.3


def session_scores(view: GraphView, base: Mapping[str, float]) -> Reached:
    """Compute the session score of every candidate that has one.

    Args:
        view: The candidates with their memberships.
        base: C by key.

    Returns:
        The scores; candidates with none are left out. Each has as its path the session or file that
        gave the largest part of its score.
    """
    order = best(base, TOP_COUNT + 1)
    floor = base[order[TOP_COUNT]] if len(order) > TOP_COUNT else 0.0
    members: dict[str, list[tuple[str, int]]] = {}
    for key, passage in view.passages.items():
        for membership in passage.memberships:
            members.setdefault(membership.container, []).append((key, membership.position))
    scores: dict[str, float] = {}
    largest: dict[str, float] = {}
    paths: dict[str, tuple[Step]] = {}
    for source in order[:TOP_COUNT]:
        surplus = base[source] - floor
        if surplus <= 0:
            continue
        for membership in view.passages[source].memberships:
            for key, position in members[membership.container]:
                if key == source:
                    continue
                share = _share(abs(position - membership.position), membership.ordered)
                part = share * surplus
                scores[key] = scores.get(key, 0.0) + part
                if part > largest.get(key, 0.0):
                    largest[key], paths[key] = part, (Step(membership.name),)
    return Reached(scores, paths=paths)


def _share(distance: int, ordered: bool) -> float:
    return NEAR_SHARES.get(distance, FAR_SHARE) if ordered else UNORDERED_SHARE
