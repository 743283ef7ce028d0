"""Days from a date up to today: "since March", "seit gestern", "depuis le 3 mai", "desde 2024"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from itertools import islice

from ...model import DayRange
from .date_patterns import YEAR, date_pattern, lower_case
from .joined_dates import ARTICLE, TO, NamedDate
from .quarters_and_seasons import LAST
from .relative_dates import relative_days
from .thirds_and_halves import PART

SINCE = "since|seit|depuis|desde|des de|dal|dalla|sinds|(?<!the )(?<!my )sedan|siden|od|від|з|со?"
"""Some are other words, too; what follows must be a date. Not Italian "da": in Portuguese it is "of
the", as in "a reunião da semana passada"."""

MAX_SINCE = 3
"""So many of these words in a text are looked at."""

MAX_WORDS = 5
"""Longest relative date, as "the day before yesterday", in words."""

LONG_DAYS = 31
"""More days than this say as little as a month."""

_SINCE = date_pattern(rf"(?<![^\W_])(?:{SINCE})\s+")
_BEFORE = date_pattern(rf"(?<![^\W_])(?:{SINCE})\s+{ARTICLE}(?:l['’])?(?:(?:{LAST}|{PART})\s+)?\Z")
_MAX_BEFORE = 30
"""Longest text before a date in which "since" is looked for, in characters."""

_YEAR = re.compile(YEAR)
_WORD = re.compile(r"\S+\s*")
_ARTICLE = date_pattern("(?:the|dem|den|der|el|la|le|les|il|lo|os?|as?|het|de)\\s+")
# "Dal lunedì al venerdì" is every week.
_GOES_ON = date_pattern(rf"(?:{TO})\s")


def is_since(lower: str, start: int) -> bool:
    """Return whether "since" stands before an offset of a text.

    Args:
        lower: The text in lower case.
        start: The offset.
    """
    return _BEFORE.search(lower, max(start - _MAX_BEFORE, 0), start) is not None


def up_to_today(days: Iterable[DayRange], today: date) -> DayRange | None:
    """Return the days from the latest of some past dates up to today.

    Args:
        days: What the date may mean; without a year, one for each year.
        today: The clock.

    Returns:
        The days; None if all are ahead.
    """
    end = today.toordinal()
    past = [named for named in days if named.first <= end]
    if not past:
        return None
    latest = max(past, key=lambda named: named.first)
    return DayRange(latest.first, end, month=latest.month or end - latest.first >= LONG_DAYS)


def dates_since(lower: str, dates: Iterable[NamedDate], today: date) -> list[NamedDate]:
    """Return dates with those after "since" lasting up to today.

    Args:
        lower: The text in lower case.
        dates: The dates in it.
        today: The clock.
    """
    return [
        _lasting(named, lower, today)
        if is_since(lower, named.start) and not named.is_span
        else named
        for named in dates
    ]


def relative_days_since(text: str, today: date) -> tuple[list[DayRange], str]:
    """Read what follows "since" and is relative to the clock: "since last week".

    Args:
        text: The question.
        today: The clock.

    Returns:
        The days up to today, and the text without the words for them.
    """
    lower = lower_case(text)
    found, kept, end = [], [], 0
    for match in islice(_SINCE.finditer(lower), MAX_SINCE):
        if match.start() < end:
            continue
        ahead = islice(_WORD.finditer(text, match.end()), MAX_WORDS)
        for last in (word.end() for word in ahead):
            days = _relative(match[0], text[match.end() : last], today)
            if days is None:
                continue
            if not _GOES_ON.match(lower, last):
                found.append(days)
                kept.append(text[end : match.start()])
                end = last
            break
    return found, " ".join([*kept, text[end:]])


def _relative(since: str, words: str, today: date) -> DayRange | None:
    """Return the days since what words say, if the first one belongs to it."""
    bare = _ARTICLE.sub("", words.lower(), count=1)
    # "Depuis" shows that "hier" is French. "Since the weekend" and "since Monday" mean the last.
    for said in (f"{since}{words}", f"am {bare}", f"last {bare}"):
        days = list(relative_days(said, today))
        if days:
            _, _, rest = bare.strip().partition(" ")
            return None if days == list(relative_days(rest, today)) else up_to_today(days, today)
    return None


def _lasting(named: NamedDate, lower: str, today: date) -> NamedDate:
    days = up_to_today(named.days, today)
    if days is None and not _YEAR.search(lower, named.start, named.end):
        # "Since December", where all memories are of this year, or of none.
        before = (_year_before(each) for each in named.days)
        days = up_to_today(before, today)
    return named if days is None else NamedDate(named.start, named.end, (days,))


def _year_before(days: DayRange) -> DayRange:
    first = date.fromordinal(days.first)
    first = date(first.year - 1, first.month, min(first.day, 28))
    return DayRange(first.toordinal(), days.last, month=days.month)
