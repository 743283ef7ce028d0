"""Numbers that look like dates: versions ("Ubuntu 22.04", "PyCharm 2024.1") and decimals."""

from __future__ import annotations

import re

from ..languages.english_words import likely_languages
from ..languages.glossaries import ENGLISH_CODE
from ..names.single_words.german_nouns import is_german_noun
from ..sentences import begins_sentence
from ..word_lists.calendar_words import CALENDAR_WORDS
from ..word_lists.common_words import is_common
from ..word_lists.stop_words import STOP_WORDS
from ..word_lists.word_sets import split_words
from ..words import normalize_name

_LOOKED_AT = 40
"""Number of characters before the number in which the name of the product is looked for."""

_WORD_BEFORE = re.compile(r"(?<!\S)[^\W\d_][^\s,;:.!?()]* \Z")
_PRODUCTS = split_words(
    "version versions release kernel python node java php ruby rust npm pip postgres mysql redis"
    " ubuntu debian nginx docker kubernetes django numpy pandas terraform ansible"
)
"""What is written without a capital."""

_BEFORE_DATE = split_words(
    "ab am bis den der dne do dem from fra från od on pe pn seit since til till um until vom zum"
)
_LOWER_WORD_BEFORE = re.compile(r"(?<!\S)([^\W\d_]+) \Z")
_ENDS_SENTENCE = re.compile(r"[\"'”’)]*(?:\s*\Z|\s+[^\W\d_a-z])")


def is_number(text: str, start: int, end: int) -> bool:
    """Whether what looks like a date without a full year is a version or a decimal.

    Args:
        text: The text.
        start: Character offset at which it starts.
        end: Character offset after its last character.
    """
    return (
        is_version(text, start, end)
        or _follows_product(text, start, end)
        or _is_decimal(text, start, end)
    )


def _follows_product(text: str, start: int, end: int) -> bool:
    """Whether the name of a product stands before a number: "python 3.10.12"."""
    found = _LOWER_WORD_BEFORE.search(text, max(start - _LOOKED_AT, 0), start)
    return found is not None and found[1] in _PRODUCTS and not _goes_on(text, end)


def _is_decimal(text: str, start: int, end: int) -> bool:
    """Whether a number ends an English sentence: "My sugar was 5.6. What did he say?"."""
    if not text.startswith(".", end - 1) or _goes_on(text, end):
        return False
    found = _LOWER_WORD_BEFORE.search(text, max(start - _LOOKED_AT, 0), start)
    if found is None or not found[1].islower() or found[1] in _BEFORE_DATE:
        return False
    return likely_languages(text[max(start - _LOOKED_AT, 0) : end + _LOOKED_AT]) == {ENGLISH_CODE}


def is_version(text: str, start: int, end: int) -> bool:
    """Whether a number that looks like a date without a full year follows the name of a product.

    Args:
        text: The text.
        start: Character offset at which the number starts.
        end: Character offset after its last character.
    """
    if _goes_on(text, end):
        return False
    found = _WORD_BEFORE.search(text, max(start - _LOOKED_AT, 0), start)
    if found is None or not found[0][0].isupper():
        return False
    norm = normalize_name(found[0])
    if norm in STOP_WORDS or norm in CALENDAR_WORDS or is_german_noun(norm):
        return False
    # There a common word has a capital: "Besprechung 22.04" is no version.
    return not (is_common(norm) and begins_sentence(text, found.start(), after=":："))


def _goes_on(text: str, end: int) -> bool:
    """Whether a number ends with a full stop inside a sentence, as only a day does.

    "Termin mit Anna 22.04. um acht".
    """
    return text.startswith(".", end - 1) and not _ENDS_SENTENCE.match(text, end)
