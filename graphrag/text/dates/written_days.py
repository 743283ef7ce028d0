"""Days as the texts of memories write them: "3 December", "Dec 3rd", "2025-12-03", "on Fridays".

An appointment stands in a memory of another day: "The dentist moved to 7 January". "What's on
tomorrow?" asks for it too, and for what is on each week.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache

from ...model import DayRange
from ..word_lists.calendar_words import MONTHS, WEEKDAYS
from ..words import words
from .date_patterns import date_pattern, lower_case
from .days_of_month import ORDINAL

MAX_DAYS = 4
"""So many days of a message are looked for."""

WEEK = timedelta(days=7)
_LEAP_YEAR = 4
_ORDINALS = ("", "st", "nd", "rd", "th", "e", "er")
_EVERY = (
    "every|each|jeden|jede|immer|tous les|chaque|los|todos los|cada|ogni|tutti i|elke|iedere|varje"
    "|hver|we wszystkie|każdy|co|každý|каждый|кожен|her|joka|minden|fiecare"
)
_SHORTEST_NAME = 5
"""Fewest letters of the name of a weekday: short forms stand in opening hours."""


def written_days(message: str, named: Iterable[DayRange], today: date) -> tuple[date, ...]:
    """Return the single days that a message names, as a memory may write them.

    A weekday is the last one and the coming one, a day of another year the coming one.

    Args:
        message: The user's message.
        named: The days that it names (``question_dates``).
        today: The clock.
    """
    days = [date.fromordinal(days.first) for days in named if days.first == days.last]
    if any(word.norm in WEEKDAYS for word in words(message)):
        days += [day + WEEK for day in days if timedelta() < today - day <= WEEK]
    coming = (day if today - day <= WEEK else _coming(day, today) for day in days)
    return tuple(dict.fromkeys(coming))[:MAX_DAYS]


def written_query(days: Iterable[date], today: date) -> str:
    """Return a full-text query for the texts that write one of some days; empty without any.

    Args:
        days: The days.
        today: The clock.
    """
    return " ".join(_query(day, weekly=_is_near(day, today)) for day in days)


def writes_one_of(text: str, days: Iterable[date], today: date) -> bool:
    """Return whether a text writes one of some days, or what is on each week on that weekday.

    Args:
        text: The text of a memory.
        days: The days.
        today: The clock.
    """
    lower = lower_case(text)
    return any(
        _of_year(day.month, day.day).search(lower) is not None
        or (_is_near(day, today) and _of_week(day.isoweekday()).search(lower) is not None)
        for day in days
    )


def _coming(day: date, today: date) -> date:
    """Return the next such day of a year; 29 February is that of a leap year."""
    for year in range(today.year, today.year + 2 * _LEAP_YEAR + 1):
        try:
            if (coming := day.replace(year=year)) >= today:
                return coming
        except ValueError:
            continue
    return day


def _is_near(day: date, today: date) -> bool:
    """Whether what is on each week may be asked for with a day: not with one of next month."""
    return timedelta() <= day - today <= 2 * WEEK


def _query(day: date, *, weekly: bool) -> str:
    numbers = " ".join(f"{day.day}{ordinal}" for ordinal in _ORDINALS)
    months = " ".join(_names(MONTHS, day.month))
    dotted = rf"{day.day}\.{day.month} {day:%d}\.{day:%m}"
    weekdays = " ".join(_names(WEEKDAYS, day.isoweekday())) if weekly else ""
    return f'((+({numbers}) +({months})) "{day:%m %d}" {dotted} {weekdays})'


@lru_cache(maxsize=16)
def _of_year(month: int, day: int) -> re.Pattern[str]:
    names = "|".join(_names(MONTHS, month))
    return date_pattern(
        rf"(?<![\d.]){day}{ORDINAL}\s(?:of |de |di )?(?:{names})(?!\w)"
        rf"|(?<!\w)(?:{names})\.?\s(?:the )?{day}{ORDINAL}(?!\w)"
        rf"|(?<!\d)\d{{4}}-{month:02}-{day:02}(?!\d)"
        rf"|(?<![\d.])0?{day}\.0?{month}\.(?=\d\d(?:\d\d)?(?![\d.])|[^\d]|\Z)"
    )


@lru_cache(maxsize=7)
def _of_week(weekday: int) -> re.Pattern[str]:
    names = [name for name in _names(WEEKDAYS, weekday) if len(name) >= _SHORTEST_NAME]
    return date_pattern(
        rf"(?<!\w)(?:(?:{_EVERY})\s(?:{'|'.join(names)})s?|(?:{'|'.join(names)})s)(?!\w)"
    )


def _names(table: Mapping[str, int], number: int) -> list[str]:
    return sorted(lower_case(name) for name, value in table.items() if value == number)
