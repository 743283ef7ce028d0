"""Two dates that are the ends of a span: "from June to August", "between 3 May and 5 June"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...model import DayRange

TO = "to|til|till|until|through|bis(?: zum)?|tot|t/m|à|au|a|al|ad|hasta|até|fino a[ld]?|do|по|до"
AND = "and|und|en|et|y|e|и|i|og|och"
"""Between two days they say that both are meant; after "between", all from one to the other."""

ARTICLE = r"(?:(?:the|dem|den|el|le|il|o)\s+)?"

_MAX_JOINT = 20
"""Longest text that joins two dates, in characters."""

_TO = re.compile(rf"\s*[-–—~〜]\s*|\s+(?:{TO})\s+{ARTICLE}|\s*(?:から|到|至)\s*", re.IGNORECASE)
_AND = re.compile(rf"\s+(?:{AND})\s+{ARTICLE}", re.IGNORECASE)
BETWEEN = "between|zwischen|tussen|entre|tra|fra|między|między|mellem|mellom|mellan"
_BETWEEN = re.compile(rf"(?<!\w)(?:{BETWEEN})\s+{ARTICLE}\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NamedDate:
    """A date in a text.

    Attributes:
        start: Character offset at which it starts.
        end: Character offset after its last character.
        days: What it may mean; without a year, one for each year, the latest first.
        is_span: Whether it has two ends.
    """

    start: int
    end: int
    days: tuple[DayRange, ...]
    is_span: bool = False


def is_between(text: str, start: int) -> bool:
    """Whether "between" stands before an offset of a text.

    Args:
        text: The text.
        start: The offset.
    """
    return _BETWEEN.search(text, max(start - _MAX_JOINT, 0), start) is not None


def joined_dates(text: str, dates: Iterable[NamedDate]) -> list[NamedDate]:
    """Join each two dates that are the ends of a span.

    Args:
        text: The text.
        dates: The dates in it.

    Returns:
        The dates in the order of the text, with one in place of the two ends of each span.
    """
    joined: list[NamedDate] = []
    for date in sorted(dates, key=lambda date: date.start):
        if joined and _are_ends(text, joined[-1], date):
            first = joined.pop()
            date = NamedDate(first.start, date.end, _from_to(first.days, date.days), is_span=True)
        joined.append(date)
    return joined


def _are_ends(text: str, first: NamedDate, last: NamedDate) -> bool:
    joint = text[first.end : last.start]
    if len(joint) > _MAX_JOINT:
        return False
    return bool(_TO.fullmatch(joint) or (_AND.fullmatch(joint) and is_between(text, first.start)))


def _from_to(firsts: Sequence[DayRange], lasts: Sequence[DayRange]) -> tuple[DayRange, ...]:
    """Return the spans between days that follow one another, such as those of the same year."""
    spans = []
    for last in lasts:
        before = [days for days in firsts if days.first <= last.first]
        first = max(before, key=lambda days: days.first, default=None)
        if first and not any(first.first <= other.first < last.first for other in lasts):
            is_month = first.month and last.month
            spans.append(DayRange(first.first, max(first.last, last.last), month=is_month))
    # "From November to February": of a single year, only its two ends are known.
    return tuple(spans) or (*firsts, *lasts)
