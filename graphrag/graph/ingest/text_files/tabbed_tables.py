"""Tables in plain text whose cells are parted by tabs, as a spreadsheet copies them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

_MARKER = re.compile(r"\W{1,3}|\w{1,3}[.)]")
"""The sign or number of an item of a list, which a tab may part from its text."""

_GAP = re.compile(r"\t+")


def with_tabbed_rows(lines: Sequence[str]) -> Iterator[str]:
    """Write the rows of tables as ``| cell | cell |``.

    Two or more lines below each other are a table if all have tabs within them, and as many cells
    as the first one; several tabs in a row may be one gap, and cells at the end may be missing.

    Args:
        lines: The lines of a text.

    Yields:
        The lines, all other ones as they are.
    """
    for may_be_row, group in itertools.groupby(lines, _may_be_row):
        run = list(group)
        rows = _cells(run) if may_be_row and len(run) > 1 else None
        if rows is None:
            yield from run
        else:
            yield from (f"| {' | '.join(map(str.strip, row))} |" for row in rows)


def _may_be_row(line: str) -> bool:
    first, *others = line.rstrip().split("\t")
    if not others or first[:1].isspace() or "|" in line:
        return False
    return bool(first) and not _MARKER.fullmatch(first.strip())


def _cells(lines: Sequence[str]) -> list[list[str]] | None:
    """Return the cells of each line; None if they are no table."""
    single = [line.split("\t") for line in lines]
    gaps = [_GAP.split(line.rstrip()) for line in lines]
    for rows in (single, gaps):
        if len({len(row) for row in rows}) == 1:
            return rows
    columns = len(single[0])
    if all(len(row) <= columns for row in single):
        return [row + [""] * (columns - len(row)) for row in single]
    return None
