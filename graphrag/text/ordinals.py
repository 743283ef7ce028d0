"""Numbers whose full stop makes them ordinals: "10. Februar", "am 15. 6.", "im 2. Stock"."""

from __future__ import annotations

import re

from .word_lists.calendar_words import CALENDAR_WORDS
from .word_lists.common_words import is_common_noun, is_compound
from .word_lists.opening_words import OPENING_WORDS
from .word_lists.stop_words import GERMAN_DETERMINERS, STOP_WORDS
from .word_lists.word_sets import split_words

_LOOKED_AT = 12
"""Longer than any German determiner with the spaces around it."""

_BEFORE_DAYS = split_words("ab am bis dem den seit vom zum")
"""A day may stand after them without its month: "am 15. Kuchen gibt es auch"."""

_NEVER_OF_DAYS = ("geschoss", "mal", "stock", "stockwerk", "tag")
"""Endings of nouns that are counted after these, too: "am 2. Schultag", "vom 3. Stock"."""

_BEFORE = re.compile(r"(?<!\bI )(?<![^\W_])([^\W\d_]{1,11})[ \u00a0]\Z")
_DAY_BEFORE = re.compile(r"(?<!\w)\d{1,2}\.[ \u00a0]\Z")
_MONTH = re.compile(r"[ \u00a0](?:1[0-2]|0?[1-9])\.(?!\w)(?P<goes_on>[,;:)]|[ \u00a0][\da-zäöü(])?")
_YEAR = re.compile(r"[ \u00a0]\d{4}(?!\w)")
_WORD = re.compile(r"(?:[^\S\r\n]|\.){0,20}+([^\W\d_]{1,40})")


def is_ordinal(text: str, start: int, dot: int) -> bool:
    """Whether the full stop after a number of one or two digits makes it an ordinal.

    It does before a month or a weekday, in a date of numbers, and between a German determiner and a
    noun. "Wir nehmen Zimmer 12. Otto zahlt" are two sentences.

    Args:
        text: The text.
        start: Character offset of the number.
        dot: Character offset of the full stop.
    """
    before = text[max(start - _LOOKED_AT, 0) : start]
    found = _BEFORE.search(before)
    determiner = found[1].casefold() if found else ""
    if month := _MONTH.match(text, dot + 1):
        return bool(month["goes_on"]) or determiner in _BEFORE_DAYS
    if _YEAR.match(text, dot + 1):
        return _DAY_BEFORE.search(before) is not None
    following = _WORD.match(text, dot + 1)
    if following is None:
        return False
    norm = following[1].casefold()
    return norm in CALENDAR_WORDS or (following[1].istitle() and _is_counted(determiner, norm))


def _is_counted(determiner: str, norm: str) -> bool:
    """Whether an ordinal between two words counts what the second names."""
    if determiner in _BEFORE_DAYS:
        return norm.endswith(_NEVER_OF_DAYS)
    if determiner not in GERMAN_DETERMINERS or norm in STOP_WORDS or norm in OPENING_WORDS:
        return False
    return is_common_noun(norm) or is_compound(norm)
