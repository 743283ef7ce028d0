"""How much a message looks as if the answer were in memory.

``mean of the five best cosines + 0.035 * min(best BM25, 8) + 0.04 * min(words, 12)
+ 0.4 if it has a first person``

Thanks, small talk, sums and general knowledge come near no memory, share no rare word with one,
speak of nobody, and are short. Where the best BM25 is that of a document with a title, any message
counts as long. Fitted on four sets of an agent's memories; with each of them left
out of the fit in turn, the AUC on it is 0.98 to 0.99 (without the length 0.95 to 0.99, the best
cosine alone 0.86 to 0.95). No question of LoCoMo and HotpotQA falls below the least value that is
answered (``packing.abstaining``).
"""

from __future__ import annotations

from ..model import GraphView
from ..text.first_person import speaks_of_self
from ..text.query_words import MAX_MESSAGE_CHARACTERS
from ..text.words import words

NEAREST = 5
WORD_WEIGHT = 0.035
MAX_BM25 = 8.0
LENGTH_WEIGHT = 0.04
MAX_WORDS = 12
FIRST_PERSON = 0.4

RECALLED_COSINE = 0.4
"""What Agent Zero recalls by default: a similarity of 0.7."""


def memory_relevance(message: str, view: GraphView) -> float | None:
    """Return how much a message looks as if the answer were in memory.

    Args:
        message: The user's message.
        view: What both round trips brought.

    Returns:
        About 0.3 for "ok, go on" and 1.3 for a question about a memory; None without cosines.
    """
    cosines = sorted(
        (p.cosine for p in view.passages.values() if p.cosine is not None), reverse=True
    )
    if not cosines:
        return None
    nearest = cosines[:NEAREST]
    best = max(view.passages.values(), key=lambda passage: (passage.bm25, passage.key))
    # A document may have no vector, and whoever ingested it wants it found by a word.
    length = MAX_WORDS if best.bm25 and best.title else len(words(message[:MAX_MESSAGE_CHARACTERS]))
    return (
        sum(nearest) / len(nearest)
        + WORD_WEIGHT * min(best.bm25, MAX_BM25)
        + LENGTH_WEIGHT * min(length, MAX_WORDS)
        + (FIRST_PERSON if speaks_of_self(message) else 0.0)
    )


def is_recall_evidence(view: GraphView, in_english: bool) -> bool:
    """Return whether what the host recalled says that a message is about memory.

    Some memory must share a word with the message. Embedding models that know English best find
    texts of the message's language, whatever they are about. So for a message in another language
    a recalled memory must be close with the English words, too.

    Args:
        view: What both round trips brought.
        in_english: Whether the message is in English, or in a language that is not known.
    """
    if not any(passage.bm25 for passage in view.passages.values()):
        return False
    recalled = (view.passages[key].cosine for key in view.recalled)
    return in_english or any(cosine is None or cosine >= RECALLED_COSINE for cosine in recalled)
