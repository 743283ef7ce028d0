"""The words of Turkish, which puts one ending behind the other: "kapılarımızın" is of "kapı".

`turkish_endings.txt` has whole chains of endings, as they are written.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from pathlib import Path

TURKISH = "tr"

ENDINGS = Path(__file__).with_name("turkish_endings.txt")

MIN_WORD = 2
"""Number of letters that stay, at least."""


def word_of_form(form: str, listed: Container[str]) -> str:
    """Return the word that a form is of, without the shortest ending that leaves a listed one.

    Args:
        form: A normalised word.
        listed: The words that are known.

    Returns:
        The word; empty if none is known.
    """
    for place in range(len(form) - 1, max(MIN_WORD, len(form) - _longest_ending()) - 1, -1):
        if form[place:] in _endings() and form[:place] in listed:
            return form[:place]
    return ""


@cache
def _endings() -> frozenset[str]:
    return frozenset(ENDINGS.read_text(encoding="utf-8").split())


@cache
def _longest_ending() -> int:
    return max(map(len, _endings()))
