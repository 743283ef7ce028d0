"""Holidays that a question names as a date: "at Easter", "last Christmas", "Silvester 2024".

Only after words such as "at" or "last", as an end of "between Christmas and New Year", or before a
year: "Christmas presents" says no day. In the languages of Western Europe and in Polish.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from ...model import DayRange
from .date_patterns import date_pattern, lower_case
from .joined_dates import AND, BETWEEN, NamedDate


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


def _fixed(month: int, day: int, length: int = 1) -> Callable[[int], tuple[date, int]]:
    return lambda year: (date(year, month, day), length)


def _after_easter(days: int, length: int) -> Callable[[int], tuple[date, int]]:
    return lambda year: (easter_sunday(year) + timedelta(days=days), length)


def _thanksgiving(year: int) -> tuple[date, int]:
    first = date(year, 11, 1)
    return first + timedelta(days=(3 - first.weekday()) % 7 + 21), 1


_HOLIDAYS: dict[str, Callable[[int], tuple[date, int]]] = {
    "christmas eve|heilig(?:er )?abend|nochebuena|vigilia di natale|wigili[aęi]|kerstavond"
    "|julafton|juleaften": _fixed(12, 24),
    "christmas(?: day)?|xmas|weihnachten|no[ëe]l|navidad(?:es)?|natale|natal|kerst(?:mis)?"
    "|bo[żz](?:e|ego) narodzeni[ea]": _fixed(12, 24, 3),
    "new year['’]?s(?: eve| day)?|new year|silvester|neujahr|nouvel an|saint-sylvestre|nochevieja"
    "|a[ñn]o nuevo|capodanno|ano novo|oud en nieuw|oudjaar|nieuwjaar|sylwestra"
    "|nowy rok|ny[åa]r(?:safton|saften)?": _fixed(12, 31, 2),
    "easter|ostern|p[âa]ques|pascua|semana santa|pasqua|p[áa]scoa|pasen|wielkanoc"
    "|p[åa]sk(?:en?)?": _after_easter(-2, 4),
    "pentecost|whitsun|pfingsten|pentec[ôo]te|pinksteren|pinse": _after_easter(49, 2),
    "halloween": _fixed(10, 31),
    "thanksgiving": _thanksgiving,
    "ferragosto": _fixed(8, 15),
}
"""Words for each, and its first day and number of days in a year."""

_BEFORE = (
    "at|over|on|around|during|since|before|after|by|zu|über|um|seit|vor|nach|à|pour|depuis|avant"
    "|après|en|por|desde|per|prima di|dopo|pelo|met|rond|tijdens|sinds|voor|w|przed|po|til|till"
    # Also words of English: "a Christmas tree", "an Easter egg", "no Christmas this year".
    r"|an(?=\s+(?:weihn|ostern|pfingst|silv|neuj|heil))|a(?=\s+(?:nat|pas|penteco|ferr|capod))"
    r"|n[oa](?=\s+(?:natal|p[áa]sc|ano novo|wiel|bo[żz]|wigil))"
)
_LAST = (
    "last|this past|letzte[nrsm]?|vergangene[nrsm]?|le dernier|dernier|l['’]ultimo|lo scorso|vorige"
    "|afgelopen|zesz[łl][ąaey]|[úu]ltim[oa]|f[öo]rra|sidste|forrige"
)
_NAMES = "|".join(f"(?P<h{number}>{words})" for number, words in enumerate(_HOLIDAYS))
_HOLIDAY = date_pattern(
    rf"(?<![^\W_])(?:(?P<before>{_BEFORE}|(?P<between>{BETWEEN}))\s+|(?P<last>{_LAST})\s+"
    rf"|(?P<and>{AND})\s+)?(?:the\s+|el\s+|la\s+)?"
    rf"(?P<holiday>{_NAMES})(?![^\W_]|-\w)"
    r"(?:\s+(?:of\s+|de\s+|del\s+)?(?P<year>(?:19|20)\d\d)(?![\w-]))?"
)


def holiday_dates(text: str, years: Sequence[int], today: date) -> Iterator[NamedDate]:
    """Read the holidays that a text names as dates.

    Args:
        text: The question.
        years: The years that one without a year may mean, the latest first.
        today: The clock, for "last".

    Yields:
        Each with its days.
    """
    other_end = 0
    for match in _HOLIDAY.finditer(lower_case(text)):
        days_of = _days_of(match)
        is_end = match["and"] and match.start() == other_end
        other_end = match.end() + 1 if match["between"] else 0
        if match["year"]:
            days = [days_of(int(match["year"]))]
        elif match["last"]:
            latest = (days_of(today.year - back) for back in range(2))
            days = [next(past for past in latest if past.first < today.toordinal())]
        elif match["before"] or is_end:
            days = [days_of(year) for year in years]
        else:
            continue
        yield NamedDate(match.start("holiday"), match.end(), tuple(days))


def _days_of(match: re.Match[str]) -> Callable[[int], DayRange]:
    number = next(n for n in range(len(_HOLIDAYS)) if match[f"h{n}"] is not None)
    days_in = list(_HOLIDAYS.values())[number]

    def days(year: int) -> DayRange:
        first, length = days_in(year)
        return DayRange(first.toordinal(), first.toordinal() + length - 1)

    return days
