"""Beginning, middle and end of a year, and its halves: "early 2025", "Mitte 2024", "H1 2025"."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ...model import DayRange
from .date_patterns import YEAR, date_pattern, lower_case
from .joined_dates import NamedDate

_BEGINNING = (
    "early|(?:the )?(?:beginning|start) of|anfang|d[ée]but(?: de)?|principios de|inicios de|inizio"
    "|in[íi]cio de|(?<!we )(?<!to )begin|pocz[ąa]tk(?:u|iem)|b[öo]rjan av|starten a[fv]"
)
# French "mi-2024", but Spanish "mi 2024" is "my".
_MIDDLE = (
    "mid|(?:the )?middle of|mitte|mi(?=-)|mediados de|met[àa]|meados de|midden|half|po[łl]owie"
    "|mitten av|midten a[fv]"
)
_END = (
    "late|(?:the )?end of|ende|fin(?: de)?|finales de|fines de|a(?:lla)? fine|finais de"
    "|(?<!la )final de|fim de|eind|koniec|ko[ńn]cu|slutet av|slutningen af|slutten av"
)
_FIRST_HALF = (
    "(?:the )?(?:first|1st) half of|h1|erste[ns]? h[äa]lfte|premi[eè]re moiti[ée] de"
    "|primera mitad de"
)
_SECOND_HALF = (
    "(?:the )?(?:second|2nd) half of|h2|zweite[nr]? h[äa]lfte|seconde moiti[ée] de|segunda mitad de"
)
_PARTS = (
    (_BEGINNING, 1, 4),
    (_MIDDLE, 5, 8),
    (_END, 9, 12),
    (_FIRST_HALF, 1, 6),
    (_SECOND_HALF, 7, 12),
)
"""Words, first and last month. A third of a year counts as its beginning."""

PART = f"{_BEGINNING}|{_MIDDLE}|{_END}"
"""Words for a part of a month or a year."""

_PART_OF_YEAR = date_pattern(
    r"(?<![^\W_])(?:"
    + "|".join(f"(?P<p{number}>{words})" for number, (words, _, _) in enumerate(_PARTS))
    + rf")(?:\s+|-)(?P<year>{YEAR})(?![\w-]|[./]\d|['’]s)"
)


def thirds_and_halves(text: str) -> Iterator[NamedDate]:
    """Read the parts of a year that a text names.

    Args:
        text: The question.

    Yields:
        Each with its whole months.
    """
    for match in _PART_OF_YEAR.finditer(lower_case(text)):
        _, first, last = next(part for n, part in enumerate(_PARTS) if match[f"p{n}"] is not None)
        year = int(match["year"])
        end = DayRange.of_month(year, last).last
        days = DayRange(date(year, first, 1).toordinal(), end, month=True)
        yield NamedDate(match.start(), match.end(), (days,))
