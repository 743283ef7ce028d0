"""Years that a question names: "in 2024", "last year", "im letzten Jahr", "2024年".

A number is a year only after a word such as "in": "the 2025 budget" and "model 2024" name none.
"""

from __future__ import annotations

import re
from datetime import date

from ...model import DayRange
from .date_patterns import date_pattern, lower_case
from .joined_dates import AND, TO
from .since import SINCE, is_since, up_to_today

MAX_YEARS = 32
"""Longest span of years, as "from 1990 to 2024"."""

_YEARS_BACK = {
    1: re.compile(  # "Loni" is a name, too
        r"\b(?:last year|(?:letzte|vorige|vergangene)[nms]? jahr(?:e?s)?|el año pasado|sidste år"
        r"|l['’]an(?:née)? (?:dernier|dernière|passée?)|l['’]anno scorso|ano passado|vorig jaar"
        r"|förra året|i fjor|zeszłym roku|(?-i:loni)|loni ve?|geçen yıl|в прошлом году)\b"
        r"|去年|昨年|작년",
        re.IGNORECASE,
    ),
    0: re.compile(
        r"\b(?:this year|diese[sm] jahr(?:e?s)?|cette année|este (?:año|ano)|quest['’]anno"
        r"|dit jaar|i år|w tym roku|letos|bu yıl|в этом году)\b|今年|올해",
        re.IGNORECASE,
    ),
}
"""Years in words, which a date without one may have beside it: "in May last year"."""

# "The last year" is that up to today, and "last year's budget" may be written down this year.
_OF_THING = re.compile(r"\s*(?:['’]s\b|of\b)")
_ARTICLE = re.compile(r"\bthe\s\Z", re.IGNORECASE)

_NUMBER = r"(?:19|20)(?!00)\d\d"
"""A year; "in 2000 words" is a length."""

_FROM = "from|von|van|de|fra|från|от|с"
"""Years only if another one follows: "from 2019 to 2021"."""

_IN_YEAR = date_pattern(
    rf"(?<![^\W_])(?:(?:(?P<from>{_FROM})(?=\s+{_NUMBER}\s*(?:[-–—]|\s(?:{TO})\s)\s*{_NUMBER})"
    rf"|(?P<since>{SINCE})|in|during|throughout|im|en|em|nel|durante|i|under|w|в)"
    r"(?:\s+(?:the\s+year|jahre?|laufe\s+des\s+jahres|el\s+año|l['’]année|o\s+ano|het\s+jaar|år"
    r"|roku))?|v\s+roce)"
    rf"\s+(?P<year>{_NUMBER})"
    rf"(?:(?:\s*(?P<to>[-–—])\s*|\s+(?:(?P<until>{TO})|{AND}|or|oder|ou|o)\s+)(?P<last>{_NUMBER}))?"
    r"(?![\w-]|[.,/:]\d|['’]s)"
    rf"|(?<!\d)(?P<han>{_NUMBER})\s?[年년](?!\s?[\d前以之后後代度])"
)


def year_in_words(text: str, today: date) -> int | None:
    """Return the year that a text says in words: "last year", "this year".

    Args:
        text: The question.
        today: The clock.

    Returns:
        The year; None if it says none.
    """
    backs = (back for back, pattern in _YEARS_BACK.items() if pattern.search(text))
    back = next(backs, None)
    return None if back is None else today.year - back


def whole_years(text: str, today: date) -> list[DayRange]:
    """Read the whole years that a text names.

    Args:
        text: The question.
        today: The clock, for "last year".

    Returns:
        Each year from its first day to its last, or to today after "since"; not the present one,
        where it has no number.
    """
    lower = lower_case(text)
    years: dict[int, None] = {}
    since: list[int] = []
    for match in _YEARS_BACK[1].finditer(text):
        start, end = match.span()
        if is_since(lower, start):
            since.append(today.year - 1)
        elif not (_OF_THING.match(text, end) or _ARTICLE.search(text, max(start - 5, 0), start)):
            years[today.year - 1] = None
    for match in _IN_YEAR.finditer(lower):
        if match["since"] and not match["last"]:
            since.append(int(match["year"]))
            continue
        named = [int(number) for number in match.group("year", "last", "han") if number]
        first, last = min(named), max(named)
        step = 1 if match["to"] or match["until"] else max(last - first, 1)
        years.update(dict.fromkeys(range(first, last + 1, step)[:MAX_YEARS]))
    whole = [DayRange.of_year(year) for year in years]
    lasting = (up_to_today([DayRange.of_year(year)], today) for year in since)
    return whole + [days for days in lasting if days is not None]
