"""Messages that say hardly more than a name: "Any news on Pippa?", "Reto?"."""

from __future__ import annotations

from collections.abc import Iterable

from ..query_words import content_words
from ..spans import without_spans
from ..words import words

MAX_CHARACTERS = 200
"""A longer message says more than a name."""


def asks_about_names(message: str, name_spans: Iterable[tuple[int, int]]) -> bool:
    """Return whether at least half of a message's content words belong to names.

    Args:
        message: The user's message.
        name_spans: Where it has names that the graph knows: the offsets of start and end.
    """
    in_names, others = _content_words(message, name_spans)
    return 0 < in_names >= others


def says_only_names(message: str, name_spans: Iterable[tuple[int, int]]) -> bool:
    """Return whether all content words of a message belong to names: "Where is Pippa?".

    Args:
        message: The user's message.
        name_spans: As in ``asks_about_names``.
    """
    in_names, others = _content_words(message, name_spans)
    return in_names > 0 and others == 0


def _content_words(message: str, name_spans: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return how many words of a short message are in names, and how many others say something."""
    spans = tuple(name_spans)
    if not spans or len(message) > MAX_CHARACTERS:
        return 0, 0
    in_names = {word.norm for start, end in spans for word in words(message[start:end])}
    return len(in_names), len(content_words(without_spans(message, spans)))
