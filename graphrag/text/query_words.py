"""The words of a message that the full-text search is given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from itertools import accumulate

from ..caps import MAX_QUERY_CHARACTERS
from .word_lists.stop_words import ALSO_ENGLISH, STOP_WORDS
from .words import CYRILLIC_APOSTROPHE, words

MAX_MESSAGE_CHARACTERS = 20_000
"""What lies beyond them in a message is not read."""

MAX_QUERY_WORDS = 64
"""Maximum number of words of a message that the full-text search is given."""

ENGLISH_WEIGHT = 0.6
"""What an English meaning counts, relative to a word of the message."""

RELATED_WEIGHT = 0.7
"""What a related word counts, relative to a word of the message."""

BESIDE_WEIGHT = 0.6
"""What a word beside what a long message asks counts, relative to one that asks."""

_ENGLISH_STOP_WORDS = STOP_WORDS - ALSO_ENGLISH


def content_words(message: str, *, in_english: bool = False) -> tuple[str, ...]:
    """Return a message's words without stop words, normalised, each once, in order.

    Args:
        message: The user's message.
        in_english: Whether it is in English, in which "car" and "hat" say something.
    """
    found = dict.fromkeys(word.norm for word in words(message[:MAX_MESSAGE_CHARACTERS]))
    ignored = _ENGLISH_STOP_WORDS if in_english else STOP_WORDS
    return tuple(norm for norm in found if norm not in ignored)


def full_text_query(
    terms: Iterable[str],
    english: Iterable[str] = (),
    related: Iterable[str] = (),
    beside: Set[str] = frozenset(),
) -> str:
    """Return a full-text query that finds any of some normalised words.

    Args:
        terms: Normalised words.
        english: What they mean in English; counts ``ENGLISH_WEIGHT``.
        related: What may stand for them; counts ``RELATED_WEIGHT``.
        beside: Those of the first two that stand beside what the message asks; they count
            ``BESIDE_WEIGHT`` of what they would.

    Returns:
        A query in the index's syntax; every sign that means something in it is escaped. Empty
        without words. It ends before the word that would make it too long.
    """
    kept = dict.fromkeys(list(terms)[:MAX_QUERY_WORDS])
    more = [word for word in english if word not in kept][: MAX_QUERY_WORDS - len(kept)]
    others = [word for word in related if word not in kept and word not in more]
    weights = [*((word, 1.0) for word in kept), *((word, ENGLISH_WEIGHT) for word in more)]
    scaled = [(w, weight * BESIDE_WEIGHT if w in beside else weight) for w, weight in weights]
    scaled += [(word, RELATED_WEIGHT) for word in others]
    parts = [
        _weighted(spelling, weight) for word, weight in scaled for spelling in _spellings(word)
    ]
    ends = accumulate(len(part) + 1 for part in parts)
    return " ".join(
        part for part, end in zip(parts, ends, strict=True) if end <= MAX_QUERY_CHARACTERS
    )


def _spellings(term: str) -> tuple[str, ...]:
    """Return how a normalised word may be written in a text: "п'ять", "п’ять"."""
    if CYRILLIC_APOSTROPHE not in term:
        return (term,)
    return tuple(
        term.replace(CYRILLIC_APOSTROPHE, sign) for sign in ("'", "’", CYRILLIC_APOSTROPHE)
    )


def _weighted(term: str, weight: float) -> str:
    return _escaped(term) if weight == 1 else f"{_escaped(term)}^{round(weight, 2)}"


def _escaped(term: str) -> str:
    return re.sub(r"([^\w\s])", r"\\\1", term.lower()[:80])
