"""Tables drawn with signs in plain text: with ``+---+`` and ``|``, or with rows of ``=====``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .blocks import Block

_BORDER = re.compile(r"\+(?:[-=]+\+)+")
_COLUMNS = re.compile(r"=+(?: +=+)+")
_RULE = re.compile(r"=[= ]*|--[- ]*")


def table_rows(lines: Sequence[str]) -> list[Block]:
    """Return the rows of a drawn table; none if the lines draw no table.

    A line whose first cell is empty continues the row above.

    Args:
        lines: Lines of a text without tabs, none of them empty.
    """
    stripped = [line.strip() for line in lines]
    if _BORDER.fullmatch(stripped[0]):
        rows = _boxed_rows(stripped)
    elif _COLUMNS.fullmatch(stripped[0]):
        rows = _aligned_rows(lines)
    else:
        return []
    texts = [f"| {' | '.join(map(_joined, zip(*row, strict=True)))} |" for row in rows]
    return [Block(text, header=texts[0] if at else "") for at, text in enumerate(texts)]


def _boxed_rows(lines: Sequence[str]) -> list[list[list[str]]]:
    """Return the lines of cells of each row of a table drawn with ``+---+`` and ``|``."""
    if not all(_BORDER.fullmatch(line) or (line[0] == line[-1] == "|") for line in lines):
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
    return rows


def _aligned_rows(lines: Sequence[str]) -> list[list[list[str]]]:
    """Return the lines of cells of each row of a table whose columns are drawn with ``=====``."""
    starts = [match.start() for match in re.finditer("=+", lines[0])]
    ends = [*starts[1:], max(map(len, lines))]
    rows: list[list[list[str]]] = []
    for line in lines:
        if _RULE.fullmatch(line.strip()):
            continue
        cells = [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]
        if any(line[start - 1 : start].strip() for start in starts[1:]):
            cells = [line.strip(), *("" for _ in starts[1:])]  # one cell over several columns
        if cells[0] or not rows:
            rows.append([cells])
        else:
            rows[-1].append(cells)
    return rows


def _joined(parts: tuple[str, ...]) -> str:
    return " ".join(filter(None, parts))
