"""Single letters before a full stop: initials, as in "J. Smith", or names of things, "plan B."."""

from __future__ import annotations

import re

from .word_lists.opening_words import OPENING_WORDS
from .word_lists.people_words import PEOPLE
from .word_lists.stop_words import ARTICLES, STOP_WORDS
from .word_lists.word_sets import split_words

_LOOKED_AT = 60
"""Number of characters before the letter in which the words before it are looked for."""

_NUMBER_BEFORE = re.compile(r"\d[ \u00a0]\Z")
_WORDS_BEFORE = re.compile(r"(?:(?<!\S)([^\W\d_]+)[ \u00a0])?(?<!\S)([^\W\d_]+)[ \u00a0]\Z")
_ALSO_NOUNS = split_words("block log order plan run set show store")
"""Verbs that have a letter after them as nouns: "block C"."""

_DETERMINERS = ARTICLES | split_words("my our your his her its their this that")
_BEFORE_PEOPLE = (STOP_WORDS | OPENING_WORDS | PEOPLE) - _ALSO_NOUNS


def is_initial(text: str, start: int) -> bool:
    """Whether a single letter with a full stop is the initial of a name, and ends no sentence.

    After a noun in lower case it is part of what that names: "we go with plan B. Tomas pays". After
    one with an article, the noun says who somebody is: "the tenant B. Cole". After a number it is
    a unit: "rated 350 V. Quiet since".

    Args:
        text: The text.
        start: Character offset of the letter.
    """
    if _NUMBER_BEFORE.search(text, max(start - 2, 0), start):
        return False
    found = _WORDS_BEFORE.search(text, max(start - _LOOKED_AT, 0), start)
    if not text[start : start + 1].isascii() or found is None or not found[2].islower():
        return True
    if (found[1] or "").casefold() in _DETERMINERS:
        return True
    return found[2] in _BEFORE_PEOPLE or found[2].endswith(("ed", "ing"))
