"""The benchmark's figures as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from . import metrics
from .judge import FolderResult

COMPARED = (
    "recall@2",
    "recall@5",
    "recall@10",
    "all_gold@5",
    "gold_in_prompt",
    "answer_in_context",
    "additive_recall@10",
)
"""The figures that are compared with vectors."""


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
    """Return one result with its intervals.

    Args:
        result: The figures of a folder.

    Returns:
        Shares from 0 to 1, differences to vectors with their 95 % intervals, and milliseconds.
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
        "token_counter": result.token_counter,
        "questions_that_lost_gold": _count(result, "lost_gold"),
        "questions_below_further_vectors": _count(result, "below_further_vectors"),
        "turn_ms": _percentiles(result.turn_ms),
        "stages_ms": {
            stage: _percentiles([row.get(stage, 0.0) for row in result.stages_ms])
            for stage in stages
        },
    }


def _count(result: FolderResult, name: str) -> int:
    return int(sum(row[name] for row in result.rows))


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    p50, p95 = np.percentile(values, [50, 95])
    return {"p50": float(p50), "p95": float(p95)}
