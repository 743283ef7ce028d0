"""Lines as paragraphs: which line breaks were meant, and which only ended a full line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....text.word_lists.stop_words import STOP_WORDS

_OWN_LINE = re.compile(r"\s*(?:(?:[-*+•‣◦–]|\d{1,3}[.)]|\.\.|:\w[\w -]{0,40}:|>[> ]*)(?:\s|\Z)|\|)")
"""An item of a list, a directive (``.. note::``) or one of its fields (``:alt: text``), a line that
is quoted, or a row of a table."""

_LABELLED = re.compile(
    r"\s*(?:[\[(]?(?:\d{1,2}:\d\d|\d{1,4}([-./])\d{1,2}\1\d{1,4})"
    r"|[^\W\d_][\w.'’-]{0,30}(?: [\w.'’-]{1,30})?[ \u00a0\u202f]?:\s)"
)
"""A line that begins with a time, a day or a label: ``Owner: Mara``, in French ``Clé : Mara``."""

_UNSPACED = re.compile("[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]")
"""A sign of Chinese or Japanese, which no space parts from the next one."""

_LEAST_WIDTH = 40
"""No text is broken into shorter lines, in characters."""

_FULL = 0.8
"""Share of the usual width from which a line is full: the letters of a PDF differ in width."""


def joined_lines(lines: Sequence[str]) -> Iterator[str]:
    """Join the lines into which a paragraph was broken.

    A break was meant if the next word would have fitted into the line, as in a heading, a row of a
    table or the last line of a paragraph.

    Args:
        lines: Lines, none of them empty. One that is indented deeper continues the one above.

    Yields:
        The paragraphs, each on one line.
    """
    widths = sorted(len(line.rstrip()) for line in lines)
    full = _FULL * max(_LEAST_WIDTH, widths[len(widths) * 3 // 4]) if widths else 0
    pieces: list[str] = []
    before = ""
    for line in lines:
        own = " ".join(line.split())
        if pieces and (_is_own(line, pieces[0], before) or _was_meant(before, line, full)):
            yield "".join(pieces)
            pieces = []
        elif pieces and not (_UNSPACED.match(before.rstrip()[-1]) and _UNSPACED.match(own)):
            pieces.append(" ")
        pieces.append(own)
        before = line
    if pieces:
        yield "".join(pieces)


def _is_own(line: str, first: str, before: str) -> bool:
    """Whether a line begins a paragraph; "at" or "from" at the end of a line leads on to a time."""
    if not _LABELLED.match(line):
        return bool(_OWN_LINE.match(line))
    is_prose = not (_OWN_LINE.match(first) or _LABELLED.match(first))
    return not (is_prose and before.split()[-1].casefold() in STOP_WORDS)


def _was_meant(line: str, following: str, full: float) -> bool:
    if _indent(following) > _indent(line):
        return False
    return len(line.rstrip()) + 1 + len(following.split(maxsplit=1)[0]) <= full


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
