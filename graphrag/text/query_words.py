"""The words of a message that the full-text search is given."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .stop_words import STOP_WORDS
from .words import words

MAX_MESSAGE_CHARACTERS = 20_000
"""What lies beyond them in a message is not read."""

MAX_QUERY_WORDS = 64
"""Maximum number of words of a message that the full-text search is given."""


def content_words(message: str) -> tuple[str, ...]:
    """Return a message's words without stop words, normalised, each once, in order."""
    found = (word.norm for word in words(message[:MAX_MESSAGE_CHARACTERS]))
    return tuple(dict.fromkeys(norm for norm in found if norm not in STOP_WORDS))


def full_text_query(terms: Iterable[str]) -> str:
    """Return a full-text query that finds any of some normalised words.

    Args:
        terms: Words as ``normalize`` gives them.

    Returns:
        A query in the index's syntax; every sign that means something in it is escaped. Empty
        without words.
    """
    kept = list(terms)[:MAX_QUERY_WORDS]
    return " ".join(re.sub(r"([^\w\s])", r"\\\1", term.lower()[:80]) for term in kept)
