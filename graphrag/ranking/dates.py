"""The date score: what was remembered on a day that the question names.

1 for a memory of that day, 0.25 within 7 days of it, 0.5 in a month that is named without a day,
0.25 in a year.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from ..model import DayRange, GraphView
from ..text.dates.days_of_month import ORDINAL
from ..text.word_lists.asking_words import AFTER_ELIDED_I, ASKING_WORDS, ELIDED_I
from ..text.word_lists.date_words import DATE_WORDS
from ..text.word_lists.number_words import NUMBERS
from .ranker import Reached, Step

DATE_WEIGHT = 0.25
ONLY_DATE_WEIGHT = 1.0
"""Weight of a date in a question such as "What happened last week?"."""

DAY_SCORE = 1.0
NEAR_SCORE = 0.25
MONTH_SCORE = 0.5
YEAR_SCORE = 0.25
NEAR_DAYS = 7


YEAR_DAYS = 365
"""So many days say little: often every memory is of one of them."""


_DAY = re.compile(rf"\d+|\d{{1,2}}{ORDINAL}|\d{{1,4}}[년월일]에?")
"""A number, or one of a day or month: "7", "3rd", "7일에"."""


class ScoredDays(NamedTuple):
    """Days that score the same, as ordinals, both ends included."""

    first: int
    last: int
    score: float


def scored_days(named: DayRange) -> tuple[ScoredDays, ...]:
    """Return the days that a named range lets score, best first.

    Args:
        named: A day, several days, a month, or a year.

    Returns:
        The days themselves; and, unless a month or year was named, the week on both sides of them.
    """
    if named.month:
        score = YEAR_SCORE if _is_year(named) else MONTH_SCORE
        return (ScoredDays(named.first, named.last, score),)
    return (
        ScoredDays(named.first, named.last, DAY_SCORE),
        ScoredDays(named.first - NEAR_DAYS, named.last + NEAR_DAYS, NEAR_SCORE),
    )


def days_within(
    days: Iterable[DayRange], first: int | None, last: int | None, today: int
) -> tuple[DayRange, ...]:
    """Leave out the days for which no memory scores: 3.10.12 is a version, not a day of 2012.

    Args:
        days: The days that a question names.
        first: Ordinal of the first day that the memories cover; None if none has a day.
        last: Ordinal of the last day that they cover; None if none has a day.
        today: The clock as an ordinal; a memory of today may have come since these were read.
    """
    first = today if first is None else min(first, today)
    last = today if last is None else max(last, today)
    return tuple(
        named
        for named in days
        if any(near.first <= last and near.last >= first for near in scored_days(named))
    )


def date_scores(view: GraphView) -> Reached:
    """Compute the date score of every candidate that has one.

    Args:
        view: The candidates with their days, and the days that the question names.

    Returns:
        The scores; candidates with none are left out. Each has its own day as its path.
    """
    if not view.days:
        return Reached()
    scores: dict[str, float] = {}
    paths: dict[str, tuple[Step]] = {}
    for key, passage in view.passages.items():
        if passage.day is not None:
            score = max(day_score(named, passage.day) for named in view.days)
            if score:
                scores[key] = score
                paths[key] = (Step(date.fromordinal(passage.day).isoformat()),)
    return Reached(scores, paths=paths)


def day_score(named: DayRange, day: int) -> float:
    """Score one day against one named range.

    Args:
        named: A day, several days, a month, or a year.
        day: The ordinal of the day that is scored.

    Returns:
        0 to 1.
    """
    return next((near.score for near in scored_days(named) if near.first <= day <= near.last), 0.0)


def date_weight(view: GraphView) -> float:
    """Return the weight of a date: most where the question says nothing else.

    Args:
        view: The question's words.
    """
    return DATE_WEIGHT if beside_dates(view.words) else ONLY_DATE_WEIGHT


def beside_dates(words: Iterable[str]) -> frozenset[str]:
    """Return the words that no question has which says only a date: none of "What's on tomorrow?".

    Args:
        words: Content words, normalised.
    """
    said = frozenset(words)
    other = said - NUMBERS.keys() - DATE_WORDS - ASKING_WORDS
    if ELIDED_I in said:
        other -= {AFTER_ELIDED_I}
    return frozenset(word for word in other if not _DAY.fullmatch(word))


def names_a_day(view: GraphView) -> bool:
    """Whether the question names a day, or a span shorter than a year.

    Args:
        view: The days that the question names.
    """
    return not all(map(_is_year, view.days))


def is_of_past_day(view: GraphView) -> bool:
    """Whether a candidate is of a day before today that the question names.

    A year counts only where the question says nothing else: "who won the cup in 2024?" is no
    question to memory.

    Args:
        view: The candidates with their days, today, and the days that the question names.
    """
    if not names_a_day(view) and date_weight(view) < ONLY_DATE_WEIGHT:
        return False
    past = [named for named in view.days if named.first < view.today]
    return any(
        passage.day is not None and named.first <= passage.day <= named.last
        for passage in view.passages.values()
        for named in past
    )


def _is_year(named: DayRange) -> bool:
    return named.month and named.last - named.first + 1 >= YEAR_DAYS
