"""Numbers that are amounts, and no names or parts of one: "owes Anna Berg 40 euros", "10am"."""

from __future__ import annotations

import re

from ...sentences import QUOTATION_MARKS, begins_sentence
from ...word_lists.german_units import CURRENCY_CODES, GERMAN_COUNTS, GERMAN_ORDINALS, GERMAN_UNITS
from ...word_lists.word_sets import any_of
from ...words import Word

MAX_UNIT = 4
"""Longest unit, in characters."""

_GOES_ON = re.compile(
    r"[.,:/-]\d|[ \u00a0]?[%‰°€£$¥]"
    r"|[ \u00a0](?:cents?|crowns|dollars?|euros?|francs|franken|kronor|kr|pfund|pounds?|yen|zloty"
    r"|cm|g|kg|km|l|mg|ml|mm|pieces|people|times|seconds|minutes|hours|days|weeks|years"
    r"|met(?:re|er)s?|lit(?:re|er)s?|miles?|feet|inch(?:es)?|acres?|hectares?|tonnes?|tons?|kilos?"
    r"|(?:square|cubic) (?:centi|kilo)?(?:met(?:re|er)s?|feet|yards?|miles?)|per ?cent|months"
    r"|(?:statt|anstatt|instead of) \d{1,9}"
    rf"|{any_of(map(str.capitalize, GERMAN_UNITS))}|{any_of(map(str.upper, CURRENCY_CODES))}"
    r"|k?Wh?|m?Ah|[MGT]B|[MG]?Hz|dB)(?!\w)"
)

_SPACES = (" ", "\u00a0")

_UNITS = GERMAN_UNITS | CURRENCY_CODES
_COUNTS = GERMAN_COUNTS | GERMAN_ORDINALS
_QUANTITY = re.compile(r"\d+[^\W\d_]{0,3}|\d{1,4}[a-z]{1,3}[-‐‑]\d{1,4}[a-z]{1,3}")


def is_quantity(written: str) -> bool:
    """Whether a word is a number with or without a unit, or a range: "30km", "2nd", "9am-5pm".

    Args:
        written: The word as written.
    """
    return _QUANTITY.fullmatch(written) is not None


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


def is_german_unit(text: str, count: Word, word: Word) -> bool:
    """Whether a unit with a capital follows a number or a count: "10 Kilo", "zwei Jahre", "5 EUR".

    A count that has a capital for no other reason begins a title: "wir lesen Hundert Jahre
    Einsamkeit".

    Args:
        text: The text.
        count: The word before.
        word: A word of it.
    """
    if word.norm not in _UNITS or not text[word.start].isupper():
        return False
    if text[count.end : word.start] not in _SPACES:
        return False
    if count.norm.isdigit():
        return True
    if count.norm not in _COUNTS:
        return False
    is_quoted = text.endswith(tuple(QUOTATION_MARKS), 0, count.start)
    return text[count.start].islower() or (not is_quoted and begins_sentence(text, count.start))
