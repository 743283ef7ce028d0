"""So many days, weeks, months or years ago, and the day beside it: "a week ago on Monday"."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from ...model import DayRange
from .date_patterns import date_pattern
from .relative_date_patterns import AGO, TODAY, WEEKDAY, is_few, number_of, weekday_of

YEAR_DAYS = 365.2425

AROUND_DAYS = 15
"""A year ago is up to so many days before or after that day."""

LEAST_FEW = 2
"""Fewest days, weeks, months or years that are a few."""

_MAX_BESIDE = 30
"""Longest text before it that is looked at, in characters."""

_BESIDE = rf"(?:(?P<today>{TODAY})|(?:(?:on|am|le|el)\s+)?(?P<weekday>{WEEKDAY}))"
_BEFORE = date_pattern(rf"(?<![^\W_]){_BESIDE},?\s+\Z")
_AFTER = date_pattern(rf"\s+{_BESIDE}(?![^\W_])")


def days_ago(text: str, today: date) -> tuple[list[DayRange], str]:
    """Read the days that a text counts back from the clock.

    Args:
        text: The question in lower case.
        today: The clock.

    Returns:
        The days, and the text without the words for them.
    """
    found = []
    for pattern in AGO:
        kept, end = [], 0
        for match in pattern.finditer(text):
            if match.start() < end or (number := number_of(match)) is None:
                continue
            before = _BEFORE.search(text, max(match.start() - _MAX_BESIDE, end), match.start())
            after = _AFTER.match(text, match.end())
            if is_few(match):
                found.append(_a_few_ago(today, number, match))
            else:
                found.append(_beside(today, number, match, before or after))
            kept.append(text[end : before.start() if before else match.start()])
            end = after.end() if after else match.end()
        text = " ".join([*kept, text[end:]])
    return found, text


def ago(today: date, number: int, match: re.Match[str]) -> DayRange:
    """Return what a match of ``AGO`` or ``LATELY`` counts back to.

    Args:
        today: The clock.
        number: How many.
        match: The match, which names the unit.

    Returns:
        A day, the seven days around it, a month, the month around the day of last year, or a year.
    """
    if match["day"]:
        return one_day(today - timedelta(days=number))
    if match["week"]:
        return week_from(today - timedelta(days=7 * number + 3))
    if match["month"]:
        return months_back(today, number)
    if number == 1:
        then = today.toordinal() - round(YEAR_DAYS)
        return DayRange(then - AROUND_DAYS, then + AROUND_DAYS, month=True)
    return DayRange.of_year(today.year - number)


def one_day(day: date) -> DayRange:
    """Return a single day.

    Args:
        day: The day.
    """
    return DayRange(day.toordinal(), day.toordinal())


def week_from(first: date) -> DayRange:
    """Return seven days.

    Args:
        first: The first of them.
    """
    return DayRange(first.toordinal(), first.toordinal() + 6)


def months_back(today: date, number: int) -> DayRange:
    """Return the month that was so many months ago.

    Args:
        today: The clock.
        number: How many.
    """
    return DayRange.of_month(*month_before(today, number))


def _a_few_ago(today: date, most: int, match: re.Match[str]) -> DayRange:
    """Return from the most that "a few" days, weeks, months or years are to the least."""
    first, last = ago(today, most, match), ago(today, LEAST_FEW, match)
    return DayRange(first.first, last.last, month=first.month)


def _beside(
    today: date, number: int, match: re.Match[str], beside: re.Match[str] | None
) -> DayRange:
    """Return what a match means with "today" or a weekday before or after it."""
    if beside is None or match["day"]:
        return ago(today, number, match)
    if match["week"]:
        back = today.isoweekday() - weekday_of(beside) if beside["weekday"] else 0
        return one_day(today - timedelta(days=7 * number + back))
    if beside["weekday"]:
        return ago(today, number, match)
    year, month = month_before(today, number if match["month"] else 12 * number)
    return one_day(date(year, month, min(today.day, monthrange(year, month)[1])))


def month_before(today: date, number: int) -> tuple[int, int]:
    """Return the year and the month that were so many months ago.

    Args:
        today: The clock.
        number: How many.
    """
    year, month = divmod(today.year * 12 + today.month - 1 - number, 12)
    return year, month + 1
