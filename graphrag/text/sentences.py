"""Splitting a text into sentences, in any script, without a model."""

from __future__ import annotations

import re

from .initials import is_initial
from .word_lists.people_words import ABBREVIATED_TITLES
from .word_lists.word_sets import any_of

_END = re.compile(
    r"""
    (?<=[.!?…])["'”’)\]]*\s+(?=["'“‘(\[«]?[^\W_a-z])   # before a capital, a digit, another script
    | (?<=[。！？؟।])["'”’」』）]*\s*
    | \n\s*
    """,
    re.VERBOSE,
)
_SHORT_FORM = re.compile(
    rf"(?:^|[\s(\[\"“])(?:(?P<letter>[^\W\d_])|(?:{any_of(ABBREVIATED_TITLES)}|Jr|vs|ca|cf|e\.g"
    r"|i\.e|z\.B|bzw|approx|Inc|Ltd|Co|Corp|Gen|Col|Lt|Sgt|Rev|Hon|Mt|Ft|al|d\.h|usw))\.$",
    re.IGNORECASE,
)
_BEFORE_NUMBER = re.compile(r"(?:^|[\s(\[\"“])(?:No|Nr|Vol|Fig)\.$", re.IGNORECASE)
"""A short form only where a number follows: "the answer was no. Then ..." is two sentences."""

_LIST_NUMBER = re.compile(r"\d{1,3}[.)]")
_MAX_SHORT_FORM = 20
"""Longer than any short form with the character before it."""


def split_sentences(text: str) -> list[str]:
    """Split a text into sentences.

    Args:
        text: Any text.

    Returns:
        The sentences in order, without the white space around them; together they hold every word
        of the text. Initials, common short forms and the number of a list item do not end one.
    """
    sentences: list[str] = []
    start = 0
    for match in _END.finditer(text):
        # Only the end is looked at: a text of initials is a single piece that grows and grows.
        last = text[max(start, match.start() - _MAX_SHORT_FORM) : match.end()].strip()
        if "\n" not in match.group():
            is_numbered = text[match.end() : match.end() + 1].isdigit()
            short = _SHORT_FORM.search(last)
            if short and (not short["letter"] or is_initial(text, match.start() - 2)):
                continue
            if is_numbered and _BEFORE_NUMBER.search(last):
                continue
        if _LIST_NUMBER.fullmatch(last) and match.start() - start < _MAX_SHORT_FORM:
            continue  # "1. Open the file."
        if not last and not text[start : match.end()].strip():
            continue
        sentences.append(text[start : match.end()].strip())
        start = match.end()
    rest = text[start:].strip()
    if rest:
        sentences.append(rest)
    return sentences
