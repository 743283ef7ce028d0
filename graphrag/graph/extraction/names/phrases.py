"""What short memories share without naming it: "mental health", "dance studio".

A phrase is two neighbouring content words in lower case that a few memories contain. Memories that
name nothing are linked through them. Texts with a title, and long texts, have enough names.
"""

from __future__ import annotations

import itertools

from ....text.english_forms import singular_of
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.words import words

MAX_WORDS = 80
"""Longer texts have no phrases, in words."""

MIN_LETTERS = 3
"""Shortest word of a phrase, in letters."""

MIN_PHRASE_DF = 2
MAX_PHRASE_DF = 60
"""Fewest and most documents that hold a phrase: those of a link entity."""


def phrase_spans(title: str, text: str) -> list[tuple[str, int, int]]:
    """Find the phrases that may link a memory.

    Args:
        title: Its title; texts with one have no phrases.
        text: Its text.

    Returns:
        (normalised phrase, start, end), in the order of the text.
    """
    if title:
        return []
    parts = words(text)
    if len(parts) > MAX_WORDS:
        return []
    found = []
    for first, second in itertools.pairwise(parts):
        if text[first.end : second.start] != " ":
            continue
        if all(
            len(word.norm) >= MIN_LETTERS
            and word.norm not in STOP_WORDS
            and word.norm.isalpha()
            and text[word.start].islower()
            for word in (first, second)
        ):
            norm = f"{first.norm} {second.norm}"
            found.append((singular_of(norm) or norm, first.start, second.end))
    return found
