"""The benchmark's figures by kind of question, as tables that fit 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from .cells import empty_table, percent

_GOLD = ("gold_in_prompt", "all_gold_in_prompt")
_SHARES = {
    "gold in\nprompt": "gold_in_prompt",
    "all\ngold": "all_gold_in_prompt",
    "newest in\nprompt": "newest",
}

_ANSWERABLE, _NONE = "answerable", "none"

Row = Mapping[str, Any]
_Cell = Callable[[Row], str]


def kinds_tables(reports: Sequence[Row]) -> list[RenderableType]:
    """Draw the kinds row by row, or one line for each strategy where several are compared.

    Args:
        reports: What ``bench.judging.report.as_json`` returned; sets without kinds and
            facts are left out.
    """
    with_kinds = [report for report in reports if report["kinds"]]
    if not with_kinds:
        return []
    if len({report["strategy"] for report in with_kinds}) > 1:
        heading = "\nby kind of question, in %: gold in the prompt, below it all gold"
        folders = dict.fromkeys(report["folder"] for report in with_kinds)
        tables = [
            _by_strategy([report for report in with_kinds if report["folder"] == folder])
            for folder in folders
        ]
        notes = [*_notes(with_kinds), "none: silent turns, below it the tokens"]
        return [heading, *tables, *notes]
    heading = "\nby kind of question, in %; below it the difference to vectors, its 95 % interval"
    return [
        heading,
        *(table for report in with_kinds for table in _by_kind(report)),
        *_notes(with_kinds),
    ]


def _notes(reports: Sequence[Row]) -> list[str]:
    """Return the lines that say what the columns are."""
    rows = [row for report in reports for row in report["kinds"]]
    notes = ["right: share of the block's memories that are gold; recalled ones do not count"]
    if any(map(_outdated, rows)):
        notes += [
            "outdated: of the questions with outdated memories, those whose block shows one",
            "and does not say so; in brackets those whose prompt does, with what is recalled",
        ]
    if any("facts" in row for row in rows):
        notes += [
            "facts found: share of the facts that answer which the blocks tell; all facts: share",
            "of the questions with all of theirs; facts right: share of the told facts that",
            "answer, and below it the number of told facts, on average",
        ]
    return ["", *notes, "tokens: of a block, on average; silent: turns without a block"]


def _by_kind(report: Row) -> list[Table]:
    """Draw one line for each kind: in one table, or in two where one would be too wide."""
    has_outdated = any(map(_outdated, report["kinds"]))
    has_facts = any("facts" in row for row in report["kinds"])
    parts = [_OF_PASSAGES | _OF_FACTS]
    if has_outdated and has_facts:
        parts = [_OF_PASSAGES, _OF_FACTS]
    return [
        _filled_table(report["folder"], "kind", report["kinds"], {**_COUNT, **columns, **_COST})
        for columns in parts
    ]


def _by_strategy(reports: Sequence[Row]) -> Table:
    """Draw one line for each strategy; the heading of the first column is the folder."""
    kinds = [row["kind"] for row in reports[0]["kinds"]]
    shown = [kind for kind in kinds if kind not in (_ANSWERABLE, _NONE)]
    columns = {
        **{kind: _of_kind(kind, _gold) for kind in shown},
        "out-\ndated": _of_kind(
            _ANSWERABLE, lambda row: _share(row["product"].get("outdated_in_block"))
        ),
        "right": _of_kind(_ANSWERABLE, lambda row: _share(row["precision"])),
        "facts\nfound": _of_kind(_ANSWERABLE, _facts("found")),
        "facts\nright": _of_kind(_ANSWERABLE, _facts("right")),
        "tokens": _of_kind(_ANSWERABLE, _tokens),
        _NONE: _of_kind(_NONE, lambda row: f"{row['silent']}\n{_tokens(row)}"),
    }
    return _filled_table(reports[0]["folder"], "strategy", reports, columns)


def _filled_table(
    folder: str, name: str, rows: Sequence[Row], columns: Mapping[str, _Cell]
) -> Table:
    """Draw one line for each row; columns without a figure are left out.

    Args:
        folder: The heading of the first column.
        name: What stands in the first column of a row.
        rows: The rows.
        columns: For each heading, what a row says there.
    """
    filled = {heading: cell for heading, cell in columns.items() if any(map(cell, rows))}
    table = empty_table((folder,), filled)
    for row in rows:
        table.add_row(Text(row[name]), *(cell(row) for cell in filled.values()))
    return table


def _of_kind(kind: str, cell: _Cell) -> _Cell:
    """Return what a report says in the cell of one of its kinds; nothing without that kind."""

    def of_report(report: Row) -> str:
        return next((cell(row) for row in report["kinds"] if row["kind"] == kind), "")

    return of_report


def _compared(row: Row, name: str) -> str:
    if name not in row["product"]:
        return ""
    lift = row["lift"][name]
    low, high = (f"{100 * lift[end]:+.0f}" for end in ("low", "high"))
    return f"{percent(row['product'][name])}\n{100 * lift['mean']:+.1f}\n{low} {high}"


def _gold(row: Row) -> str:
    shares = row["product"]
    return "\n".join(percent(shares[name]) for name in _GOLD if name in shares)


def _outdated(row: Row) -> str:
    shares = row["product"]
    if "outdated_in_block" not in shares:
        return ""
    return f"{percent(shares['outdated_in_block'])}\n({percent(shares['outdated_in_prompt'])})"


def _share(share: float | None) -> str:
    return "" if share is None else percent(share)


def _tokens(row: Row) -> str:
    return f"{row['block_tokens']:.0f}"


def _facts(name: str) -> _Cell:
    return lambda row: _share(row["facts"][name]) if "facts" in row else ""


def _facts_right(row: Row) -> str:
    return f"{_facts('right')(row)}\nof {row['facts']['told']:.1f}" if "facts" in row else ""


_COUNT: dict[str, _Cell] = {"n": lambda row: str(row["queries"])}
_OF_PASSAGES: dict[str, _Cell] = {
    **{heading: partial(_compared, name=name) for heading, name in _SHARES.items()},
    "out-\ndated": _outdated,
    "right": lambda row: _share(row["precision"]),
}
_OF_FACTS: dict[str, _Cell] = {
    "facts\nfound": _facts("found"),
    "all\nfacts": _facts("all_found"),
    "facts\nright": _facts_right,
}
_COST: dict[str, _Cell] = {"silent": lambda row: str(row["silent"]), "tokens": _tokens}
