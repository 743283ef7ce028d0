"""What the forms of a word have in common: the word without its ending, or its first letters.

``stem`` knows the language, ``word_stem`` does not. English words are also looked up in their base
forms (``english_forms``).
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

Endings = tuple[tuple[int, frozenset[str]], ...]


def _by_length(endings: str) -> Endings:
    """Return the endings of each length, the longest first: one look into a set for each length."""
    of_length = defaultdict(list)
    for ending in endings.split():
        of_length[len(ending)].append(ending)
    return tuple((length, frozenset(of_length[length])) for length in sorted(of_length)[::-1])


USUAL_ENDINGS = _by_length("en es er em os as e s n a o i t x")
MIN_STEM = 4
"""Number of letters that stay, at least."""

ENDINGS = Path(__file__).with_name("endings")
"""A file for each language that has many: what stands behind a stem, whole chains of them."""

REFLEXIVE = dict.fromkeys(("ru", "uk"), _by_length("ся сь"))
"""What stands behind the ending of some verbs."""

MIN_INFLECTED_STEM = 3
"""The same in the languages of ``ENDINGS``, but for Korean, whose letters are syllables."""

_MIN_KOREAN_STEM = 1

STEM_LETTERS = 6
"""Number of first letters that count of a word whose language is not known."""

SHORT_WORD = 3
"""A word of at most so many letters keeps its last "s"."""


def stem(word: str, language: str) -> str:
    """Return a word without its ending.

    Args:
        word: A normalised word.
        language: The code of its language. Those with many endings have a list of their own; the
            others share one.
    """
    endings = _endings(language)
    if endings is USUAL_ENDINGS:
        return _without(word, endings, MIN_STEM)
    least = _MIN_KOREAN_STEM if language == "ko" else MIN_INFLECTED_STEM
    word = _without(word, REFLEXIVE.get(language, ()), least)
    return _without(word, endings, least)


@cache
def _endings(language: str) -> Endings:
    """Return the endings of a language: its own, or those that most share."""
    path = ENDINGS / f"{language}.txt"
    return _by_length(path.read_text(encoding="utf-8")) if path.exists() else USUAL_ENDINGS


def word_stem(word: str) -> str:
    """Return the beginning of a word, so that its inflected forms look the same.

    Args:
        word: A normalised word.
    """
    if not word.isalpha():
        return word
    return (word.removesuffix("s") if len(word) > SHORT_WORD else word)[:STEM_LETTERS]


def _without(word: str, endings: Endings, least: int) -> str:
    for length, of_length in endings:
        if len(word) - length >= least and word[-length:] in of_length:
            return word[:-length]
    return word
