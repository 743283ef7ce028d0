"""The prose of a text: what is no code, table, heading or address; and the cells of its tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .markdown_code import FENCED, QUOTED, blank

_TABLE_ROW = re.compile(r"^[ \t>]*\|[^\n]*$", re.MULTILINE)
_HEADING = re.compile(r"^[ \t>]*#{1,6}[ \t][^\n]*$", re.MULTILINE)
_LINK = re.compile(r"\b[a-z][a-z0-9+.-]{1,15}://[^\s<>\"]{1,2000}")


def prose(text: str) -> str:
    """Return a text with code, tables, headings and addresses blanked, of the same length."""
    for pattern in (FENCED, QUOTED, _TABLE_ROW, _HEADING, _LINK):
        text = pattern.sub(blank, text)
    return text


def table_cells(text: str) -> Iterator[str]:
    """Yield the cells of the tables of a text, those with commas in parts.

    Args:
        text: A passage of a file.
    """
    for row in _TABLE_ROW.finditer(text):
        for cell in re.split(r"[|,]", row[0]):
            if cell := cell.strip():
                yield cell
