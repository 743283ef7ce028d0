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
    spans = tuple(name_spans)
    if not spans or len(message) > MAX_CHARACTERS:
        return False
    in_names = {word.norm for start, end in spans for word in words(message[start:end])}
    return len(in_names) >= len(content_words(without_spans(message, spans)))
