"""The benchmark's figures as tables that fit 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .cells import empty_table, percent
from .kinds_tables import kinds_tables

if TYPE_CHECKING:
    from ...bench.extraction.links import LinkReport

_FOUND = {
    "recall\n@2": "recall@2",
    "recall\n@5": "recall@5",
    "recall\n@10": "recall@10",
    "all gold\n@5": "all_gold@5",
    "additive\n@10": "additive_recall@10",
}
_SHOWN = {"gold": "gold_in_prompt", "answer": "answer_in_context"}

_Cell = Callable[[Mapping[str, Any]], str]


def retrieval_tables(reports: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Draw two tables: what is found, and what is then in the prompt.

    Shares are in percent; below each is its difference to vectors.

    Args:
        reports: What ``bench.judging.report.as_json`` returned, one for each folder and strategy.
    """
    found = {header: _share(name) for header, name in _FOUND.items()}
    shown = {header: _share(name) for header, name in _SHOWN.items()} | {
        "tokens": lambda report: f"{report['block_tokens']:.0f}",
        "ms p50": lambda report: f"{report['turn_ms']['p50']:.1f}",
        "lost": lambda report: str(report["questions_that_lost_gold"]),
        "below": lambda report: str(report["questions_below_further_vectors"]),
    }
    return Group(
        "found, in %; below it the difference to vectors only",
        _table(reports, found),
        "\nin the prompt, in %; below it the difference to vectors only",
        _table(reports, shown),
        "\nlost: questions with gold in the prompt only without the block",
        "below: questions where more vector results show gold that the block lacks",
        f"tokens counted by {', '.join(_counters(reports))}",
        *kinds_tables(reports),
    )


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


def _counters(reports: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(str(report["token_counter"]) for report in reports))


def _share(name: str) -> _Cell:
    def cell(report: Mapping[str, Any]) -> str:
        if name not in report["product"]:
            return ""
        return f"{percent(report['product'][name])}\n{100 * report['lift'][name]['mean']:+.1f}"

    return cell


def _table(reports: Sequence[Mapping[str, Any]], columns: Mapping[str, _Cell]) -> Table:
    table = empty_table(("folder", "strategy"), columns)
    for report in reports:
        cells = [cell(report) for cell in columns.values()]
        table.add_row(Text(report["folder"]), Text(report["strategy"]), *cells)
    return table
