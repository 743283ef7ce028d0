"""Dates that a question names, as ranges of days.

Absolute dates in the usual spellings (ISO, `dd.mm.yyyy`, `mm/dd/yyyy`, the month names of
`calendar_words`, Chinese, Japanese and Korean numerals) are read here, all others in modules of
their own: `quarters_and_seasons`, `thirds_and_halves` ("mid 2024"), `holiday_dates`,
`relative_dates` and `years`. What follows "since" lasts up to today (`since`).
A date without a year stands for that day in every year that the memories cover. A year is a date
where no other one is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import chain, islice, product

from ...model import DayRange
from ..nfkc import nfkc
from ..spans import TakenSpans
from ..word_lists.calendar_words import MONTHS
from ..word_lists.word_sets import any_of, split_words
from .ambiguous_months import names_month
from .date_patterns import YEAR, date_pattern, lower_case, typed_words
from .days_of_month import DAYS, ORDINAL, days_of_month, with_first_days
from .holiday_dates import holiday_dates
from .joined_dates import NamedDate, joined_dates
from .quarters_and_seasons import quarters_and_seasons
from .relative_dates import relative_days
from .since import dates_since, relative_days_since
from .thirds_and_halves import thirds_and_halves
from .versions import is_number
from .years import whole_years, year_in_words

MAX_TEXT = 4000
"""Only so many characters of a message are read."""

MAX_RANGES = 32
"""Maximum number of ranges that are kept; of a date without a year those of the latest years. The
query of a turn takes no more."""

DEFAULT_YEARS = 3
"""Years back from the clock for a date without a year, where the memories' days are unknown."""

_WORD = re.compile(r"\w+")
# "Maja" is a woman, and a month beside a day.
_MONTHS = typed_words(MONTHS) | {"maja": 5}
_MONTH = any_of(_MONTHS)
_YEAR = rf"(?P<year>{YEAR})"
_OF = r"(?:\s+(?:of|de|del|do|di))?"
_YEAR_AFTER = rf"(?:,?\s+(?:de\s+|del\s+|do\s+)?{_YEAR}\b)?"
# "Jan-Marco" is a man.
_UNTIL = r"(?:\s+(?:to|till|until|through|bis|[–-])\s+|(?<!jan)[–-])"
_WITH_NUMBERS = tuple(
    date_pattern(expression)
    for expression in (
        rf"(?<!\d){_YEAR}\s?[年년]\s?(?P<month>\d{{1,2}})\s?[月월](?:\s?(?P<day>\d{{1,2}})\s?[日号號일])?",
        r"(?<![\d年])(?P<month>\d{1,2})\s?[月월](?!間|间)(?:\s?(?P<day>\d{1,2})\s?[日号號일])?",
        rf"(?<![\d.-]){_YEAR}(?P<sep>[-/.])(?P<month>\d{{1,2}})(?:(?P=sep)(?P<day>\d{{1,2}}))?(?![\d-])",
        rf"(?<![\d.-]){_YEAR}\.\s(?P<month>\d{{1,2}})\.\s?(?P<day>\d{{1,2}})\b\.?",
        rf"(?<![\d.]){DAYS}(?<=\.)\s?(?P<month>\d{{1,2}})\.(?:\s?{_YEAR}\b|(?P<short>\d\d)\b(?!\.\d)|(?!\d))",
        rf"(?<![\d/])(?P<a>\d{{1,2}})(?P<sep>[/-])(?P<b>\d{{1,2}})(?P=sep)(?:{_YEAR}|(?P<short>\d\d))(?![\d/-])",
        rf"(?<![\w./,:-])(?P<month>0?[1-9]|1[0-2])(?P<sep>[/.]){_YEAR}(?<!00)(?![\w/-]|[.,:]\d)",
    )
)
_WITH_MONTHS = tuple(
    date_pattern(expression)
    for expression in (
        rf"(?<![\w.]){DAYS}{_OF}\s+(?P<name>{_MONTH})\b\.?{_YEAR_AFTER}",
        rf"(?<![\d.-])(?<!\d )(?<!\d, ){_YEAR}\.?\s(?P<name>{_MONTH})\.?\s{DAYS}(?!\d)",
        rf"\b(?P<name>(?!ago\b)(?:{_MONTH}))\.?\s+(?:the\s+)?{DAYS}(?!\d){_YEAR_AFTER}",
        rf"\b(?P<name>{_MONTH})\.?,?\s+(?:of\s+|de\s+|del\s+|do\s+)?{_YEAR}\b",
        rf"(?:(?P<before>\b\w+|[–-])(?:\s*|-))??\b(?P<name>{_MONTH})\b"
        rf"(?:(?=(?P<until>{_UNTIL})(?:\d{{1,2}}{ORDINAL}{_OF}\s+)?(?:{_MONTH})\b)|)",
    )
)

_LAST = frozenset(["last", "letzten", "vergangenen"])
_NEXT = split_words("next nächsten kommenden próximo prossimo volgende nästa næste neste")


def question_days(
    text: str, *, today: date, first: int | None = None, last: int | None = None
) -> tuple[DayRange, ...]:
    """Read the dates that a text names.

    Args:
        text: The question.
        today: The clock, for relative dates.
        first: Ordinal of the first day that the memories cover, where known.
        last: Ordinal of the last one, where known.

    Returns:
        Ranges of days, each once, in the order of their first day; at most 32.
    """
    text = nfkc(text[:MAX_TEXT])[:MAX_TEXT]
    lower = lower_case(text)
    year = year_in_words(text, today)
    years = [year] if year is not None else _years(today, first, last)
    since, rest = relative_days_since(text, today)
    found: dict[DayRange, None] = dict.fromkeys([*since, *relative_days(rest, today)])
    dates = chain(
        _dates(text, years, today),
        quarters_and_seasons(text, years, today),
        thirds_and_halves(text),
        holiday_dates(text, years, today, says_year=year is not None),
    )
    for named in dates_since(lower, joined_dates(text, islice(dates, MAX_RANGES)), today):
        found.update(dict.fromkeys(named.days))
    if not found:
        found.update(dict.fromkeys(whole_years(text, today)))
    kept = list(found)[:MAX_RANGES]
    return tuple(sorted(kept, key=lambda days: (days.first, days.last)))


def _dates(text: str, years: list[int], today: date) -> Iterator[NamedDate]:
    taken = TakenSpans()
    lower = with_first_days(lower_case(text))
    names_month = not _MONTHS.keys().isdisjoint(_WORD.findall(lower))
    for pattern in (*_WITH_NUMBERS, *(_WITH_MONTHS if names_month else ())):
        for match in pattern.finditer(lower):
            start, end = match.span()
            if not taken.is_free(start, end):
                continue
            follows_date = not taken.is_free(start - 2, start)
            days = tuple(_ranges(text, match, years, today, follows_date))
            if days:
                taken.take(start, end)
                start = match.start("name") if "before" in match.groupdict() else start
                is_span = any(each.first < each.last and not each.month for each in days)
                yield NamedDate(start, end, days, is_span)


def _years(today: date, first: int | None, last: int | None) -> list[int]:
    """Return the years that a date without one may mean, the latest first.

    A single memory of the year 9999 must not hide those of the last years.
    """
    if first is None or last is None or last < first:
        return [today.year - back for back in range(DEFAULT_YEARS)]
    first_year, last_year = date.fromordinal(first).year, date.fromordinal(last).year
    last_year = min(last_year, max(first_year, today.year + 1))
    return list(range(last_year, first_year - 1, -1))[:MAX_RANGES]


def _ranges(
    text: str, match: re.Match[str], years: list[int], today: date, follows_date: bool
) -> Iterator[DayRange]:
    """Yield the days that a match of one of the patterns means; none if it is no date.

    Args:
        text: The question.
        match: The match, in the lower case of the question.
        years: The years that a date without one may mean.
        today: The clock, for "last May".
        follows_date: Whether another date stands right before it.
    """
    groups = match.groupdict()
    if groups.get("year"):
        years = [int(groups["year"])]
    elif groups.get("short"):
        years = [2000 + int(groups["short"])]
    if groups.get("a"):
        yield from _slashed_days(years, int(groups["a"]), int(groups["b"]))
        return
    if groups.get("name"):
        month = _MONTHS[groups["name"]]
        is_alone = not groups.get("day") and not groups.get("year")
        if is_alone and not names_month(text, match, follows_date=follows_date):
            return
        before = groups.get("before") or ""
        if is_alone and before in _LAST:
            years = [today.year if month < today.month else today.year - 1]
        if is_alone and before in _NEXT:
            years = [today.year if month > today.month else today.year + 1]
    else:
        month = int(groups["month"])
        if _may_be_version(groups) and is_number(text, *match.span()):
            return
    if groups.get("day"):
        for year, (first_day, last_day) in product(years, days_of_month(match)):
            yield from _days([year], month, first_day, last_day)
    elif 1 <= month <= 12:
        yield from (DayRange.of_month(year, month) for year in years)


def _slashed_days(years: list[int], one: int, other: int) -> Iterator[DayRange]:
    """Yield 05/08/2023: the eighth of May to some and the fifth of August to others."""
    for month, day in {(one, other): None, (other, one): None}:
        yield from _days(years, month, day, day)


def _days(years: list[int], month: int, first_day: int, last_day: int) -> Iterator[DayRange]:
    for year in years:
        try:
            first, last = date(year, month, first_day), date(year, month, last_day)
        except ValueError:
            continue
        if first <= last:
            yield DayRange(first.toordinal(), last.toordinal())


def _may_be_version(groups: dict[str, str | None]) -> bool:
    """Whether a date is written as a version may be, too: 22.04., 2024.1, 3.10.12."""
    is_full = bool(groups.get("day")) and bool(groups.get("year"))
    return not is_full and groups.get("sep", ".") == "."
