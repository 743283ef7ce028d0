"""Patterns of dates, and the text that they are looked for in: both in lower case.

A pattern that ignores case takes three times as long, and a message may have thousands of
characters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..word_lists.plain_spellings import plain_spellings
from ..words import CYRILLIC_APOSTROPHE, INNER_APOSTROPHE

YEAR = r"(?:19|20)\d\d"
"""A year as a part of a regular expression."""

_MIN_TYPED = 5
"""Fewest letters of a word that is known without its diacritics: "Marc" is a name."""

_FIRST_NAMES = frozenset(["julius", "junius"])
"""Hungarian months without their diacritics."""

_APOSTROPHE = re.compile(INNER_APOSTROPHE)


def lower_case(text: str) -> str:
    """Return a text in lower case, of the same length, with some letters that people type alike.

    Each Turkish dotless i gets its dot ("KASIM", "kasim"), and an apostrophe within a Ukrainian
    word is the letter that it stands for ("п'ятниця").

    Args:
        text: Any string.
    """
    # The lower case of this capital is two characters.
    lower = text.replace("İ", "i").lower().replace("ı", "i")
    return lower if lower.isascii() else _APOSTROPHE.sub(CYRILLIC_APOSTROPHE, lower)


def date_pattern(expression: str) -> re.Pattern[str]:
    """Return a pattern to be looked for in what ``lower_case`` returns.

    Args:
        expression: A regular expression whose words are in lower case.
    """
    return re.compile(expression.replace("ı", "i"))


def typed_words(table: Mapping[str, int]) -> dict[str, int]:
    """Return a table with its words as a date pattern finds them, also without their diacritics.

    Args:
        table: Words in lower case, and what each stands for.

    Returns:
        The same with "brezna" for "března"; short words, and those that would be first names,
        only as they are.
    """
    plain = {
        spelling: value
        for word, value in table.items()
        for spelling in plain_spellings(word)
        if len(spelling) >= _MIN_TYPED and spelling not in _FIRST_NAMES
    }
    return plain | {lower_case(word): value for word, value in table.items()}
