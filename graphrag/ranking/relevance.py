"""How much a message looks as if the answer were in memory.

``mean of the five best cosines + 0.035 * min(best BM25, 8) + form - 0.05 * ln(N / 160)``

with ``form = 3.4 * likeness + 0.04 * min(words, 12) + 0.15 if it has a first person + 0.3 if it
calls on habits + 0.5 if it says hardly more than a name that the graph knows - 0.8 if its form says
that it needs no memory`` (``text.messages``). Thanks, small talk, sums and general knowledge come
near few memories, share no rare word with one, and are like the examples of messages that no memory
helps with (``text.messages.likeness``). Most are short; ``words`` are what stands between spaces.
Several cosines tell more than the best one, since some memory is near any message by chance. Among
more documents the best are nearer by chance, so what this brings is taken off if there are more
than 160. A likeness that is not known counts as 0. If the document with the best BM25 is of a file,
the form is at least that of a long message, before the 0.8 is taken off: files hold the words of
thanks and of texts to translate, too. That is less by ``3.4 * (-0.15 - likeness) * (1 - BM25 / 8)``
for a message that is clearly like those that no memory helps with. Files without vectors have no
cosines: if what a message resembles is known, their mean then counts as 0.25.

Fitted on five sets of an agent's memories and confirmed on five others (`docs/BENCHMARKS.md`). No
question of LoCoMo and HotpotQA falls below the least value that is answered
(``packing.abstaining``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..model import GraphView, Likeness
from ..text.messages.bare_names import asks_about_names
from ..text.messages.first_person import speaks_of_self
from ..text.messages.habits import calls_on_habits
from ..text.messages.request_form import needs_no_memory
from ..text.query_words import MAX_MESSAGE_CHARACTERS

COSINES = 5
"""Number of the best cosines whose mean counts."""

WORD_WEIGHT = 0.035
MAX_BM25 = 8.0

UNKNOWN_COSINES = 0.25
"""What the mean of the best cosines counts as beside files without vectors: what it is for messages
that no memory helps with, as their words and their form have to say the rest."""

USUAL_DOCUMENTS = 160
GROWTH = 0.05
"""What the cosines and BM25 gain with each e-fold of documents, measured on the same messages."""

LIKENESS_WEIGHT = 3.4
LENGTH_WEIGHT = 0.04
MAX_WORDS = 12
FIRST_PERSON = 0.15
HABITS = 0.3
ABOUT_NAMES = 0.5
NO_MEMORY_NEEDED = 0.8

UNLIKE = 0.15
"""A message with a likeness below minus this has a lower form, also where a file has its words."""

LEAST_LIKENESS = 0.0
"""Least likeness of a message for which a recall alone is evidence."""

RECALLED_COSINE = 0.4
"""What Agent Zero recalls by default: a similarity of 0.7."""


def memory_relevance(
    message: str, view: GraphView, likeness: Likeness | None = None
) -> float | None:
    """Return how much a message looks as if the answer were in memory.

    Args:
        message: The user's message, or what of it asks.
        view: What both round trips brought, with the places of names in this text.
        likeness: What it resembles, if that is known.

    Returns:
        About -0.3 for "ok, go on" and 1.3 for a question about a memory; None without cosines, but
        for a message beside files that have a word of it, if its likeness is known.
    """
    if not view.passages:
        return None
    cosines = view.cosines
    best = max(view.passages.values(), key=lambda passage: (passage.bm25, passage.key))
    in_file = bool(best.bm25 and (best.title or best.source))
    if not cosines and (likeness is None or not in_file):
        return None
    length = len(message[:MAX_MESSAGE_CHARACTERS].split())
    form = LENGTH_WEIGHT * min(length, MAX_WORDS) + FIRST_PERSON * speaks_of_self(message)
    form += HABITS * calls_on_habits(message)
    if likeness is not None:
        form += LIKENESS_WEIGHT * likeness.memory
    form += ABOUT_NAMES * asks_about_names(message, view.name_spans)
    # A document may have no vector, and whoever ingested it wants it found by a word.
    if in_file:
        form = max(form, _of_files(best.bm25, likeness))
    form -= NO_MEMORY_NEEDED * needs_no_memory(message, view.name_spans)
    near = _mean_of_best(cosines) if cosines else UNKNOWN_COSINES
    found = near + WORD_WEIGHT * min(best.bm25, MAX_BM25)
    return found + form - GROWTH * math.log(max(view.documents / USUAL_DOCUMENTS, 1))


def _of_files(bm25: float, likeness: Likeness | None) -> float:
    """Return the least form of a message whose words a file has.

    It is that of a long message; less if the message is like those that no memory helps with, and
    if the file has no rare word of it: some word of any message is in some file.
    """
    unlike = 0.0 if likeness is None else min(0.0, likeness.memory + UNLIKE)
    by_chance = 1 - min(bm25, MAX_BM25) / MAX_BM25
    return LENGTH_WEIGHT * MAX_WORDS + LIKENESS_WEIGHT * unlike * by_chance


def is_recall_evidence(
    message: str, view: GraphView, in_english: bool, likeness: Likeness | None = None
) -> bool:
    """Return whether what the host recalled says that a message is about memory.

    Some memory must share a word with the message, and the message must not be like those that no
    memory helps with, nor have their form. Embedding models that know English best find texts of
    the message's language, whatever they are about. So for a message in another language a recalled
    memory must be close with the English words, too.

    Args:
        message: The user's message, or what of it asks.
        view: What both round trips brought, with the places of names in this text.
        in_english: Whether the message is in English, or in a language that is not known.
        likeness: As in ``memory_relevance``.
    """
    if needs_no_memory(message, view.name_spans):
        return False
    if likeness is not None and likeness.memory < LEAST_LIKENESS:
        return False
    if not any(passage.bm25 for passage in view.passages.values()):
        return False
    recalled = (view.passages[key].cosine for key in view.recalled)
    return in_english or any(cosine is None or cosine >= RECALLED_COSINE for cosine in recalled)


def _mean_of_best(cosines: Sequence[float]) -> float:
    best = sorted(cosines)[-COSINES:]
    return sum(best) / len(best)
