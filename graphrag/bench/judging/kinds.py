"""The figures of each kind of question: what is in the prompt, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..beir import ANSWERABLE, NONE
from . import metrics
from .judge import FolderResult
from .told_facts import asks_for_facts, figures_of_facts

COMPARED_BY_KIND = (
    "gold_in_prompt",
    "all_gold_in_prompt",
    "newest",
    "outdated_in_block",
    "outdated_in_prompt",
)
"""The figures that are compared with vectors."""

Rows = Sequence[Mapping[str, float]]


def by_kind(result: FolderResult) -> list[dict[str, Any]]:
    """Return the figures of each kind, of all questions with gold together, and of ``none``.

    Args:
        result: The figures of a folder; it names no kinds if its set does not.

    Returns:
        One entry for each kind in the order of the set, ``none`` last; empty without kinds, unless
        the set asks for facts.
    """
    if not any(result.kinds) and not any(map(asks_for_facts, result.rows)):
        return []
    rows: dict[str, list[Mapping[str, float]]] = {}
    for kind, row in zip(result.kinds, result.rows, strict=True):
        if kind:
            rows.setdefault(kind, []).append(row)
    nothing = rows.pop(NONE, [])
    rows[ANSWERABLE] = with_gold(result.rows)
    if nothing:
        rows[NONE] = nothing
    return [{"kind": kind, **_figures(of_kind)} for kind, of_kind in rows.items()]


def with_gold(rows: Rows) -> list[Mapping[str, float]]:
    """Return the rows of the questions that have gold: passages or facts."""
    return [row for row in rows if "gold_in_prompt" in row or asks_for_facts(row)]


def precision(rows: Rows, prefix: str = "") -> float | None:
    """Return the share of the shown memories that are gold; None if none are shown.

    Args:
        rows: The figures of some questions with gold.
        prefix: ``vector_`` for further vectors.
    """
    shown = sum(row.get(f"{prefix}shown", 0.0) for row in rows)
    return sum(row.get(f"{prefix}shown_gold", 0.0) for row in rows) / shown if shown else None


def lift(rows: Rows, name: str) -> dict[str, float]:
    """Return the mean difference to vectors with its 95 % interval.

    Args:
        rows: The figures of some questions; those without this one are left out.
        name: The figure.
    """
    paired = [row[name] - row[f"vector_{name}"] for row in rows if name in row]
    low, high = metrics.paired_interval(paired)
    return {"mean": float(np.mean(paired)), "low": low, "high": high}


def _figures(rows: Rows) -> dict[str, Any]:
    means = metrics.mean_of(rows)
    product = {name: means[name] for name in COMPARED_BY_KIND if name in means}
    return {
        "queries": len(rows),
        "product": product,
        "vector": {name: means[f"vector_{name}"] for name in product},
        "lift": {name: lift(rows, name) for name in product},
        "silent": int(sum(row["silent"] for row in rows)),
        "block_tokens": means["block_tokens"],
        "precision": precision(rows),
        "vector_precision": precision(rows, "vector_"),
        **facts_if_any(rows),
    }


def facts_if_any(rows: Rows) -> dict[str, Any]:
    """Return the figures of told facts under ``facts``; nothing if the set asks for no facts."""
    facts = figures_of_facts(rows)
    return {} if facts is None else {"facts": facts}
