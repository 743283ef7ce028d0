"""Beginning, middle and end of a year, and its halves: "early 2025", "Mitte 2024", "H1 2025"."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ...model import DayRange
from .date_patterns import date_pattern, lower_case
from .joined_dates import NamedDate

_PARTS = {
    (1, 4): (
        "early|(?:the )?(?:beginning|start) of|anfang|d[ée]but|principios de|inicios de|inizio"
        "|in[íi]cio de|begin|pocz[ąa]tk(?:u|iem)|b[öo]rjan av|starten af|starten av"
    ),
    (5, 8): (
        "mid|(?:the )?middle of|mitte|mi|mediados de|met[àa]|meados de|midden|half|po[łl]owie"
        "|mitten av|midten af|midten av"
    ),
    (9, 12): (
        "late|(?:the )?end of|ende|fin|finales de|fines de|fine|finais de|final de|fim de|eind"
        "|koniec|ko[ńn]cu|slutet av|slutningen af|slutten av"
    ),
    (
        1,
        6,
    ): "(?:the )?first half of|h1|erste[ns]? h[äa]lfte|premi[eè]re moiti[ée] de|primera mitad de",
    (
        7,
        12,
    ): "(?:the )?second half of|h2|zweite[nr]? h[äa]lfte|seconde moiti[ée] de|segunda mitad de",
}
"""First and last month, and the words for them. A third of a year is called its beginning."""

_PART_OF_YEAR = date_pattern(
    r"(?<![^\W_])(?:"
    + "|".join(f"(?P<p{first}_{last}>{words})" for (first, last), words in _PARTS.items())
    + r")(?:\s+|-)(?P<year>(?:19|20)\d\d)(?![\w-]|[./]\d|['’]s)"
)


def thirds_of_year(text: str) -> Iterator[NamedDate]:
    """Read the parts of a year that a text names.

    Args:
        text: The question.

    Yields:
        Each with its whole months.
    """
    for match in _PART_OF_YEAR.finditer(lower_case(text)):
        first, last = next(
            months for months in _PARTS if match[f"p{months[0]}_{months[1]}"] is not None
        )
        year = int(match["year"])
        end = DayRange.of_month(year, last).last
        days = DayRange(date(year, first, 1).toordinal(), end, month=True)
        yield NamedDate(match.start(), match.end(), (days,))
