"""What the benchmark's tables are made of: narrow columns, and shares in percent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table


def empty_table(names: Sequence[str], figures: Iterable[str]) -> Table:
    """Return a table with columns of names at the left, and of figures at the right.

    Args:
        names: Headings of the names.
        figures: Headings of the figures.
    """
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for heading in names:
        table.add_column(heading, overflow="fold")
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def percent(share: float) -> str:
    """Write a share in percent."""
    return f"{100 * share:.1f}"
