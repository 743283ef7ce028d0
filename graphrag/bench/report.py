"""The benchmark's figures as JSON and as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from . import metrics
from .runner import FolderResult

COMPARED = (
    "recall@2",
    "recall@5",
    "recall@10",
    "all_gold@5",
    "gold_in_prompt",
    "answer_in_context",
    "additive_recall@10",
)

_FOUND = {
    "recall\n@2": "recall@2",
    "recall\n@5": "recall@5",
    "recall\n@10": "recall@10",
    "all gold\n@5": "all_gold@5",
    "additive\n@10": "additive_recall@10",
}
_SHOWN = {"gold": "gold_in_prompt", "answer": "answer_in_context"}

_Cell = Callable[[Mapping[str, Any]], str]


def pooled(results: Sequence[FolderResult]) -> FolderResult:
    """Join the questions of several folders, each with the same weight.

    Args:
        results: Results of one strategy.

    Returns:
        One result over all questions.
    """
    first = results[0]
    return replace(
        first,
        name="pooled",
        documents=sum(result.documents for result in results),
        rows=tuple(row for result in results for row in result.rows),
        turn_ms=tuple(ms for result in results for ms in result.turn_ms),
        stages_ms=tuple(stages for result in results for stages in result.stages_ms),
    )


def as_json(result: FolderResult) -> dict[str, Any]:
    """Give one result with its intervals.

    Args:
        result: The figures of a folder.

    Returns:
        Shares of 0 to 1, differences to vectors with their 95 % intervals, and milliseconds.
    """
    means = metrics.mean_of(result.rows)
    product = {name: means[name] for name in COMPARED if name in means}
    vector = {name: means[f"vector_{name}"] for name in product}
    lift: dict[str, Any] = {}
    for name in product:
        paired = [row[name] - row[f"vector_{name}"] for row in result.rows if name in row]
        low, high = metrics.paired_interval(paired)
        lift[name] = {"mean": float(np.mean(paired)), "low": low, "high": high}
    stages = dict.fromkeys(stage for row in result.stages_ms for stage in row)
    return {
        "folder": result.name,
        "strategy": result.strategy,
        "queries": len(result.rows),
        "documents": result.documents,
        "vector": vector,
        "product": product,
        "lift": lift,
        "block_tokens": means["block_tokens"],
        "questions_that_lost_gold": int(sum(row["lost_gold"] for row in result.rows)),
        "turn_ms": _percentiles(result.turn_ms),
        "stages_ms": {
            stage: _percentiles([row.get(stage, 0.0) for row in result.stages_ms])
            for stage in stages
        },
    }


def as_table(reports: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Draw reports in 80 columns, as two tables: what is found, and what the prompt then holds.

    Shares are in percent, below each its difference to vectors.
    """
    found = {header: _share(name) for header, name in _FOUND.items()}
    shown = {header: _share(name) for header, name in _SHOWN.items()} | {
        "tokens": lambda report: f"{report['block_tokens']:.0f}",
        "ms p50": lambda report: f"{report['turn_ms']['p50']:.1f}",
    }
    return Group(
        "found, in %; below it the difference to vectors only",
        _table(reports, found),
        "\nin the prompt, in %; below it the difference to vectors only",
        _table(reports, shown),
    )


def _share(name: str) -> _Cell:
    def cell(report: Mapping[str, Any]) -> str:
        if name not in report["product"]:
            return ""
        return f"{100 * report['product'][name]:.1f}\n{100 * report['lift'][name]['mean']:+.1f}"

    return cell


def _table(reports: Sequence[Mapping[str, Any]], columns: Mapping[str, _Cell]) -> Table:
    table = Table(
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        show_edge=False,
    )
    table.add_column("folder", overflow="fold")
    table.add_column("strategy", overflow="fold")
    for header in columns:
        table.add_column(header, justify="right", no_wrap=True)
    for report in reports:
        cells = [cell(report) for cell in columns.values()]
        table.add_row(Text(report["folder"]), report["strategy"], *cells)
    return table


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    p50, p95 = np.percentile(values, [50, 95])
    return {"p50": float(p50), "p95": float(p95)}
