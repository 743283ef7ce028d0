"""Full stops that end no sentence: "Dr. Pell", "J. Smith", "10. Februar"."""

from __future__ import annotations

import re

from .initials import is_initial
from .word_lists.calendar_words import CALENDAR_WORDS
from .word_lists.opening_words import OPENING_WORDS
from .word_lists.short_forms import ALSO_LAST, BEFORE_NUMBERS, COUNTRIES, SHORT_FORMS
from .word_lists.stop_words import STOP_WORDS
from .word_lists.word_sets import any_of

_LOOKED_AT = 12
"""Longer than any short form with the character before it."""

_BEGINNINGS = STOP_WORDS | OPENING_WORDS

_SHORT_FORM = re.compile(
    rf"(?:^|[\s(\[\"“])(?:(?P<letter>[^\W\d_])|(?P<also_last>{any_of(ALSO_LAST)})"
    rf"|(?P<counting>{any_of(BEFORE_NUMBERS)})|(?P<country>{any_of(COUNTRIES)})"
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
        return sign.isdigit()
    if short["country"]:  # "the U.S. Army"
        return bool(word) and word.casefold() not in _BEGINNINGS
    return not short["ordinal"] or word.casefold() in CALENDAR_WORDS


def is_before_lower_case(text: str, place: int) -> bool:
    """Whether the next word on the line begins in lower case.

    Args:
        text: The text.
        place: Character offset of a full stop, or behind it.
    """
    return _after(text, place)[1][:1].islower()


def _after(text: str, place: int) -> tuple[str, str]:
    """Return what follows on the line: a digit or a bracket, or a word."""
    found = _AFTER.match(text, place)
    return (found["sign"] or "", found["word"] or "") if found else ("", "")
