"""Which words a text contains, by their beginnings: far cheaper than splitting it into words.

A word is found in its longer forms too: "camp" in "camping".
"""

from __future__ import annotations

from .words import blank_signs, is_unspaced


def beginning_of(norm: str, letters: int | None = None) -> str:
    """Return how a normalised word begins in a ``searchable`` text.

    In a script without spaces a word begins anywhere, and stands as it is.

    Args:
        norm: The word; not empty.
        letters: Number of its first letters that count; by default all.
    """
    return norm if is_unspaced(norm[0]) else f" {norm[:letters]}"


def searchable(text: str) -> str:
    """Return a text in which ``beginning_of`` a word is found as a string.

    Args:
        text: Any text.
    """
    return " " + blank_signs(text.casefold())
