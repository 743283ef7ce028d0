"""What the benchmark's tables are made of: narrow columns, and shares in percent."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.table import Table


def empty_table(first: str, second: str, *figures: str) -> Table:
    """Return a table with two columns of names, and columns of figures at the right.

    Args:
        first: Heading of the first column.
        second: Heading of the second one.
        figures: Headings of the others.
    """
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for heading in (first, second):
        table.add_column(heading, overflow="fold")
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def percent(share: float) -> str:
    """Write a share in percent."""
    return f"{100 * share:.1f}"
