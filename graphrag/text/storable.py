"""Texts in the form in which the database keeps them."""

from __future__ import annotations

MAX_TEXT = 200_000
"""Longest text of a passage, in characters."""


def storable(text: str, limit: int) -> str:
    """Return a string that the database can keep: no NUL, no lone surrogate, not too long.

    Args:
        text: Any string.
        limit: Its greatest length, in characters.
    """
    cleaned = text[:limit].replace("\0", " ")
    if cleaned.isascii():
        return cleaned
    return cleaned.encode("utf-8", "replace").decode("utf-8")


def is_storable(text: str) -> bool:
    """Whether the database and a file can keep a string as it is, whatever its length.

    Args:
        text: Any string; a byte of the command line that is not UTF-8 is half of a pair in it.
    """
    return storable(text, len(text)) == text
