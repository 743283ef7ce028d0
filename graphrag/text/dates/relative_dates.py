"""Dates relative to the clock: yesterday, last week, two days ago, on Monday.

How they are written: `relative_date_patterns`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from ...model import DayRange
from .day_of_no_month import days_of_no_month
from .days_ago import ago, days_ago, months_back, one_day, week_from
from .relative_date_patterns import (
    DAY_OF_LAST_WEEK,
    DAYS_BACK,
    LATELY,
    MONTHS_BACK,
    ON_WEEKDAY,
    WEEKENDS,
    WEEKS_BACK,
    number_of,
    weekday_of,
    without_lookalikes,
)
from .times_of_day import without_times_of_day

SATURDAY = 5
"""As ``date.weekday`` counts."""


def relative_days(text: str, today: date) -> Iterator[DayRange]:
    """Read the dates that a text names relative to the clock.

    Args:
        text: The question.
        today: The clock.

    Yields:
        A day, the seven days of a week (Monday to Sunday, or those around so many weeks ago), a
        month, a year, or the days up to today.
    """
    rest = without_times_of_day(without_lookalikes(text))
    found, rest = days_ago(rest, today)
    yield from found
    yield from map(one_day, days_of_no_month(rest, today))
    for days, pattern in _days_and_weekends(today):
        rest, count = pattern.subn(" ", rest)
        if count:
            yield days
    for match in DAY_OF_LAST_WEEK.finditer(rest):
        yield one_day(_monday(today) + timedelta(days=weekday_of(match) - 8))
    rest = DAY_OF_LAST_WEEK.sub(" ", rest)
    for pattern in LATELY:
        for match in pattern.finditer(rest):
            if (number := number_of(match)) is not None:
                first = ago(today, number, match).first
                is_year = not any(match[unit] for unit in ("day", "week", "month"))
                yield DayRange(first, today.toordinal(), month=is_year)
        rest = pattern.sub(" ", rest)
    for days, pattern in _weeks_and_months(today):
        rest, count = pattern.subn(" ", rest)
        if count:
            yield days
    for match in ON_WEEKDAY.finditer(rest):
        back = today.isoweekday() - weekday_of(match)
        yield one_day(today - timedelta(days=back if match["this"] else (back - 1) % 7 + 1))


def _days_and_weekends(today: date) -> Iterator[tuple[DayRange, re.Pattern[str]]]:
    for back, pattern in DAYS_BACK:
        yield one_day(today - timedelta(days=back)), pattern
    last = _monday(today) - timedelta(days=2)
    latest = today - timedelta(days=(today.weekday() - SATURDAY) % 7)
    for saturday, pattern in zip((last, latest), WEEKENDS, strict=True):
        yield DayRange(saturday.toordinal(), saturday.toordinal() + 1), pattern


def _weeks_and_months(today: date) -> Iterator[tuple[DayRange, re.Pattern[str]]]:
    for back, pattern in WEEKS_BACK:
        yield week_from(_monday(today) - timedelta(days=7 * back)), pattern
    for back, pattern in MONTHS_BACK:
        yield months_back(today, back), pattern


def _monday(today: date) -> date:
    return today - timedelta(days=today.weekday())
