"""The base score C: similarity by meaning and by words, without the graph.

``C = 0.8 * (q.d - 0.6 * m.d) + 0.2 * bm25 / max(bm25)``

A document without a vector gets ``0.7 * max(q.d - 0.6 * m.d) * bm25 / max(bm25)`` as its
similarity: files may be ingested without vectors, beside memories that have them.

All vectors have length 1; ``m`` is the mean of the scope's document vectors, not normalised. The
memories of one agent all point the same way (|m| about 0.6, encyclopaedic text 0.16), so what they
share says nothing about which of them answers. Subtracting part of it is what "all-but-the-top"
(Mu and Viswanath 2018, https://arxiv.org/abs/1702.01417) does with the mean of word vectors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..model import CENTRING, GraphView

if TYPE_CHECKING:
    import numpy as np

VECTOR_SHARE = 0.8
WORD_SHARE = 0.2
WITHOUT_VECTOR = 0.7
"""What a document without a vector gets of the greatest similarity, if its words fit best."""

CANDIDATES_EACH = 50
"""Maximum number of candidates of a kind: nearest, best by words, of a day, reached over links."""

TOP_COUNT = 10
"""Size of T, the best by C: what the session score and lambda look at."""


def centred_question(vector: np.ndarray, mean: np.ndarray | None) -> np.ndarray:
    """Subtract the scope's common direction from the question.

    Args:
        vector: The question's vector, of length 1.
        mean: The mean of the scope's document vectors, or None where it is unknown.

    Returns:
        ``q - 0.6 * m``; its product with a document vector is ``q.d - 0.6 * m.d``.
    """
    return vector if mean is None else vector - CENTRING * mean


def base_scores(view: GraphView) -> dict[str, float]:
    """Compute C for every candidate.

    Args:
        view: The candidates.

    Returns:
        C by key.
    """
    # 1 instead of 0, to divide by: if no word was found, all quotients are 0.
    passages = view.passages.values()
    best_words = max((passage.bm25 for passage in passages), default=0.0) or 1.0
    instead = WITHOUT_VECTOR * max((passage.centred for passage in passages), default=0.0)
    return {
        key: VECTOR_SHARE * (passage.centred or max(0.0, instead) * passage.bm25 / best_words)
        + WORD_SHARE * (passage.bm25 / best_words)
        for key, passage in view.passages.items()
    }


def best(scores: Mapping[str, float], count: int | None = None) -> list[str]:
    """Order keys by score, best first; equal scores by key.

    Args:
        scores: Scores by key.
        count: How many to return; all by default.

    Returns:
        The keys.
    """
    # A reversed sort keeps the order of equal ones, too.
    return sorted(sorted(scores), key=scores.__getitem__, reverse=True)[:count]


def scaled(scores: Mapping[str, float]) -> dict[str, float]:
    """Divide by the largest score, so that the best has 1; all zero stays so."""
    top = max(scores.values(), default=0.0)
    return {key: value / top for key, value in scores.items()} if top > 0 else dict(scores)
