"""How a sentence opens that is of a story, or that greets somebody.

"In the film, Anna owns the Hall" states nothing of Anna, and "Dear Anna, Tomas lives in Leer"
speaks of Tomas alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....text.word_lists.word_sets import split_words
from .tokens import NAME, WORD, Token
from .word_classes import AND, BEFORE_NOUNS, DETERMINERS, PREPOSITIONS, SELF, is_auxiliary

MAX_BEFORE_STORY = 3
"""Maximum number of words from the article to "film": "the new Netflix series"."""

_IN = split_words("in im dans en nel nella w i")
_STORIES = split_words(
    "book cartoon comic episode fairytale film game movie musical novel opera play saga series show"
    " sitcom soap story"
    " buch filmes geschichte hörspiel komödie krimi märchen oper roman romans serie spiel stück"
    " theaterstück traum"
    " livre pièce série película serie novela libro romanzo commedia"
)
_OF_STORY = split_words("about by of über von")
_AFTER_STORY = (BEFORE_NOUNS - {"a"}) | SELF | _OF_STORY | {","}
"""After the word: in "the book club" and "the Series A" nothing is told."""

_GERMAN = split_words("im der dem diesem dieser einem einer")
"""After these a verb may follow the word at once: "im Roman wohnt"."""

_GREETINGS = split_words(
    "dear hello hey hi"
    " geehrte geehrter hallo liebe lieber moin sehr servus"
    " bonjour caro cara cher chère ciao estimada estimado hej hoi hola querida querido"
)
_MAX_GREETING = 2
"""Words of a greeting before the name: "Sehr geehrte"."""


def is_of_story(tokens: Sequence[Token]) -> bool:
    """Whether a sentence opens with "In the film," or "In the play my sister".

    Args:
        tokens: Its tokens.
    """
    if len(tokens) < 3 or tokens[0].text not in _IN:
        return False
    place = 1
    if tokens[place].text in DETERMINERS:
        place += 1
    elif tokens[0].text != "im":
        return False
    is_german = tokens[place - 1].text in _GERMAN
    for word, after in pairwise(tokens[place : place + MAX_BEFORE_STORY + 2]):
        if word.text in _STORIES and (
            after.kind == NAME
            or after.text in _AFTER_STORY
            or (is_german and (is_auxiliary(after.text) or after.text.endswith("t")))
        ):
            return True
        if word.kind not in (WORD, NAME) or word.text in PREPOSITIONS or word.text in AND:
            return False
    return False


def without_greeting(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the tokens of a sentence without "Dear Anna," at its start.

    Args:
        tokens: Its tokens.
    """
    place = 0
    while place < min(_MAX_GREETING, len(tokens)) and tokens[place].text in _GREETINGS:
        place += 1
    if not place:
        return tokens
    while place < len(tokens) and (tokens[place].kind == NAME or tokens[place].text in AND):
        place += 1
    is_greeting = place < len(tokens) and tokens[place].text == ","
    return tokens[place + 1 :] if is_greeting else tokens
