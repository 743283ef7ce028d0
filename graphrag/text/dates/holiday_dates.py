"""Holidays that a question names as a date: "at Easter", "last Christmas", "Silvester 2024".

Only after words such as "at" or "last" of the same language, as an end of "between Christmas and
New Year", or beside a year: "Christmas presents" and "the Christmas party" say no day. In the
languages of Western and Northern Europe and in Polish.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import count
from typing import NamedTuple

from ...model import DayRange
from .date_patterns import YEAR, date_pattern, lower_case
from .joined_dates import AND, BETWEEN, NamedDate
from .quarters_and_seasons import LAST, LAST_AFTER


def easter_sunday(year: int) -> date:
    """Return the day of Easter in the Western churches.

    Args:
        year: The year, from 1583 on.

    Returns:
        The day, by the algorithm of Meeus, Jones and Butcher.
    """
    golden = year % 19
    century, in_century = divmod(year, 100)
    leap_centuries, rest = divmod(century, 4)
    moon = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leap_centuries - moon + 15) % 30
    leap_years, years = divmod(in_century, 4)
    weekday = (32 + 2 * rest + 2 * leap_years - epact - years) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _thanksgiving(year: int) -> date:
    first = date(year, 11, 1)
    return first + timedelta(days=(3 - first.weekday()) % 7 + 21)


_DAYS: dict[str, tuple[Callable[[int], date], int]] = {
    "christmas_eve": (lambda year: date(year, 12, 24), 1),
    "christmas": (lambda year: date(year, 12, 24), 3),
    "new_years_eve": (lambda year: date(year, 12, 31), 2),
    "new_year": (lambda year: date(year, 1, 1) - timedelta(days=1), 2),
    "easter": (lambda year: easter_sunday(year) - timedelta(days=2), 4),
    "pentecost": (lambda year: easter_sunday(year) + timedelta(days=49), 2),
    "halloween": (lambda year: date(year, 10, 31), 1),
    "thanksgiving": (_thanksgiving, 1),
    "ferragosto": (lambda year: date(year, 8, 15), 1),
}
"""The first day of each holiday in a year, and how many days it has."""


class _Language(NamedTuple):
    """How a language says these, as regular expressions.

    Attributes:
        before: "at", "since" and the like, with an article where it needs one.
        names: Words for the holidays, by their keys in ``_DAYS``.
    """

    before: str
    names: dict[str, str]


_LANGUAGES = (
    _Language(
        "at|over|on|around|during|since|before|after|by|for|til|till|until",
        {
            "christmas_eve": "christmas eve",
            "christmas": "christmas(?: day)?|xmas",
            "new_years_eve": "new year['’]?s eve",
            "new_year": "new year['’]?s(?: day)?|new year",
            "easter": "easter",
            "pentecost": "pentecost|whitsun",
            "halloween": "halloween",
            "thanksgiving": "thanksgiving",
        },
    ),
    _Language(
        "an|zu|über|um|seit|vor|nach|für|bis|rund um",
        {
            "christmas_eve": "heilig(?:en |er )?abend",
            "christmas": "weihnachten",
            "new_years_eve": "silvester",
            "new_year": "neujahr",
            "easter": "ostern",
            "pentecost": "pfingsten",
        },
    ),
    _Language(
        r"(?:à|pour|depuis|avant|après)(?:\s+l[ae])?",
        {
            "christmas": "no[ëe]l",
            "new_years_eve": "(?:la )?saint-sylvestre",
            "new_year": "nouvel an",
            "easter": "p[âa]ques",
            "pentecost": "(?:la )?pentec[ôo]te",
        },
    ),
    _Language(
        r"(?:en|por|para|desde|antes de|después de|durante)(?:\s+(?:el|la))?",
        {
            "christmas_eve": "nochebuena",
            "christmas": "navidad(?:es)?",
            "new_years_eve": "nochevieja",
            "new_year": "a[ñn]o nuevo",
            "easter": "semana santa|pascua",
        },
    ),
    _Language(
        "a|per|dopo|prima di|da|durante",
        {
            "christmas_eve": "(?:la )?vigilia di natale",
            "christmas": "natale",
            "new_year": "capodanno",
            "easter": "pasqua",
            "pentecost": "pentecoste",
            "ferragosto": "ferragosto",
        },
    ),
    _Language(
        "no|na|pelo|pela|desde [oa]|antes d[oa]|depois d[oa]",
        {"christmas": "natal", "new_year": "ano novo", "easter": "p[áa]scoa"},
    ),
    _Language(
        "met|rond|tijdens|sinds|voor|na",
        {
            "christmas_eve": "kerstavond",
            "christmas": "kerst(?:mis)?",
            "new_years_eve": "oudjaar|oud en nieuw",
            "new_year": "nieuwjaar",
            "easter": "pasen",
            "pentecost": "pinksteren",
        },
    ),
    _Language(
        "w|na|przed|po|od|do",
        {
            "christmas_eve": "wigili[aęi]",
            "christmas": "bo[żz](?:e|ego|ym) narodzeni[eau]m?",
            "new_years_eve": "sylwestra",
            "new_year": "nowy rok",
            "easter": "wielkanoc(?:y|ą)?",
        },
    ),
    _Language(
        "på|till|til|över|over|efter|etter|før|före|i",
        {
            "christmas_eve": "julafton(?:en)?|juleaften",
            "new_years_eve": "ny[åa]rs(?:afton|aften)",
            "easter": "p[åa]sk(?:en?)",
        },
    ),
)
# "At the Christmas party" says no day, "over the Christmas break" does.
_BREAK = r"(?=\s+(?:break|holidays?|weekend|days?|period|season))"


def _pattern() -> re.Pattern[str]:
    said = []
    for number, language in enumerate(_LANGUAGES):
        names = "|".join(f"(?P<{key}{number}>{words})" for key, words in language.names.items())
        said.append(rf"(?:(?P<before{number}>{language.before})\s+|the\s+)?(?:{names})")
    return date_pattern(
        rf"(?<![^\W_])(?:(?P<between>{BETWEEN})\s+|(?P<and>{AND})\s+|(?P<last>{LAST})\s+)?"
        rf"(?:{'|'.join(said)})"
        rf"(?![^\W_]|-\w|\s+island)(?P<of_break>{_BREAK})?"
        rf"(?:\s+(?P<after>{LAST_AFTER})(?!\w))?"
        rf"(?:\s+(?:of\s+|de\s+|del\s+)?(?P<year>{YEAR})(?![\w-]))?"
    )


_HOLIDAY = _pattern()


def holiday_dates(
    text: str, years: Sequence[int], today: date, *, says_year: bool = False
) -> Iterator[NamedDate]:
    """Read the holidays that a text names as dates.

    Args:
        text: The question.
        years: The years that one without a year may mean, the latest first.
        today: The clock, for "last".
        says_year: Whether the text says the year in words: "Christmas last year".

    Yields:
        Each with its days.
    """
    other_end = 0
    for match in _HOLIDAY.finditer(lower_case(text)):
        # Each group's name ends with the number of its language.
        said = {
            name.rstrip("0123456789"): name
            for name, value in match.groupdict().items()
            if value is not None
        }
        key = next(key for key in said if key in _DAYS)
        is_end = "between" in said or ("and" in said and match.start() == other_end)
        other_end = match.end() + 1 if "between" in said else 0
        if match["year"]:
            days = [_days(key, int(match["year"]))]
        elif "last" in said or "after" in said:
            days = [_latest(key, today.year + 1, today)]
        elif says_year and key == "new_year":
            # "New year last year" may be the one with which last year ended.
            days = [_latest(key, years[0] + 1, today)]
        elif "before" in said or "of_break" in said or is_end or says_year:
            days = [_days(key, year) for year in years]
        else:
            continue
        yield NamedDate(match.start(said[key]), match.end(), tuple(days))


def _latest(key: str, year: int, today: date) -> DayRange:
    """Return the latest past one of a holiday that is of a year or an earlier one."""
    years = (_days(key, year - back) for back in count())
    return next(past for past in years if past.first < today.toordinal())


def _days(key: str, year: int) -> DayRange:
    first_of, length = _DAYS[key]
    first = first_of(year).toordinal()
    return DayRange(first, first + length - 1)
