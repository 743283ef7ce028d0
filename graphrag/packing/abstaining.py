"""Whether to write a block at all.

A message gets no block if it does not look as if the answer were in memory (``ranking.relevance``),
if no memory is close to it, if what was recalled does not speak for it (``is_recall_evidence``), if
it names no past day of which there are memories and no day that one writes of, and if no file
states a fact about a name in it. The recall is asked too, because cosines differ from one embedder
to the next, and its threshold is the user's.
"""

from __future__ import annotations

from ..model import MEMORY_RELEVANCE, Retrieval

CLOSE_COSINE = 0.65
"""Least cosine of a memory that alone makes a message worth a block, for memories that hold little:
the mean of several cosines says nothing there."""

OF_DAY_FROM = 0.3
"""Least ``relevance`` of a message that names a past day of which there are memories, or a day that
a memory writes of."""


def is_about_memory(retrieval: Retrieval) -> bool:
    """Whether a message is worth a block; one of unknown relevance is.

    Args:
        retrieval: What was found.
    """
    if retrieval.relevance is None or retrieval.relevance >= MEMORY_RELEVANCE:
        return True
    if retrieval.writes_of_day and retrieval.asked_about:
        return True
    is_of_day = retrieval.is_of_past_day or retrieval.writes_of_day
    if is_of_day and retrieval.relevance >= OF_DAY_FROM:
        return True
    cosines = (entry.vector_score for entry in retrieval.passages)
    if any(cosine is not None and cosine >= CLOSE_COSINE for cosine in cosines):
        return True
    recalled = bool(retrieval.recalled) and retrieval.recall_is_evidence
    return recalled or retrieval.knows_a_name
