"""The benchmark's figures as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from . import metrics
from .judge import FolderResult
from .kinds import by_kind, facts_if_any, lift, precision, with_gold

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
        kinds=tuple(kind for result in results for kind in result.kinds),
    )


def as_json(result: FolderResult) -> dict[str, Any]:
    """Return one result with its intervals.

    Args:
        result: The figures of a folder.

    Returns:
        Shares from 0 to 1, differences to vectors with their 95 % intervals, and milliseconds.
    """
    rows = with_gold(result.rows)
    means = metrics.mean_of(rows)
    product = {name: means[name] for name in COMPARED if name in means}
    stages = dict.fromkeys(stage for row in result.stages_ms for stage in row)
    return {
        "folder": result.name,
        "strategy": result.strategy,
        "queries": len(rows),
        "documents": result.documents,
        "vector": {name: means[f"vector_{name}"] for name in product},
        "product": product,
        "lift": {name: lift(rows, name) for name in product},
        "block_tokens": means.get("block_tokens", 0.0),
        "precision": precision(rows),
        "silent": _count(rows, "silent"),
        **facts_if_any(rows),
        "token_counter": result.token_counter,
        "questions_that_lost_gold": _count(rows, "lost_gold"),
        "questions_below_further_vectors": _count(rows, "below_further_vectors"),
        "kinds": by_kind(result),
        "turn_ms": metrics.percentiles(result.turn_ms),
        "stages_ms": {
            stage: metrics.percentiles([row.get(stage, 0.0) for row in result.stages_ms])
            for stage in stages
        },
    }


def _count(rows: Sequence[Mapping[str, float]], name: str) -> int:
    return int(sum(row.get(name, 0) for row in rows))
