"""What ``a0-graphrag stats`` shows: figures in a table, words scope by scope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..wording import ago, visible

if TYPE_CHECKING:
    from ..graph.stats import ScopeStats

_COUNTS = ("documents", "entities", "mentions", "relations")


def stats_view(found: Sequence[ScopeStats]) -> RenderableType:
    """Return a table of the figures that fits 80 columns, and below it the rest in words.

    Args:
        found: The figures of each scope.
    """
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    table.add_column("scope", overflow="fold")
    for name in _COUNTS:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("synced", no_wrap=True)
    for one in found:
        synced = "never" if one.sync_age_s is None else ago(one.sync_age_s)
        table.add_row(
            Text(visible(one.scope)), *(str(getattr(one, name)) for name in _COUNTS), synced
        )
    return Group(table, *(Text(visible(line)) for one in found for line in _words(one)))


def _words(one: ScopeStats) -> Iterator[str]:
    yield one.scope
    yield from (f"  waiting: {waiting}" for waiting in one.waiting)
    if one.without_extraction:
        listed = ", ".join(one.without_extraction)
        yield f"  without names and facts, since reading failed or took too long: {listed}"
    names = ", ".join(f"{name} ({count})" for name, _, count in one.top_entities)
    yield f"  most mentioned: {names or '-'}"
