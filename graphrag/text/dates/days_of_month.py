"""Days of one month: "3", "3-5", "3 and 5", "5, 6 and 7", "24./25."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .date_patterns import date_pattern
from .joined_dates import AND, ARTICLE, TO, is_between

# NFKC makes "1o" of "1º".
ORDINAL = r"(?:ste?|nd|rd|th|er|ro|de|e|\.?[oaºª°]|\.|:[ea]|-?(?:го|е|є))?"
"""What may stand behind the number of a day."""

_FIRST = date_pattern(
    r"(?<![^\W_])(?:primo(?= (?:di )?(?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto"
    r"|settembre|ottobre|novembre|dicembre)(?!\w))"
    r"|premier(?= (?:janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre"
    r"|novembre|d[ée]cembre)(?!\w))"
    r"|primer(?:o(?= de )|(?= de | d['’]))|primeiro(?= de )|first(?= of )"
    r"|erste[nrm]?(?= (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november"
    r"|dezember)(?!\w))"
    r"|eerste(?= (?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november"
    r"|december)(?!\w)))"
)


def with_first_days(lower: str) -> str:
    """Return a text of the same length with a digit for the first day of a month in words.

    Args:
        lower: The text in lower case.

    >>> with_first_days("il primo marzo")
    'il 1     marzo'
    """
    return _FIRST.sub(lambda match: "1".ljust(len(match[0])), lower)


_MAX_MORE = 9
"""Most numbers after the first one."""

_JOINT = rf"(?:\s?[-–&/]\s?|,\s?|\s+(?:{TO}|{AND})\s+{ARTICLE})"
_MORE_DAYS = rf"(?:{_JOINT}(?!\d{{3}})\d{{1,2}}{ORDINAL}){{0,{_MAX_MORE}}}"
DAYS = rf"(?P<day>\d{{1,2}}){ORDINAL}(?P<more>{_MORE_DAYS})"
"""A day or several, as a part of a regular expression."""

_MORE = date_pattern(
    rf"(?:(?P<to>\s?[-–]|\s+(?:{TO})\s)|(?P<and>\s?&|\s+(?:{AND})\s)|[,/])\D*(?P<day>\d+)"
)


def days_of_month(match: re.Match[str]) -> list[tuple[int, int]]:
    """Return the first and last day of each span that a date names.

    Args:
        match: A match of a pattern that holds ``DAYS``, or only the group "day".

    Returns:
        One day or more. If the numbers are no list of days ("room 12, 3 May"), only the one that is
        next to the month.
    """
    first = int(match["day"])
    more = list(_MORE.finditer(match.groupdict().get("more") or ""))
    is_day_first = match.start() == match.start("day")
    if len(more) == 1 and more[0]["to"]:
        return [(first, int(more[0]["day"]))]
    if len(more) == 1 and more[0]["and"]:
        last = int(more[0]["day"])
        if is_between(match.string, match.start()):
            return [(first, last)]
        # "On 3 and 5 May" names two days, "on May 3 and 5 people" one.
        return [(first, first), (last, last)] if is_day_first else [(first, first)]
    days = [first, *(int(each["day"]) for each in more)]
    if not _is_list(days, more):
        return [(days[-1], days[-1])] if is_day_first else [(first, first)]
    spans = [(first, first)]
    for each, day in zip(more, days[1:], strict=True):
        spans.append((spans.pop()[0] if each["to"] else day, day))
    return spans


def _is_list(days: Sequence[int], more: Sequence[re.Match[str]]) -> bool:
    """Whether numbers rise, and commas between them end with "and"."""
    has_comma = any(each.group().startswith(",") for each in more)
    return all(a < b for a, b in pairwise(days)) and not (has_comma and not more[-1]["and"])
