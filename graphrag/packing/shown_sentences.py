"""The sentences of a passage as a block shows them: each says something by itself."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from ..text.markdown_code import fence_after
from ..text.sentences import split_sentences
from .block_text import LINE_END
from .budget import MAX_CHARACTERS, MAX_PIECES

_QUESTION_ENDS = ("?", "？", "؟")

_HEADING = re.compile(r"#{1,6}[ \t]+(?=\S)")


class _Piece(NamedTuple):
    """A sentence, a line of code, a fence or the row of a table."""

    text: str
    is_code: bool = False
    is_fence: bool = False
    opens: bool = False


def shown_sentences(text: str) -> list[str]:
    """Split a text into the sentences that a block may show.

    A Markdown heading goes with the next sentence, as the words that lead to it, and so does a
    question, which the next one may answer. A line of code is a sentence, and says where it ends;
    the row of a table is one, too. What has no letter or digit, such as a bracket, goes with the
    sentence before it; what opens something, and the fence of a piece of code, with the next.

    Args:
        text: Any text. Only its first ``MAX_CHARACTERS`` characters, and of these the first
            ``MAX_PIECES`` sentences, lines of code and rows of tables are read.

    Returns:
        The sentences in order; together they hold every word that was read. Only a blank text has
        none.
    """
    text = text.strip()[:MAX_CHARACTERS]
    shown: list[list[str]] = []
    opening: list[str] = []
    ends_with_heading = False
    for piece in itertools.islice(_pieces(text), MAX_PIECES):
        heading = None if piece.is_code or piece.is_fence else _HEADING.match(piece.text)
        asks = bool(opening) and opening[-1].endswith(_QUESTION_ENDS)
        if heading and (ends_with_heading or asks):
            # A table of contents, or comments: each of these lines is a sentence.
            shown.append(opening)
            opening = []
        ends_with_heading = heading is not None
        if heading:
            opening.append(_leading_to_next(piece.text[heading.end() :]))
        elif not piece.is_fence and any(map(str.isalnum, piece.text)):
            if not (opening or piece.is_code) and piece.text.endswith(_QUESTION_ENDS):
                opening.append(piece.text)
                continue
            shown.append([*opening, piece.text])
            opening = []
        elif opening or not shown or piece.opens:
            opening.append(piece.text)
        else:
            shown[-1].append(piece.text)
    if ends_with_heading:
        shown.append(opening)
    elif opening:
        shown = [*shown[:-1], [*(shown[-1] if shown else []), *opening]]
    if not shown:  # nothing but the line below the head of a table
        return split_sentences(text)
    return [" ".join(pieces) for pieces in shown]


def _pieces(text: str) -> Iterator[_Piece]:
    """Read a text line by line: prose by its sentences, everything else as the lines have it."""
    fence = ""
    prose: list[str] = []
    code: list[str] = []
    lines = [line.strip() for line in text.split("\n")]
    for line, cells in zip(lines, _rows(lines), strict=True):
        before, fence = fence, fence_after(line, fence)
        row = None if fence or before else cells
        if before == fence and row is None:
            (code if fence else prose).append(line)
            continue
        yield from (*_of_prose(prose), *_of_code(code))
        prose, code = [], []
        if row is None:
            yield _Piece(line, is_fence=True, opens=bool(fence))
        elif row:
            yield _Piece(row)
    yield from (*_of_prose(prose), *_of_code(code))


def _of_prose(lines: list[str]) -> Iterator[_Piece]:
    for sentence in split_sentences("\n".join(lines)):
        yield _Piece(sentence, opens=sentence.endswith(("{", "[", "(")))


def _of_code(lines: list[str]) -> Iterator[_Piece]:
    written = [line for line in lines if line]
    for place, line in enumerate(written, start=1):
        end = "" if place == len(written) else LINE_END
        yield _Piece(line + end, is_code=True, opens=line.endswith(("{", "[", "(")))


def _rows(lines: list[str]) -> list[str | None]:
    """Read each line as the row of a table; a line alone may be a formula: ``|x| + |y|``."""
    rows = [None, *map(_row, lines), None]
    return [
        cells if (above, below) != (None, None) else None
        for above, cells, below in zip(rows, rows[1:], rows[2:], strict=False)
    ]


def _row(line: str) -> str | None:
    """Return the row of a table in fewer signs: ``cell | cell;``; None for any other line.

    Empty cells at its end are left out, those at its beginning are not: the others would seem to
    stand in other columns. Empty for the line below the head, which holds no words.
    """
    if len(line) < 3 or not (line[0] == line[-1] == "|"):
        return None
    cells = line[1:].rstrip("| \t").lstrip()
    if not any(map(str.isalnum, cells)):
        return "" if "-" in cells and set(cells) <= set("|:- \t") else None
    if "|" not in line[1:-1]:  # one cell, or an absolute value: the bars say what it is
        return None
    return cells if cells[-1] in ".!?:;" else f"{cells};"


def _leading_to_next(heading: str) -> str:
    return heading if heading[-1] in ".:!?" else f"{heading}:"
