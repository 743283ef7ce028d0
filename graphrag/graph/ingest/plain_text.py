"""Plain text and reStructuredText as paragraphs under headings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .blocks import Block, Section

_HEADING = re.compile(r" {0,3}#{1,6}\s+(\S.*)")
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
            blocks.append(Block(" ".join(lines)))
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
    if not lines or lines[:-1] not in ([], [line.strip()]):
        return ""
    is_heading = len(line) >= len(lines[-1]) and _UNDERLINE.fullmatch(line)
    return lines[-1] if is_heading else ""
