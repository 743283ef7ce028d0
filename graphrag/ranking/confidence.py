"""How much a retrieval can be trusted."""

from __future__ import annotations

from ..model import GraphView

_LENGTH_WEIGHT = 0.3
_ENTITY_WEIGHT = 0.3
_VECTOR_WEIGHT = 0.4


def confidence_in(message: str, view: GraphView) -> float:
    """Return the confidence of a retrieval after its first round trip.

    ``0.3 * min(len(message) / 100, 1) + 0.3 * (1 if it names an entity else 0.5) + 0.4 * the best
    cosine``. If no cosine is known, that part is left out and the weights of the others are
    renormalised.

    Args:
        message: The user's message.
        view: What the first round trip brought.

    Returns:
        0 to 1.
    """
    known = _LENGTH_WEIGHT * min(len(message) / 100, 1.0)
    known += _ENTITY_WEIGHT * (1.0 if view.named else 0.5)
    if not view.cosines:
        return known / (_LENGTH_WEIGHT + _ENTITY_WEIGHT)
    return known + _VECTOR_WEIGHT * min(max(*view.cosines, 0.0), 1.0)
