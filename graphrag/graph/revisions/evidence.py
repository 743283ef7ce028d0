"""What the texts of two memories say for a change of the same thing from the older to the newer."""

from __future__ import annotations

from collections.abc import Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from ...text.changes.additions import without_additions
from ...text.changes.change_words import BEGINNINGS, FORMERLY, change_words
from ...text.changes.settlements import is_outstanding, is_settled
from ...text.changes.single_values import SingleValue, single_value
from ...text.changes.stated_parts import stated_parts
from ...text.changes.values import (
    CURRENCIES,
    OFF,
    UNTIL,
    WEEKDAY,
    Values,
    contradictions,
    is_measure,
    values,
)
from .terms import UNITS_OF_TIME, stem, stems_in, terms_of

ENGLISH_WEIGHT = 0.6
"""What an English word of a text in another language counts."""

THING_WEIGHT = 0.3
"""What a thing with one value counts as a whole; its words may all be common: "user's car"."""

SCHEDULE = frozenset([WEEKDAY, OFF, "clock"])

SINGLE = frozenset(["phone", "secret", "ip", UNTIL])
"""Kinds of values of which a thing has one."""

ENGLISH_OF_HOURS = frozenset(["clock", "o", "o'clock", "watch"])
"""What "Uhr" is in English: it says nothing of what happens at that time."""

MAX_DAYS_AGO = 120
"""A date without a year that is so many days past when it is written is not next year's."""

Evidence = Literal["both", "change", "beginning", "restated", "values", "dates", "hint"]
"""What speaks for a change: a word of change and other values, one of them, the same sentence with
another value, another date, or only a hint.

A word of change may only say that something began."""


_NOTHING: frozenset[str] = frozenset()
"""One for all memories without such words: Python makes each empty set anew."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says, as far as it matters here.

    Attributes:
        terms: The stems of its content words with their weights; English ones weigh less.
        own: Those of its own words, in order.
        strong: Words that speak of a change.
        weak: Words that may.
        values: What it gives, by kind.
        changed: What it gives in place of something older, as far as its sentences allow that.
        single: The value that it gives of a thing that has one such value; None mostly.
        is_outstanding: Whether it tells of something that is still to be paid.
        is_settled: Whether it tells that something has been paid.
    """

    terms: Mapping[str, float]
    own: tuple[str, ...]
    strong: frozenset[str]
    weak: frozenset[str]
    values: Values
    changed: Values
    single: SingleValue | None = None
    is_outstanding: bool = False
    is_settled: bool = False

    @property
    def subject(self) -> str:
        """The first of its own words that is no unit of time; empty without one."""
        return next((term for term in self.own if term not in UNITS_OF_TIME), "")

    @property
    def secrets(self) -> frozenset[str]:
        """The stems of the passwords and the like that it gives: they are values, not words."""
        return stems_in(self.values.get("secret", ()))

    @property
    def may_replace(self) -> bool:
        """Whether it could make another one outdated."""
        return bool(self.strong or self.weak or self.changed or self.single or self.is_settled)


@lru_cache(maxsize=32_768)
def read(text: str, english: str) -> Reading:
    """Read a memory.

    Args:
        text: Its text.
        english: Its words in English, if it is in another language.
    """
    own = terms_of(text)
    spoken = [word for word in english.split() if word not in ENGLISH_OF_HOURS]
    terms = {term: ENGLISH_WEIGHT for term in map(stem, spoken) if term}
    terms |= dict.fromkeys(own, 1.0)
    single = single_value(text)
    if single is not None:
        terms[single.thing] = THING_WEIGHT
    replacing = without_additions(text)
    strong, weak = change_words(replacing)
    given = values(text)
    stated = stated_parts(replacing)
    changed = given if stated == text else values(stated)
    return Reading(
        terms,
        own,
        strong or _NOTHING,
        weak or _NOTHING,
        given,
        changed,
        single,
        is_outstanding(text),
        is_settled(stated),
    )


def evidence_of(newer: Reading, older: Reading) -> Evidence | None:
    """Return what speaks for a change, if anything does.

    Args:
        newer: What the newer memory says.
        older: What the older one says.
    """
    if newer.single and older.single and newer.single.contradicts(older.single):
        return None if _give_one_value(older, newer) else "restated"
    strong, weak = newer.strong - older.strong, newer.weak - older.weak
    if strong | weak <= FORMERLY and not FORMERLY.isdisjoint(older.strong | older.weak):
        strong = weak = _NOTHING  # "Otto is a former baker", "Otto used to bake"
    differing = contradictions(older.values, newer.changed)
    if older.is_outstanding and newer.is_settled and "code" not in differing:
        return "change"
    if "date" in differing and not (strong or weak):
        return "dates"
    firm = {kind for kind in differing if kind in {*SCHEDULE, *SINGLE} or is_measure(kind)}
    if "date" in older.values or "date" in newer.values:
        firm -= SCHEDULE  # an event on a day is no change of plan
    if (strong and _beside_dates(differing)) or (weak and firm):
        return "both"
    if strong and older.strong and _give_the_same(older.values, newer.values):
        return None  # both tell of one change
    if strong:
        return "beginning" if strong <= BEGINNINGS else "change"
    if firm:
        return "values"
    counted = differing - {"date", "code", *SCHEDULE}
    return "hint" if weak or counted else None


def _beside_dates(differing: Set[str]) -> Set[str]:
    """Return in which kinds two memories differ, without what may be of two events.

    Another date may be that of another event, and so may an amount beside one: "restored on 2 April
    in 38 minutes", "upgraded on 16 August in 22 minutes".
    """
    return differing & {*SCHEDULE, *SINGLE} if "date" in differing else differing


def gives_other_values(newer: Reading, older: Reading) -> bool:
    """Whether two memories give values of some kind that cannot both hold.

    Args:
        newer: What the newer memory says.
        older: What the older one says.
    """
    return bool(contradictions(older.values, newer.changed))


def gives_another_plan(newer: Reading, older: Reading) -> bool:
    """Whether two memories give other weekdays or times, or another number of which there is one.

    Args:
        newer: What the newer memory says.
        older: What the older one says.
    """
    return not contradictions(older.values, newer.changed).isdisjoint(SCHEDULE | SINGLE)


def may_give_sums_of_two(newer: Reading, older: Reading) -> bool:
    """Whether two memories give other sums and nothing else of a kind, and no period of both.

    Args:
        newer: What the newer memory says.
        older: What the older one says.
    """
    differing = contradictions(older.values, newer.changed)
    periods = UNITS_OF_TIME & newer.terms.keys() & older.terms.keys()
    return bool(differing) and differing <= CURRENCIES and not periods


def is_still_ahead(reading: Reading, written: int, day: int) -> bool:
    """Return whether all dates that a memory gives are later than another day.

    Args:
        reading: What it says.
        written: The day of the memory, as an ordinal.
        day: The other day, likewise.
    """
    dates = reading.values.get("date", frozenset())
    return bool(dates) and all(_next_of(date, written) > day for date in dates)


def _next_of(month_and_day: str, written: int) -> int:
    """Return the day that a memory means by a date such as "3-19"; 0 if there is none."""
    month, day = map(int, month_and_day.split("-"))
    earliest = date.fromordinal(max(written - MAX_DAYS_AGO, 1))
    for year in (earliest.year, earliest.year + 1):
        with suppress(ValueError):
            if (meant := date(year, month, day)) >= earliest:
                return meant.toordinal()
    return 0


def differs_inside(reading: Reading, other: Reading) -> bool:
    """Whether the words that another memory lacks stand before one that it has.

    In "server Fox runs on Debian" they do if the other one is about server Badger; in "builds run
    on Debian" they do not if it is about what they run on.

    Args:
        reading: What a memory says.
        other: What the other one says.
    """
    lacking = [place for place, term in enumerate(reading.own) if term not in other.terms]
    return bool(lacking) and lacking[-1] < len(reading.own) - 1


def first_difference(first: Reading, second: Reading) -> int | None:
    """Return the first place at which two memories' own words differ; None if there is none.

    Args:
        first: What a memory says.
        second: What the other one says.
    """
    pairs = enumerate(zip(first.own, second.own, strict=False))
    return next((place for place, (one, other) in pairs if one != other), None)


def shares_a_value(first: Reading, second: Reading) -> bool:
    """Whether two memories give the same value, such as the same weekday."""
    return any(
        not first.values[kind].isdisjoint(second.values.get(kind, ())) for kind in first.values
    )


def _give_one_value(first: Reading, second: Reading) -> bool:
    """Whether what two memories give of a thing is the same number, time or the like."""
    given = [values(" ".join(each.single.value)) for each in (first, second) if each.single]
    return _give_the_same(first.values, second.values) and _give_the_same(*given)


def _give_the_same(first: Values, second: Values) -> bool:
    """Whether two texts give values of some kind, and the same where both do."""
    kinds = first.keys() & second.keys()
    return bool(kinds) and all(first[kind] == second[kind] for kind in kinds)
