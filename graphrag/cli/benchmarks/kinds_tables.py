"""The benchmark's figures by kind of question, as tables that fit 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from .cells import empty_table, percent

_SHARES = {
    "gold in\nprompt": "gold_in_prompt",
    "all gold\nin prompt": "all_gold_in_prompt",
    "newest in\nprompt": "newest",
}

_ANSWERABLE, _NONE = "answerable", "none"

Row = Mapping[str, Any]


def kinds_tables(reports: Sequence[Row]) -> list[RenderableType]:
    """Draw the kinds row by row, or one line for each strategy where several are compared.

    Args:
        reports: What ``bench.judging.report.as_json`` returned; sets without kinds are left out.
    """
    with_kinds = [report for report in reports if report["kinds"]]
    if not with_kinds:
        return []
    notes = [
        "\nright: share of the block's memories that are gold; recalled ones do not count",
        "outdated: of the questions with outdated memories, those whose block shows one",
        "and does not say so; in brackets those whose prompt does, with what is recalled",
        "tokens: of a block, on average; silent: turns without a block",
    ]
    if len({report["strategy"] for report in with_kinds}) > 1:
        heading = "\nby kind of question, in %: gold in the prompt, below it all gold"
        folders = dict.fromkeys(report["folder"] for report in with_kinds)
        tables = [
            _by_strategy([report for report in with_kinds if report["folder"] == folder])
            for folder in folders
        ]
        return [heading, *tables, *notes, "none: silent turns, below it the tokens"]
    heading = "\nby kind of question, in %; below it the difference to vectors, its 95 % interval"
    return [heading, *map(_by_kind, with_kinds), *notes]


def _by_kind(report: Row) -> Table:
    figures = ("n", *_SHARES, "out-\ndated", "right", "silent", "tokens")
    table = empty_table((report["folder"],), figures)
    for row in report["kinds"]:
        table.add_row(
            Text(row["kind"]),
            str(row["queries"]),
            *(_compared(row, name) for name in _SHARES.values()),
            _outdated(row),
            _share(row["precision"]),
            str(row["silent"]),
            _tokens(row),
        )
    return table


def _by_strategy(reports: Sequence[Row]) -> Table:
    """Draw one line for each strategy; the heading of the first column is the folder."""
    kinds = [row["kind"] for row in reports[0]["kinds"]]
    shown = [kind for kind in kinds if kind not in (_ANSWERABLE, _NONE)]
    figures = (*shown, "out-\ndated", "right", "tokens", _NONE)
    table = empty_table((reports[0]["folder"],), figures)
    for report in reports:
        rows = {row["kind"]: row for row in report["kinds"]}
        answerable, none = rows[_ANSWERABLE], rows.get(_NONE)
        table.add_row(
            Text(report["strategy"]),
            *(_gold(rows[kind]) for kind in shown),
            _share(answerable["product"].get("outdated_in_block")),
            _share(answerable["precision"]),
            _tokens(answerable),
            f"{none['silent']}\n{_tokens(none)}" if none else "",
        )
    return table


def _compared(row: Row, name: str) -> str:
    if name not in row["product"]:
        return ""
    lift = row["lift"][name]
    low, high = (f"{100 * lift[end]:+.0f}" for end in ("low", "high"))
    return f"{percent(row['product'][name])}\n{100 * lift['mean']:+.1f}\n{low} {high}"


def _gold(row: Row) -> str:
    return "\n".join(percent(row["product"][name]) for name in list(_SHARES.values())[:2])


def _outdated(row: Row) -> str:
    shares = row["product"]
    if "outdated_in_block" not in shares:
        return ""
    return f"{percent(shares['outdated_in_block'])}\n({percent(shares['outdated_in_prompt'])})"


def _share(share: float | None) -> str:
    return "" if share is None else percent(share)


def _tokens(row: Row) -> str:
    return f"{row['block_tokens']:.0f}"
