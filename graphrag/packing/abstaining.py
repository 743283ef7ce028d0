"""How much of the budget a retrieval is worth: all of it, half, or nothing.

The signal is how much better the best new passage is than the recalled ones, as a share of the
larger score: ``(best new - mean of the recalled) / larger of both``. It predicts whether a block
adds evidence (AUC 0.77, 0.80 and 0.64 on MuSiQue, HotpotQA and LoCoMo); the reported confidence
does not. Below -0.5 no question of the development sets gained anything. The thresholds are gentler
than that, because they must hold on other data.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import RankedPassage, Retrieval

SHORTEN_BELOW = -0.45
ABSTAIN_BELOW = -0.6
SHORT_SHARE = 0.5


def relative_gain(ranked: Sequence[RankedPassage], recalled: frozenset[str]) -> float | None:
    """Compare the best new passage with the recalled ones.

    Args:
        ranked: What was found, the recalled documents among it.
        recalled: Keys of the recalled documents.

    Returns:
        A number from -1 to 1; None where nothing was recalled or nothing is new.
    """
    new = [entry.score for entry in ranked if entry.passage.key not in recalled]
    old = [entry.score for entry in ranked if entry.passage.key in recalled]
    if not new or not old:
        return None
    best, mean = max(new), sum(old) / len(old)
    larger = max(best, mean)
    return max(-1.0, (best - mean) / larger) if larger > 0 else 0.0


def budget_share(retrieval: Retrieval) -> float:
    """Return the share of the budget that a retrieval is worth.

    Args:
        retrieval: What was found.

    Returns:
        1, 0.5 or 0; never 0 where the message names an entity of the graph.
    """
    gain = retrieval.gain
    if gain is None or gain >= SHORTEN_BELOW:
        return 1.0
    named = any(entity.named for entity in retrieval.entities)
    return SHORT_SHARE if gain >= ABSTAIN_BELOW or named else 0.0
