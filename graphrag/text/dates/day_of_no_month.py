"""A day without its month: "on the 3rd" is the latest one that is not ahead."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date

from .date_patterns import date_pattern
from .days_ago import month_before

# "On the 3rd floor", "on the 3rd of May" and "on the 3rd, 4th and 5th" go on otherwise.
_DAY = date_pattern(
    r"(?<![^\W_])(?:on the (?P<day>\d{1,2})(?:st|nd|rd|th)|op de (?P<day2>\d{1,2})(?:ste|de|e))"
    r"(?=\s*(?:[?!.;:)]|,(?!\s*\d)|\Z)"
    r"|\s+(?:(?:and|en) (?!(?:the |de )?\d)"
    r"|(?:at|did|do|had|have|i|in the (?:morning|afternoon|evening)"
    r"|they|was|we|were|when|with|you"
    r"|gedaan|gebeurd|had|heb|hebben|ik|is|was|waren|wat|we|wij)(?!\w)))"
)
_PAST = date_pattern(
    r"(?<![^\W_])(?:did|was|were|had|has been|have|happened|went|said|told|noted|wrote"
    r"|gedaan|gebeurde?|hadden|heb|hebben|deed|deden|waren|stond)(?!\w)"
)
"""The match on the 10th may be ahead: "can the driver take us on the 10th?"."""

_MONTHS_BACK = 3
"""Within so many months, every day from 1 to 31 occurs."""


def days_of_no_month(text: str, today: date) -> Iterator[date]:
    """Read the days that a text names without a month.

    Args:
        text: The question in lower case.
        today: The clock.

    Yields:
        For each the latest such day that is not after today; nothing for "the 45th", nor in a text
        that says more than the day, and nothing of what was.
    """
    if not (_PAST.search(text) or _DAY.fullmatch(text.strip(" ?.!"))):
        return
    for match in _DAY.finditer(text):
        if (found := _latest(int(match["day"] or match["day2"]), today)) is not None:
            yield found


def _latest(day: int, today: date) -> date | None:
    for back in range(_MONTHS_BACK):
        year, month = month_before(today, back)
        if 1 <= day <= monthrange(year, month)[1]:
            found = date(year, month, day)
            if found <= today:
                return found
    return None
