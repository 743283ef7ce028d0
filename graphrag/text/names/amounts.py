"""Numbers that are amounts, and no part of the name before them: "owes Anna Berg 40 euros"."""

from __future__ import annotations

import re

from ..words import Word

MAX_UNIT = 4
"""Longest unit, in characters."""

_GOES_ON = re.compile(
    r"[.,:/-]\d|[%‰°]|[ \u00a0]?[€£$¥]"
    r"|[ \u00a0](?:cents?|crowns|dollars?|euros?|francs|franken|kronor|kr|pfund|pounds?|yen|zloty"
    r"|g|kg|km|l|mg|ml|mm|seconds|minutes|hours|days|weeks|months|years"
    r"|Euro|Franken|Pfund|Sekunden|Minuten|Stunden|Tage|Wochen|Monate|Jahre"
    r"|k?Wh?|m?Ah|[MGT]B|[MG]?Hz|dB)(?!\w)"
)


def is_amount(text: str, word: Word) -> bool:
    """Whether a word is an amount, or a part of one.

    Args:
        text: The text.
        word: A word of it.
    """
    before = text[max(word.start - 2, 0) : word.start]
    return word.norm.isdigit() and bool(
        _GOES_ON.match(text, word.end) or (before[:1].isdigit() and before[1:] in (".", ","))
    )


def is_unit(text: str, number: Word, word: Word) -> bool:
    """Whether a short word follows a number, like GHz and Uhr.

    Args:
        text: The text.
        number: The word before.
        word: A word of it.
    """
    return (
        len(word.norm) <= MAX_UNIT
        and number.norm.isdigit()
        and text[number.end : word.start] == " "
    )
