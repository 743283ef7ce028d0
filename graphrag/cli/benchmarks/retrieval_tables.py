"""The benchmark's figures of retrieval as tables that fit 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .cells import empty_table, percent
from .kinds_tables import kinds_tables

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
