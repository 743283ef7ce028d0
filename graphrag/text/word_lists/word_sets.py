"""Sets of words, written as a text."""

from __future__ import annotations


def split_words(text: str) -> frozenset[str]:
    """Return the words of a text that white space separates."""
    return frozenset(text.split())
