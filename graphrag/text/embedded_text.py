"""The text of a passage that its vector stands for."""

from __future__ import annotations


def passage_text(title: str, text: str) -> str:
    """Give what is embedded of a passage: its title and its text, or the text alone.

    Args:
        title: Its title; may be empty.
        text: Its text.

    Returns:
        ``title. text``.
    """
    return f"{title}. {text}" if title else text
