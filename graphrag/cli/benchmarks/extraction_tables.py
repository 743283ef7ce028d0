"""What extraction finds and links, as tables that fit 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .cells import empty_table, percent

if TYPE_CHECKING:
    from ...bench.extraction.links import LinkReport


def links_table(reports: Sequence[LinkReport]) -> RenderableType:
    """Draw the linking shares in percent.

    Args:
        reports: The figures of each folder.
    """
    table = Table()
    table.add_column("", overflow="fold")
    for heading in ("linked", "gold pairs", "linked", "in 2 hops", "precision", "recall"):
        table.add_column(heading, justify="right", no_wrap=True)
    for report in reports:
        shares, agreement = report.shares, report.agreement
        pairs = bool(shares.gold_pairs)
        table.add_row(
            Text(report.name),
            percent(shares.linked),
            str(shares.gold_pairs) if pairs else "",
            percent(shares.gold_linked) if pairs else "",
            percent(shares.gold_within_two_hops) if pairs else "",
            percent(agreement.precision) if agreement else "",
            percent(agreement.recall) if agreement else "",
        )
    return Group(
        "how extraction links documents, in %",
        table,
        "linked: documents that share a name of 2 to 60 documents with another",
        "gold pairs: two gold documents of one question",
        "precision, recall: entities against triples.jsonl",
    )


def extraction_table(reports: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Draw precision and recall in percent, and below it what was asked to be shown.

    Args:
        reports: What ``bench.extraction.report.as_json`` returned, one for each folder.
    """
    table = empty_table(("folder", ""), ("right", "of", "precision", "found", "of", "recall"))
    for report in reports:
        for name, label in (("entities", "names"), ("tokens", "link tokens"), ("facts", "facts")):
            score = report[name]
            table.add_row(
                Text(report["folder"] if name == "entities" else ""),
                label,
                str(score["right"]),
                str(score["extracted"]),
                percent(score["precision"]),
                str(score["found"]),
                str(score["gold"]),
                percent(score["recall"]),
            )
        if report["two_hop"]:
            count, linked = report["two_hop"], report["two_hop_linked"]
            table.add_row("", "two_hop", "", "", "", str(linked), str(count), "")
    return Group(
        "what extraction finds, against facts.jsonl; shares in %",
        table,
        "\nright: extracted and gold; found: gold and extracted",
        "link tokens: words that link memories and are never shown, against the same names",
        "two_hop: questions whose gold memories share a link entity",
        *(Text(line) for report in reports for line in _listed(report)),
    )


def _listed(report: Mapping[str, Any]) -> list[str]:
    if report["folder"] == "pooled":  # its items are those of the folders
        return []
    return [
        f"{report['folder']} {item['document']} {kind}: {item['is']}"
        for name, wrong, missed in (
            ("entities", "name not gold", "name missed"),
            ("facts", "fact not gold", "fact missed"),
        )
        for kind, items in ((wrong, "wrong"), (missed, "missed"))
        for item in report[name].get(items, ())
    ]
