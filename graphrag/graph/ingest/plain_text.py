"""Plain text and reStructuredText as paragraphs under headings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .blocks import Block, Section

_HEADING = re.compile(r" {0,3}#{1,6}\s+(\S.*)")
_BORDER = re.compile(r"\+(?:[-=]+\+)+")
_UNDERLINE = re.compile(r"([=\-~^\"'*+#])\1{2,}[ \t]*")


def plain_sections(text: str) -> Iterator[Section]:
    """Read a text whose headings begin with ``#`` or are underlined.

    Args:
        text: The text of the file.

    Yields:
        Its sections in order; those without any text are left out.
    """
    heading = ""
    blocks: list[Block] = []
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        marked = _HEADING.fullmatch(line)
        underlined = _underlined(line, lines)
        new = marked[1].strip("# \t") if marked else underlined
        if lines and not underlined and (marked or not line.strip()):
            blocks += _table_rows(lines) or [Block(" ".join(lines))]
            lines = []
        if new:
            if blocks:
                yield Section((heading,) if heading else (), tuple(blocks))
            heading, blocks, lines = new, [], []
        elif line.strip():
            lines.append(" ".join(line.split()))
    if blocks:
        yield Section((heading,) if heading else (), tuple(blocks))


def _underlined(line: str, lines: list[str]) -> str:
    """Return the single line above, if a line makes it a heading; the same may stand above it."""
    if len(lines) not in (1, 2) or lines[0] not in (lines[-1], line.strip()):
        return ""
    is_heading = len(line) >= len(lines[-1]) and _UNDERLINE.fullmatch(line)
    return lines[-1] if is_heading else ""


def _table_rows(lines: list[str]) -> list[Block]:
    """Return the rows of a table drawn with ``+---+`` and ``|``; none if the lines draw no table.

    A line whose first cell is empty continues the row above.
    """
    if not _BORDER.fullmatch(lines[0]) or not all(
        _BORDER.fullmatch(line) or (line[0] == line[-1] == "|") for line in lines
    ):
        return []
    rows: list[list[list[str]]] = []
    is_new = True
    for line in lines:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("+"):
            is_new = True
        elif is_new or cells[0] or len(cells) != len(rows[-1][0]):
            rows.append([cells])
            is_new = False
        else:
            rows[-1].append(cells)
    return [Block(f"| {' | '.join(map(_joined, zip(*row, strict=True)))} |") for row in rows]


def _joined(parts: tuple[str, ...]) -> str:
    return " ".join(filter(None, parts))
