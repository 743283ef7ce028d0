"""A passage as one text: what is embedded of it."""

from __future__ import annotations


def embedded_text(title: str, text: str) -> str:
    """Return a passage's title and text in one, or its text alone.

    Args:
        title: Its title; may be empty.
        text: Its text.

    Returns:
        ``title. text``.
    """
    return f"{title}. {text}" if title else text
