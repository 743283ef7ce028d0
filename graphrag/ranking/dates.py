"""The date score: what was remembered on a day that the question names.

1 for a memory of that day, 0.25 within 7 days of it, 0.5 in a month that is named without a day.
"""

from __future__ import annotations

from ..model import DayRange, GraphView

DAY_SCORE = 1.0
NEAR_SCORE = 0.25
MONTH_SCORE = 0.5
NEAR_DAYS = 7


def date_scores(view: GraphView) -> dict[str, float]:
    """Compute the date score of every candidate that has one.

    Args:
        view: The candidates with their days, and the days that the question names.

    Returns:
        The score by key; candidates with none are left out.
    """
    scores: dict[str, float] = {}
    if not view.days:
        return scores
    for key, passage in view.passages.items():
        if passage.day is not None:
            score = max(day_score(named, passage.day) for named in view.days)
            if score:
                scores[key] = score
    return scores


def day_score(named: DayRange, day: int) -> float:
    """Score one day against one named range.

    Args:
        named: A day, several days, or a month.
        day: The ordinal of the day that is scored.

    Returns:
        0 to 1.
    """
    if named.first <= day <= named.last:
        return MONTH_SCORE if named.month else DAY_SCORE
    if not named.month and named.first - NEAR_DAYS <= day <= named.last + NEAR_DAYS:
        return NEAR_SCORE
    return 0.0
