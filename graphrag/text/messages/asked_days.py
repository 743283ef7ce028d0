"""Whether a message asks what is on a day: "what's on tomorrow?", "anything on friday"."""

from __future__ import annotations

import re

from ..word_lists.question_words import QUESTION_MARKS, QUESTION_WORDS
from ..word_lists.word_sets import split_words
from ..words import words

_ASKS = QUESTION_WORDS | split_words(
    "anything something any plan plans planned schedule agenda calendar appointments show list"
    " was etwas termine quoi algo qualcosa impegni wat iets co coś něco något noe noget что есть"
)
_WHAT_DAY = re.compile(
    r"(?<!\w)(?:(?:what|which) (?:day|date|weekday)|welche[rs]? (?:wochentag|tag|datum)"
    r"|quel(?:le)? (?:jour|date)|qué (?:día|fecha)|che giorno|qual dia|que dia|welke dag"
    r"|jaki dzień|který den|vilken dag|hvilken dag)(?!\w)",
    re.IGNORECASE,
)
"""Asked of the calendar, and not of memory."""

MAX_CHARACTERS = 200
"""A longer message says more than a day."""


def asks_about_a_day(message: str) -> bool:
    """Return whether a message that names a day may ask what is on it, and is no order.

    Args:
        message: The user's message.
    """
    if len(message) > MAX_CHARACTERS or _WHAT_DAY.search(message):
        return False
    if not QUESTION_MARKS.isdisjoint(message):
        return True
    return any(word.norm in _ASKS for word in words(message))
