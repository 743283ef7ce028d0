"""How much a retrieval can be trusted."""

from __future__ import annotations

from ..model import GraphView

_LENGTH_WEIGHT = 0.3
_ENTITY_WEIGHT = 0.3
_VECTOR_WEIGHT = 0.4


def retrieval_confidence(message: str, *, named: bool, best_vector_score: float | None) -> float:
    """Return the confidence of a retrieval.

    ``0.3 * min(len(message) / 100, 1) + 0.3 * (1 if named else 0.5) + 0.4 * best vector score``.
    Without a vector score, that part is left out and the weights of the others are renormalised.

    Args:
        message: The user's message.
        named: Whether it names an entity of the graph.
        best_vector_score: The best cosine of a candidate with the question's vector, or None if
            none is known.

    Returns:
        0 to 1.
    """
    known = _LENGTH_WEIGHT * min(len(message) / 100, 1.0) + _ENTITY_WEIGHT * (1.0 if named else 0.5)
    if best_vector_score is None:
        return known / (_LENGTH_WEIGHT + _ENTITY_WEIGHT)
    return known + _VECTOR_WEIGHT * min(max(best_vector_score, 0.0), 1.0)


def confidence_in(message: str, view: GraphView) -> float:
    """Return the confidence of a retrieval after its first round trip.

    Args:
        message: The user's message.
        view: What the first round trip brought.

    Returns:
        0 to 1.
    """
    return retrieval_confidence(
        message,
        named=bool(view.named),
        best_vector_score=max(view.cosines, default=None),
    )
