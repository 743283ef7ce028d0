"""Linking shares as JSON and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table

from .links import LinkReport


def as_json(reports: Sequence[LinkReport]) -> list[dict[str, Any]]:
    """Give the shares as numbers of 0 to 1, under the names that the classes explain."""
    return [
        {
            "folder": report.name,
            **asdict(report.shares),
            **({"agreement": asdict(report.agreement)} if report.agreement else {}),
        }
        for report in reports
    ]


def as_table(reports: Sequence[LinkReport]) -> Table:
    """Draw the shares in percent."""
    table = Table(title="how extraction links documents, in %")
    table.add_column("", overflow="fold")
    for heading in ("linked", "gold pairs", "linked", "in 2 hops", "precision", "recall"):
        table.add_column(heading, justify="right", no_wrap=True)
    for report in reports:
        shares, agreement = report.shares, report.agreement
        pairs = bool(shares.gold_pairs)
        table.add_row(
            report.name,
            _percent(shares.linked),
            str(shares.gold_pairs) if pairs else "",
            _percent(shares.gold_linked) if pairs else "",
            _percent(shares.gold_within_two_hops) if pairs else "",
            _percent(agreement.precision) if agreement else "",
            _percent(agreement.recall) if agreement else "",
        )
    table.caption = (
        "linked: documents that share a name of 2 to 60 documents with another; gold pairs: two "
        "gold documents of one question; precision, recall: entities against triples.jsonl"
    )
    return table


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
