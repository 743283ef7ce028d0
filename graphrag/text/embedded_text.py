"""The text that the vector of a passage stands for."""

from __future__ import annotations


def embedded_text(title: str, text: str) -> str:
    """Return what is embedded of a passage: ``title. text``, or the text alone.

    Args:
        title: Its title; may be empty.
        text: Its text.
    """
    return f"{title}. {text}" if title else text
