"""Tables of a web page: each row can be read by itself, and none loses a cell."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import Tag

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

_GROUPS = ("thead", "tbody", "tfoot")
_LINE_NUMBERS = re.compile(r"[\d\s]+")
_MOST_COLUMNS = 30
"""Columns that a cell may take. Pages say 100 or 1000 where they mean all; each is a cell to us."""

_MOST_REACHING = 8
"""Columns of a row that may reach into the rows below."""

_MOST_REPEATED = 80
"""Characters of a cell that is repeated in these rows; a longer one is empty there."""


def prepare_tables(text: Tag, new_cell: Callable[[], Tag]) -> None:
    """Repeat the cells that reach into rows below, and take for text what only looks like a table.

    That is a table which arranges the page, with tables or headings in its cells, or code beside
    the numbers of its lines; these are left out. Headings of columns or above a table are its own.

    Args:
        text: The part of the page that is read.
        new_cell: Returns an empty cell.
    """
    for cell in text(("td", "th"), colspan=True):
        cell["colspan"] = str(_columns(cell))
    parts = _by_table(text, [*_GROUPS, "tr"])
    inner = [part for part in text(["table", *HEADINGS]) if not _is_of_table(part)]
    around = {id(part.find_parent("table")) for part in inner}
    for table in text("table"):
        own = parts.get(id(table), [])
        rows = [part for part in own if part.name == "tr"]
        if _drop_line_numbers(rows) or id(table) in around:
            cells = [cell for row in rows for cell in _cells(row)]
            for part in (table, *own, *cells):
                part.name = "div"
        else:
            _repeat_reaching(rows, new_cell)


def _by_table(text: Tag, names: Sequence[str]) -> dict[int, list[Tag]]:
    """Return tags by the table that each is a part of, not those of tables in it."""
    found: dict[int, list[Tag]] = {}
    for part in text(names):
        found.setdefault(id(part.find_parent("table")), []).append(part)
    return found


def _is_of_table(part: Tag) -> bool:
    """Whether a heading names a table or a column of it."""
    place = part.find_parent(("caption", "td", "th")) if part.name in HEADINGS else None
    return place is not None and place.name != "td"


def columns_of(row: Tag) -> int:
    """Return the number of columns that the cells of a row take."""
    return sum(map(_columns, _cells(row)))


def _cells(row: Tag) -> list[Tag]:
    return row(("td", "th"), recursive=False)


def _columns(cell: Tag) -> int:
    return _span(cell, "colspan", _MOST_COLUMNS)


def _span(cell: Tag, name: str, most: int) -> int:
    """Return how many columns or rows a cell takes; 1 if that makes no sense."""
    given = str(cell.get(name, ""))
    return min(max(1, int(given[:9])), most) if given.isdecimal() else 1


def _drop_line_numbers(rows: Sequence[Tag]) -> bool:
    """Drop the numbers of lines beside code, and return whether there were any."""
    cells = _cells(rows[0]) if len(rows) == 1 else []
    if len(cells) != 2 or not cells[1].find("pre"):
        return False
    if not _LINE_NUMBERS.fullmatch(cells[0].get_text()):
        return False
    cells[0].decompose()
    return True


def _repeat_reaching(rows: Sequence[Tag], new_cell: Callable[[], Tag]) -> None:
    """Repeat each cell that reaches into rows below in all of these, in its column."""
    reaching: dict[int, tuple[Tag, int]] = {}
    for count, row in enumerate(rows, start=1):
        waiting, reaching = deque(sorted(reaching.items())), {}
        column = 0
        for cell in (*_cells(row), None):
            while waiting and (cell is None or waiting[0][0] <= column):
                start, (above, more) = waiting.popleft()
                copy = _repeated(above, new_cell())
                if cell is None:
                    row.append(copy)
                else:
                    cell.insert_before(copy)
                if more > 1:
                    reaching[start] = above, more - 1
                column += _columns(above)
            if cell is None:
                break
            more = _span(cell, "rowspan", len(rows) - count + 1) - 1
            taken = sum(_columns(above) for above, _ in reaching.values())
            if more and taken + _columns(cell) <= _MOST_REACHING:
                reaching[column] = cell, more
            column += _columns(cell)


def _repeated(above: Tag, copy: Tag) -> Tag:
    """Return a copy of a cell of a row above: its text, if it is short."""
    said = " ".join(above.get_text(" ").split())
    copy.string = said if len(said) <= _MOST_REPEATED else ""
    copy["colspan"] = str(_columns(above))
    return copy
