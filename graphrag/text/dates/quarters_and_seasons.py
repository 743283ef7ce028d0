"""Quarters and seasons that a question names: "in Q2", "last quarter", "last summer".

In the languages of Western Europe and in Polish. A season is the one of the northern hemisphere, in
whole months, and a date only beside "last", "this" or a year: "heats the hall in winter" says no
day. Winter counts to the year in which it begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from ...model import DayRange
from .date_patterns import YEAR, date_pattern, lower_case
from .joined_dates import NamedDate
from .versions import is_version


class _Language(NamedTuple):
    """How a language says these, as regular expressions.

    Attributes:
        seasons: Spring, summer, autumn and winter.
        quarter: "quarter".
        ordinals: First to fourth.
        last: "last", before the noun.
        this: "this", before it.
        last_after: "last", after it.
    """

    seasons: str
    quarter: str
    ordinals: str
    last: str
    this: str
    last_after: str = r"(?!)"


_LANGUAGES = (
    _Language(
        "spring summer autumn|fall winter",
        "quarter",
        "first|1st second|2nd third|3rd fourth|4th",
        "last|past|previous",
        "this|current",
    ),
    _Language(
        "frühling|frühjahr sommer herbst winter",
        "quartals?",
        r"erste[nrs]?|1\. zweite[nrs]?|2\. dritte[nrs]?|3\. vierte[nrs]?|4\.",
        "(?:letzt|vergangen|vorig)e[nrsm]?",
        "diese[nrsm]?",
    ),
    _Language(
        "printemps été automne hiver",
        "trimestre",
        "premier|1er deuxième|2e troisième|3e quatrième|4e",
        "dernier",
        "cet|ce",
        "derni(?:er|ère)|passé",
    ),
    _Language(
        "primavera verano otoño invierno",
        "trimestre",
        "primer segundo tercer cuarto",
        "último",
        "est[ea]",
        "pasad[oa]",
    ),
    _Language(
        "primavera estate autunno inverno",
        "trimestre",
        "primo secondo terzo quarto",
        "scors[oa]|ultimo",
        "quest[oa]?",
        "scors[oa]|passat[oa]",
    ),
    _Language(
        "primavera verão outono inverno",
        "trimestre",
        "primeiro segundo terceiro quarto",
        "último",
        "est[ea]",
        "passad[oa]",
    ),
    _Language(
        "lente|voorjaar zomer herfst|najaar winter",
        "kwartaal",
        "eerste tweede derde vierde",
        "vorige?|afgelopen|laatste",
        "deze|dit",
    ),
    _Language(
        "wiosn[aęyą] lato|lata|latem jesie(?:ń|ni|nią) zim[aęyą]",
        "kwarta(?:ł|łu|le)",
        "pierwsz(?:y|ym|ego) drug(?:i|im|iego) trzeci(?:m|ego)? czwart(?:y|ym|ego)",
        "(?:zeszł|ubiegł|poprzedni|ostatni)(?:a|e|ej|ego|ą|y|ym|m)?",
        "t(?:a|o|en|ę|ej|ego|ym)",
    ),
    _Language(
        "våren|foråret sommaren|sommeren|sommer hösten|efteråret|høsten|høst vintern|vinter(?:en)?",
        "kvartal(?:et)?",
        "första|første andra|andet|andre tredje fjärde|fjerde",
        "förra|sidste|forrige",
        "den här|denne|dette|detta",
    ),
)
LAST = "|".join(said.last for said in _LANGUAGES)
LAST_AFTER = "|".join(said.last_after for said in _LANGUAGES)
"""Words for "last" in any of these languages, before what is last and after it."""

_FIRST_MONTHS = (3, 6, 9, 12)
"""Of the seasons; one has three months, as a quarter has."""


_GAP = r"(?:\s+|['’]\s?)"
_WORD = re.compile(r"[^\s'’/-]+")
_YEAR = re.compile(YEAR)
_OF_YEAR = rf"(?:\s+(?:(?:of|de|del|do|w)\s+)?|\s?[/-]\s?){YEAR}\b(?![.-]\d)"


def _numbered(*tables: str) -> re.Pattern[str]:
    """Return a pattern of the words of all languages, with a group for each of the four."""
    columns = zip(*(table.split() for table in tables), strict=True)
    groups = (f"(?P<n{n}>{'|'.join(words)})" for n, words in enumerate(columns, start=1))
    return date_pattern("|".join(groups))


def _pattern(*alternatives: str) -> re.Pattern[str]:
    return date_pattern(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)")


def _any(table: str) -> str:
    return f"(?:{'|'.join(table.split())})"


def _last(parts: str, said: _Language) -> str:
    return rf"(?:{said.last}){_GAP}{parts}|{parts}\s+(?:{said.last_after})"


def _this(parts: str, said: _Language) -> str:
    return rf"(?:{said.this}){_GAP}{parts}"


_SEASONS = _numbered(*(said.seasons for said in _LANGUAGES))
_SEASON_OF_YEAR = _pattern(*(_any(said.seasons) + _OF_YEAR for said in _LANGUAGES))
_LAST_SEASON = _pattern(*(_last(_any(said.seasons), said) for said in _LANGUAGES))
_THIS_SEASON = _pattern(*(_this(_any(said.seasons), said) for said in _LANGUAGES))
_QUARTERS = _numbered(*(said.ordinals for said in _LANGUAGES), "q1 q2 q3 q4")
_OF_QUARTER = _pattern(
    rf"q[1-4](?:{_OF_YEAR}|(?!['’/.-]?\d))",
    *(rf"{_any(said.ordinals)}\s+{said.quarter}(?:{_OF_YEAR})?" for said in _LANGUAGES),
)
_LAST_OF_YEAR = _pattern(*(rf"(?:{said.last})\s+{said.quarter}{_OF_YEAR}" for said in _LANGUAGES))
_LAST_QUARTER = _pattern(*(_last(said.quarter, said) for said in _LANGUAGES))
_THIS_QUARTER = _pattern(*(_this(said.quarter, said) for said in _LANGUAGES))


def quarters_and_seasons(text: str, years: Sequence[int], today: date) -> Iterator[NamedDate]:
    """Read the quarters and seasons that a text names.

    Args:
        text: The question.
        years: The years that a quarter without one may mean, the latest first.
        today: The clock, for "last" and "this".

    Yields:
        Each with its whole months.
    """
    lower = lower_case(text)
    quarter = today.year * 4 + (today.month - 1) // 3
    for match in _OF_QUARTER.finditer(lower):
        named = _YEAR.search(match.group())
        if named or not is_version(text, *match.span()):  # "Audi Q3"
            of_years = [int(named.group())] if named else years
            first = 3 * _which(_QUARTERS, match) - 2
            yield _named(match, *(_months(year, first) for year in of_years))
    for match in _SEASON_OF_YEAR.finditer(lower):
        year = _YEAR.findall(match.group())[-1]
        yield _named(match, _months(int(year), _first_month(match)))
    for match in _LAST_OF_YEAR.finditer(lower):
        yield _named(match, _months(int(_YEAR.findall(match.group())[-1]), 10))
    rest = _LAST_OF_YEAR.sub(" ", lower)
    for match in _LAST_QUARTER.finditer(rest):
        yield _named(match, _quarter(quarter - 1))
    for match in _THIS_QUARTER.finditer(lower):
        yield _named(match, _quarter(quarter))
    for match in _LAST_SEASON.finditer(lower):
        seasons = _seasons(match, today)
        yield _named(match, next(days for days in seasons if days.last < today.toordinal()))
    for match in _THIS_SEASON.finditer(lower):
        nearest = min(_seasons(match, today), key=lambda days: _distance(days, today))
        if nearest.last < today.toordinal():  # "is due this spring" may stand in any memory
            yield _named(match, nearest)


def _which(numbered: re.Pattern[str], match: re.Match[str]) -> int:
    """Return which of the four a match names, from 1."""
    words = _WORD.findall(match.group())
    found = next(filter(None, map(numbered.fullmatch, words)))
    return int((found.lastgroup or "")[1:])


def _first_month(season: re.Match[str]) -> int:
    return _FIRST_MONTHS[_which(_SEASONS, season) - 1]


def _seasons(match: re.Match[str], today: date) -> list[DayRange]:
    """Return the seasons that a match may mean, the latest first."""
    first = _first_month(match)
    return [_months(today.year - back, first) for back in range(3)]


def _distance(days: DayRange, today: date) -> int:
    return abs(days.first + days.last - 2 * today.toordinal())


def _quarter(number: int) -> DayRange:
    """Return a quarter by its number since the year 0."""
    year, before = divmod(number, 4)
    return _months(year, 3 * before + 1)


def _months(year: int, first: int) -> DayRange:
    """Return three months from the first one on."""
    last = DayRange.of_month(year + (first > 10), (first + 1) % 12 + 1)
    return DayRange(date(year, first, 1).toordinal(), last.last, month=True)


def _named(match: re.Match[str], *days: DayRange) -> NamedDate:
    return NamedDate(match.start(), match.end(), days)
