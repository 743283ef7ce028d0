"""Retrieval metrics, and the confidence interval of a difference."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from ..beir import Alternatives

RESAMPLES = 10_000
DRAWN_AT_ONCE = 1_000_000
"""Numbers drawn at once: all resamples of some thousand questions take more than a gigabyte."""

_UNSPACED = "\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(f"[{_UNSPACED}]|[^\\W_{_UNSPACED}]+")
"""A word, or a sign of Chinese or Japanese, which are written without spaces."""

_NOT_LATIN = re.compile(r"[^\W\d_\x00-\u024f\u1e00-\u1eff]")
"""A letter that evidence in ASCII does not have."""


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
        passage: The passage's text.

    Returns:
        Whether it counts as being in the prompt.
    """
    if shown is None:
        return False
    if not evidence:
        return _says(shown, passage)
    return any(all(_says(shown, string) for string in strings) for strings in evidence)


def has_answer(context: str, answers: Sequence[str]) -> bool:
    """Whether one of the answer's spellings is in the context."""
    return any(_says(context, answer) for answer in answers if _spelled(answer, answer))


def begins_with(text: str, start: str) -> bool:
    """Whether a text begins with a part of it, which may end within a word."""
    spelled = _spelled(start, start)
    return bool(spelled) and _spelled(text, start).startswith(spelled)


def _says(text: str, part: str) -> bool:
    """Whether the words of a part follow one another in a text."""
    return f" {_spelled(part, part)} " in f" {_spelled(text, part)} "


def _spelled(text: str, part: str) -> str:
    """Return a text as it is compared with a part: of a script other than Latin all is kept."""
    if _NOT_LATIN.search(part):
        return " ".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))
    return normalize(text)


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
    chance = np.random.default_rng(0)
    at_once = max(1, DRAWN_AT_ONCE // len(values))
    means = [
        values[chance.integers(0, len(values), (min(at_once, RESAMPLES - done), len(values)))].mean(
            1
        )
        for done in range(0, RESAMPLES, at_once)
    ]
    low, high = np.percentile(np.concatenate(means), [2.5, 97.5])
    return float(low), float(high)


def mean_of(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each figure over the questions that have it."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: float(np.mean([row[name] for row in rows if name in row])) for name in names}


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Return the median and the 95th percentile: ``p50`` and ``p95``."""
    p50, p95 = np.percentile(values, [50, 95])
    return {"p50": float(p50), "p95": float(p95)}
