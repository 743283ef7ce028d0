"""Sets of words: read from a text, and as a part of a regular expression."""

from __future__ import annotations

import re
from collections.abc import Iterable


def split_words(text: str) -> frozenset[str]:
    """Return the words of a text that white space separates."""
    return frozenset(text.split())


def any_of(words: Iterable[str]) -> str:
    """Return an expression that matches any of some words, the longest first.

    Args:
        words: Words as they are written; a sign in one stands for itself.
    """
    return "|".join(sorted(map(re.escape, sorted(words)), key=len, reverse=True))
