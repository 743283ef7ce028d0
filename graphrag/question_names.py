"""Which spans of a question may be names, and which of the known ones it names.

The spans are looked up together through an index; what is known comes back and is matched here,
longest first and not overlapping, as in the texts.
"""

from __future__ import annotations

from collections.abc import Iterable

from .entity_dictionary import (
    MAX_QUESTION_NAME_WORDS,
    MAX_UNSPACED_NAME,
    MIN_NAME_LENGTH,
    EntityDictionary,
    NameMatch,
)
from .normalize import Word, join_words, words
from .stop_words import STOP_WORDS

MAX_SPANS = 400
"""Most spans looked up; a usual question has a hundred."""

MAX_WORDS = 400
"""Words of a message that are read for names."""


def question_spans(text: str, max_words: int = MAX_QUESTION_NAME_WORDS) -> list[NameMatch]:
    """List the spans of a question that may be names, each normalised name once.

    Args:
        text: The question, of any length.
        max_words: Longest name in words.

    Returns:
        The spans, those that start with a capital or a digit, or in a script without capitals,
        first; at most 400.
    """
    parts = words(text)[:MAX_WORDS]
    marked: dict[str, NameMatch] = {}
    plain: dict[str, NameMatch] = {}
    for position, first in enumerate(parts):
        lower = text[first.start].islower()
        limit = max_words if first.spaced else MAX_UNSPACED_NAME
        for size in range(1, min(limit, len(parts) - position) + 1):
            span = parts[position : position + size]
            if _may_be_name(span, lower=lower):
                match = NameMatch(join_words(span), first.start, span[-1].end)
                (plain if lower else marked).setdefault(match.norm, match)
    found = list(marked.values())
    found += [match for norm, match in plain.items() if norm not in marked]
    return found[:MAX_SPANS]


def named_in(text: str, known: Iterable[str]) -> list[str]:
    """Say which known names a question names.

    Args:
        text: The question.
        known: Normalised names (or aliases) that the lookup found.

    Returns:
        The names in the order of the text, each once: the longest first at each position, none
        inside another. A single word counts only where capitalised, unless the message is typed
        without capitals.
    """
    dictionary = EntityDictionary({norm: norm for norm in known})
    matches = dictionary.match(
        text,
        max_words=MAX_QUESTION_NAME_WORDS,
        overlapping=False,
        any_case=not _uses_capitals(text),
    )
    return list(dict.fromkeys(match.norm for match in matches))


def _may_be_name(span: list[Word], *, lower: bool) -> bool:
    if len(span) == 1:
        word = span[0]
        return word.norm not in STOP_WORDS and (
            len(word.norm) >= MIN_NAME_LENGTH or not word.spaced
        )
    # A title may begin with a function word ("To Kill a Mockingbird"); none ends with one.
    return span[-1].norm not in STOP_WORDS and not (lower and span[0].norm in STOP_WORDS)


def _uses_capitals(text: str) -> bool:
    """Whether a word other than "I" is capitalised that does not begin a sentence."""
    for word in words(text):
        before = text[: word.start].rstrip()
        begins = not before or before[-1] in ".!?…:\"“„«"
        if text[word.start].isupper() and not begins and word.norm != "i":
            return True
    return False
