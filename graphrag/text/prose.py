"""The prose of a text: what is no code, table, heading or address."""

from __future__ import annotations

import re

_FENCE = re.compile(r"```[\s\S]*?(?:```|\Z)|^[ \t>]*~~~[\s\S]*?(?:^[ \t>]*~~~|\Z)", re.MULTILINE)
_INLINE = re.compile(r"`[^`\n]{1,200}`")
_TABLE_ROW = re.compile(r"^[ \t>]*\|[^\n]*$", re.MULTILINE)
_HEADING = re.compile(r"^[ \t>]*#{1,6}[ \t][^\n]*$", re.MULTILINE)
_LINK = re.compile(r"\b[a-z][a-z0-9+.-]{1,15}://[^\s<>\"]{1,2000}")


def prose(text: str) -> str:
    """Return a text with code, tables, headings and addresses blanked, of the same length."""
    for pattern in (_FENCE, _INLINE, _TABLE_ROW, _HEADING, _LINK):
        text = pattern.sub(_blank, text)
    return text


def without_fences(text: str) -> str:
    """Return a text with fenced code blanked, of the same length."""
    return _FENCE.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())
