"""Plain text and reStructuredText as paragraphs under headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import dedent

from .blocks import Block, Section
from .drawn_tables import table_rows
from .joined_lines import joined_lines
from .outline import Outline
from .tabbed_tables import with_tabbed_rows

_HEADING = re.compile(r" {0,3}(#{1,6})\s+(\S.*)")
_TITLE = re.compile(r"(?=[^\W_])[^|:]{2,80}(?<=[\w)\"”“»])")
"""A line that may be a title: it begins with a letter or digit, ends with no other sign, and has no
label."""

_SENTENCE_ENDS = (".", "!", "?", ":", "。", "！", "？", "：")
_UNDERLINE = re.compile(r"([=\-~^\"'*+#])\1{2,}[ \t]*")
_DIRECTIVE = re.compile(r"\s*\.\. [\w:-]{1,40}::(?:\s|\Z)")
_CODE = re.compile(r"\s*\.\. (?:code-block|code|sourcecode)::(?: +([\w+#.-]{1,40}))?\s*")

_TARGET = re.compile(r"\s*\.\. _[^:]{1,100}:(?: \S+)?\s*")
"""The place that a link of reStructuredText leads to: an address, or the heading below."""


def plain_sections(text: str) -> Iterator[Section]:
    """Read a text whose headings begin with ``#`` or are underlined.

    As in reStructuredText, the first kind of line under headings is that of the highest level. A
    line of its own at the top may be the title of it all.

    Args:
        text: The text of the file.

    Yields:
        Its sections in order; those without any text are left out.
    """
    outline = Outline()
    styles: list[str] = []
    blocks: list[Block] = []
    lines: list[str] = []
    language: str | None = None
    rows = with_tabbed_rows(text.strip("\n").splitlines())
    written = [*(line.expandtabs() for line in rows), ""]
    if _begins_with_title(written):
        yield from outline.heading(0, " ".join(written.pop(0).split()), ())
    for line in written:
        is_code = language is not None and line.startswith(" ")
        marked = None if is_code else _HEADING.fullmatch(line)
        underlined = _underlined(line, lines)
        new = marked[2].strip("# \t") if marked else underlined
        if lines and (marked or not line.strip()):
            if language is not None and lines[0].startswith(" "):
                blocks.append(Block(dedent("\n".join(lines)), True, language))
            else:
                language = _announced_code(lines)
                blocks += table_rows(lines) or _paragraphs(lines)
            lines = []
        if new:
            style = "" if marked else f"{line[0]}{len(lines)}"
            if style and style not in styles:
                styles.append(style)
            level = len(marked[1]) if marked else styles.index(style) + 1
            yield from outline.heading(level, new, blocks)
            blocks, lines, language = [], [], None
        elif line.strip():
            lines.append(line)
    yield from outline.end(blocks)


def _begins_with_title(lines: Sequence[str]) -> bool:
    """Whether the first line is a title: short, no sentence, and alone above something longer.

    The first of several single lines, such as notes or verse, is no title.
    """
    below = next((at for at, line in enumerate(lines[1:], start=1) if line.strip()), 0)
    if below < 2 or _HEADING.match(lines[0]) or not _TITLE.fullmatch(lines[0]):
        return False
    return bool(lines[below + 1].strip()) or lines[below].rstrip().endswith(_SENTENCE_ENDS)


def _underlined(line: str, lines: Sequence[str]) -> str:
    """Return the single line above, if a line makes it a heading; the same may stand above it."""
    if len(lines) not in (1, 2) or lines[0].strip() not in (lines[-1].strip(), line.strip()):
        return ""
    above = " ".join(lines[-1].split())
    return above if len(line) >= len(above) and _UNDERLINE.fullmatch(line) else ""


def _announced_code(lines: Sequence[str]) -> str | None:
    """Return the language of the code that follows some lines; None if no code follows."""
    directive = _CODE.fullmatch(lines[0])
    if directive:
        return directive[1] or ""
    return "" if lines[-1].rstrip().endswith("::") and not _DIRECTIVE.match(lines[-1]) else None


def _paragraphs(lines: Sequence[str]) -> list[Block]:
    """Return lines as paragraphs: what has a line of its own begins one."""
    if _CODE.fullmatch(lines[0]):
        return []
    lines = [line for line in lines if not _TARGET.fullmatch(line)]
    return list(map(Block, joined_lines(lines)))
