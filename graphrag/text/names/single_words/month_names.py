"""First names that are months too: "Jan", "May", "June".

Alone they are somebody only where the text makes it clear.
"""

from __future__ import annotations

import re

from ...word_lists.people_words import ADDRESS, PEOPLE
from ...word_lists.word_sets import any_of, split_words

_MONTHS = split_words("april august jan june mai may")
_ASKING = split_words(
    "ask asked asks call called calls email emailed phone phoned rang remind reminded tell tells"
    " text texted thank thanked told"
    " fragt frage frag bitte ruf rufe sag"
)
"""Before a name: "Ask Jan about the ladder"."""

_DOING = split_words(
    "asked ate bakes baked borrowed borrows brews brings brought built called calls cooked"
    " cooks drank drinks drives drove eats fixed fixes gave gives hates helped helps knew"
    " knows lent lends likes lives loves lived married mended owes owns paid phoned plays"
    " prefers promised rang repaired repairs rides said says sings speaks studies taught"
    " teaches thinks told used wants wanted wears works worked wrote"
    " bringt fährt fragt gab gibt hilft isst kennt kocht mag meint sagt sagte singt spielt spricht"
    " trinkt weiss weiß will wohnt"
)
"""After a name: nobody says these of a month."""

_LOOKED_AT = 80
"""Number of characters before and after the word."""

MAX_DAY = 5
"""Longest day before a month, in characters: "12th "."""

_PEOPLE = any_of(PEOPLE)
_ROLE = (
    " (?:our|my|his|her|their|the|unser|mein|ihr|sein|der|die)"
    rf" (?:[\w-]{{1,20}} ){{0,2}}(?:{_PEOPLE})"
)
_BEFORE = PEOPLE | ADDRESS | _ASKING
_LAST_WORD = re.compile(r"[\w-]+\Z")
_AFTER = re.compile(
    rf"(?:'s|’s) (?:{_PEOPLE})(?!\w)"
    r"| (?:(?:also|always|often|never|still|usually|auch|immer|oft|noch) )?"
    rf"(?:{any_of(_DOING)})(?!\w)"
    rf"|,{_ROLE}(?=[,.;!)]|\Z)| (?:is|was|ist|war){_ROLE}(?!\w)"
)
_DAY = re.compile(r"\d(?:st|nd|rd|th|\.)? ?\Z")
_DATE = re.compile(r"\.? ?\d|[ /-]+(?:and|to|und|bis) \d")


def is_month(text: str, norm: str, start: int, end: int) -> bool:
    """Whether a word of a text that may be somebody's first name is a month, as far as one sees.

    Args:
        text: The text.
        norm: The word, normalised.
        start: Character offset at which it starts.
        end: Character offset after its last character.
    """
    return norm in _MONTHS and not is_somebody(text, norm, start, end)


def is_somebody(text: str, norm: str, start: int, end: int) -> bool:
    """Whether a text makes clear that a month's name is somebody's: "Ask Jan", "Jan fixed".

    Args:
        text: The text.
        norm: The word, normalised.
        start: Character offset at which it starts.
        end: Character offset after its last character.
    """
    if norm not in _MONTHS or not text[start:end].istitle():
        return False
    if _DATE.match(text, end) or _DAY.search(text, max(start - MAX_DAY, 0), start):
        return False
    if _AFTER.match(text, end, end + _LOOKED_AT):
        return True
    return text[start - 1 : start] == " " and _asks_for(
        text[max(start - _LOOKED_AT, 0) : start - 1]
    )


def _asks_for(before: str) -> bool:
    """Whether what stands before a name ends with a word such as "ask", "Mrs" or "ex-husband"."""
    word = _LAST_WORD.search(before)
    if word is None:
        return False
    whole = word.group().casefold()
    return whole in _BEFORE or whole.rpartition("-")[2] in _BEFORE
