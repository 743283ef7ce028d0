"""Full stops that end no sentence: "Dr. Pell", "J. Smith", "max. 3", "10. Februar"."""

from __future__ import annotations

import re

from .initials import is_initial
from .ordinals import is_ordinal
from .word_lists.opening_words import OPENING_WORDS
from .word_lists.short_forms import (
    ALSO_LAST,
    BEFORE_NUMBERS,
    COUNTRIES,
    LIMITS,
    SHORT_FORMS,
    SHORT_WEEKDAYS,
)
from .word_lists.stop_words import STOP_WORDS
from .word_lists.word_sets import any_of

_LOOKED_AT = 12
"""Longer than any short form with the character before it."""

_BEGINNINGS = STOP_WORDS | OPENING_WORDS

_STREET = r"(?:[^\W\d_]|-){1,20}str"
"""The end of "Bahnhofstr." or "Karl-Marx-Str."."""

_ROMAN = re.compile("[IVXLC]{2,7}")
_NUMBER_BEFORE = re.compile(r"\d[ \u00a0]?\Z")

_SHORT_FORM = re.compile(
    rf"(?:^|[\s(\[\"“])(?:(?P<letter>[^\W\d_])|(?P<also_last>{any_of(ALSO_LAST)})"
    rf"|(?P<counting>{any_of(BEFORE_NUMBERS)}|(?-i:{any_of(SHORT_WEEKDAYS)})|{_STREET})"
    rf"|(?P<limit>{any_of(LIMITS)})|(?P<country>{any_of(COUNTRIES)})"
    rf"|(?P<ordinal>\d{{1,2}})|{any_of(SHORT_FORMS)})\Z",
    re.IGNORECASE,
)
_AFTER = re.compile(r"(?:[^\S\r\n]|\.){0,20}+(?:(?P<sign>[\d(（])|(?P<word>[^\W\d_]+))?")


def ends_no_sentence(text: str, dot: int, start: int = 0) -> bool:
    """Whether a full stop belongs to a short form, an initial or an ordinal.

    Args:
        text: The text.
        dot: Character offset of the full stop.
        start: Character offset at which its sentence begins.
    """
    short = _SHORT_FORM.search(text[max(start, dot - _LOOKED_AT) : dot])
    if short is None:
        return False
    sign, word = _after(text, dot)
    if short["letter"]:
        return is_initial(text, dot - 1)
    if short["also_last"]:
        # "Tern Ltd. makes", "& Co. Ltd.", "Tern Ltd. (Leer)"
        return word[:1].islower() or word.casefold() in ALSO_LAST or sign in ("(", "（")
    if short["counting"]:
        return sign.isdigit() or _ROMAN.fullmatch(word) is not None
    if short["limit"]:
        return sign.isdigit() and _is_limit(text, dot - len(short["limit"]), start)
    if short["country"]:  # "the U.S. Army"
        return bool(word) and word.casefold() not in _BEGINNINGS
    return not short["ordinal"] or is_ordinal(text, dot - len(short["ordinal"]), dot)


def is_before_lower_case(text: str, place: int) -> bool:
    """Whether the next word on the line begins in lower case.

    Args:
        text: The text.
        place: Character offset of a full stop, or behind it.
    """
    return _after(text, place)[1][:1].islower()


def _is_limit(text: str, place: int, start: int) -> bool:
    """Whether "max" or "min" limits a number: it is neither Max nor a number of minutes."""
    before = text[max(start, place - _LOOKED_AT) : place]
    return not _NUMBER_BEFORE.search(before) and (text[place].islower() or not before.strip())


def _after(text: str, place: int) -> tuple[str, str]:
    """Return what follows on the line: a digit or a bracket, or a word."""
    found = _AFTER.match(text, place)
    return (found["sign"] or "", found["word"] or "") if found else ("", "")
