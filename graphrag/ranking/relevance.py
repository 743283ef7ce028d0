"""How much a message looks as if the answer were in memory.

``best cosine + 0.04 * min(best BM25, 8) + form``

with ``form = 1.5 * likeness + 0.15 if it has a first person``. Thanks, small talk, sums and general
knowledge come near no memory, share no rare word with one, and are like the examples of messages
that no memory helps with (``text.likeness``). Most of them are short. So where the likeness is not
known, the form is ``0.03 * min(words, 12) + 0.3 if it has a first person - 0.3``. Where the best
BM25 is that of a document with a title, it is at least that of a long message.

Fitted on six sets of an agent's memories; the AUC on each is 0.98 to 1.00 (0.93 to 1.00 without the
likeness). On 180 messages about four of the memories, which were written afterwards, it is 0.93
(0.66). No question of LoCoMo and HotpotQA falls below the least value that is answered
(``packing.abstaining``).
"""

from __future__ import annotations

from ..model import GraphView, Likeness
from ..text.first_person import speaks_of_self
from ..text.query_words import MAX_MESSAGE_CHARACTERS
from ..text.words import words

WORD_WEIGHT = 0.04
MAX_BM25 = 8.0

LIKENESS_WEIGHT = 1.5
FIRST_PERSON = 0.15

LENGTH_WEIGHT = 0.03
MAX_WORDS = 12
FIRST_PERSON_ALONE = 0.3
WITHOUT_LIKENESS = -0.3
"""So that the least value that is answered is the same with and without the likeness."""

LEAST_LIKENESS = -0.05
"""Least likeness of a message for which a recall alone is evidence."""

RECALLED_COSINE = 0.4
"""What Agent Zero recalls by default: a similarity of 0.7."""


def memory_relevance(
    message: str, view: GraphView, likeness: Likeness | None = None
) -> float | None:
    """Return how much a message looks as if the answer were in memory.

    Args:
        message: The user's message.
        view: What both round trips brought.
        likeness: What it resembles, if that is known.

    Returns:
        About 0 for "ok, go on" and 0.8 for a question about a memory; None without cosines.
    """
    cosines = [p.cosine for p in view.passages.values() if p.cosine is not None]
    if not cosines:
        return None
    best = max(view.passages.values(), key=lambda passage: (passage.bm25, passage.key))
    # A document may have no vector, and whoever ingested it wants it found by a word.
    if likeness is None:
        form = _form_by_length(message, len(words(message[:MAX_MESSAGE_CHARACTERS])))
    else:
        form = LIKENESS_WEIGHT * likeness.memory + FIRST_PERSON * speaks_of_self(message)
    if best.bm25 and best.title:
        form = max(form, _form_by_length(message, MAX_WORDS))
    return max(cosines) + WORD_WEIGHT * min(best.bm25, MAX_BM25) + form


def is_recall_evidence(view: GraphView, in_english: bool, likeness: Likeness | None = None) -> bool:
    """Return whether what the host recalled says that a message is about memory.

    Some memory must share a word with the message, and the message must not be like those that no
    memory helps with. Embedding models that know English best find texts of the message's language,
    whatever they are about. So for a message in another language a recalled memory must be close
    with the English words, too.

    Args:
        view: What both round trips brought.
        in_english: Whether the message is in English, or in a language that is not known.
        likeness: As in ``memory_relevance``.
    """
    if likeness is not None and likeness.memory < LEAST_LIKENESS:
        return False
    if not any(passage.bm25 for passage in view.passages.values()):
        return False
    recalled = (view.passages[key].cosine for key in view.recalled)
    return in_english or any(cosine is None or cosine >= RECALLED_COSINE for cosine in recalled)


def _form_by_length(message: str, length: int) -> float:
    own = FIRST_PERSON_ALONE * speaks_of_self(message)
    return LENGTH_WEIGHT * min(length, MAX_WORDS) + own + WITHOUT_LIKENESS
