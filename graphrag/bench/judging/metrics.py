"""Retrieval metrics, and the confidence interval of a difference."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from ..beir import Alternatives

RESAMPLES = 10_000


def normalize(text: str) -> str:
    """Normalise as the evidence files are: NFKD, ASCII, lower case, letters and digits."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(re.findall(r"[a-z0-9]+", ascii_text.lower()))


def recall_at(ranked: Sequence[str], gold: Collection[str], k: int) -> float:
    """Return the share of gold passages among the first k."""
    return len(set(ranked[:k]) & set(gold)) / len(gold)


def all_gold_at(ranked: Sequence[str], gold: Collection[str], k: int) -> float:
    """Return 1 if all gold passages are among the first k, else 0."""
    return float(set(gold) <= set(ranked[:k]))


def is_shown(shown: str | None, evidence: Alternatives | None, passage: str) -> bool:
    """Whether the shown part of a passage contains its evidence.

    Args:
        shown: The shown part of the passage; None if nothing is shown.
        evidence: The alternatives, each a list of strings that must all be there; None if the
            whole passage counts.
        passage: The passage's whole text.

    Returns:
        Whether it counts as being in the prompt.
    """
    if shown is None:
        return False
    text = f" {normalize(shown)} "
    if not evidence:
        return f" {normalize(passage)} " in text
    return any(all(f" {normalize(s)} " in text for s in strings) for strings in evidence)


def has_answer(context: str, answers: Sequence[str]) -> bool:
    """Whether one of the answer's spellings is in the context."""
    text = f" {normalize(context)} "
    return any(f" {spelling} " in text for spelling in map(normalize, answers) if spelling)


def paired_interval(differences: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a mean difference, by the paired bootstrap.

    Args:
        differences: The difference on each question.

    Returns:
        The 2.5th and 97.5th percentile of the mean over resamples (Efron and Tibshirani 1993).
    """
    if not differences:
        return 0.0, 0.0
    values = np.asarray(differences)
    draws = np.random.default_rng(0).integers(0, len(values), (RESAMPLES, len(values)))
    low, high = np.percentile(values[draws].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)


def mean_of(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each figure over the questions that have it."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: float(np.mean([row[name] for row in rows if name in row])) for name in names}


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Return the median and the 95th percentile: ``p50`` and ``p95``."""
    p50, p95 = np.percentile(values, [50, 95])
    return {"p50": float(p50), "p95": float(p95)}
