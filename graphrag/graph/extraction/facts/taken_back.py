"""What takes a statement back after it was made: "(not any more)", "That is not true", "No, ...".

A denial of one part leaves the statement as it is: ", not the Mill", ", but not in summer". So each
word from the sign on must be one with which a whole statement is taken back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....text.word_lists.calendar_words import is_calendar_word
from ....text.word_lists.word_sets import split_words
from .doubts import NOT_CONTRACTED, UNSURE
from .tokens import MARK, NAME, NUMBER, OWNER, Token

MAX_TAKING_BACK = 12
"""Maximum number of tokens with which a sentence takes back the one before it."""

_BEFORE = split_words(
    "but and or which that this it is was are were has been just now actually sadly unfortunately"
    " though although however currently at least still already yet oh sorry anyway"
    " aber doch und leider das dies es was ist war stimmt jetzt inzwischen mittlerweile derzeit"
    " schon noch allerdings jedoch"
    " mais ce c'est cela pero ya eso esto es ma questo è maar dat dit já isso já mas już artık bu"
    " men det är er"
)
"""Before the denial: "but", "which is", "das stimmt"."""

_NOT = split_words(
    "no nope not never cannot nein nicht nie niemals n'est pas jamais non nunca não nao nee niet"
    " nooit nie nej inte ikke değil"
)

_TRUE = split_words(
    "any more anymore longer true correct right verified confirmed checked valid accurate certain"
    " sure real current currently now today yet so the case at all sorry is"
    " mehr wahr richtig korrekt bestätigt verifiziert geprüft gesichert sicher aktuell der fall"
    " pas plus vrai exact confirmé más cierto verdad es confirmado più vero è confermato"
    " meer waar juist bevestigd mais verdade längre lenger sant"
)
"""After the denial: "any more", "true", "the case"."""

_WRONG = split_words(
    "wrong false untrue incorrect mistaken obsolete kidding joking correction"
    " falsch überholt veraltet gelogen quatsch korrektur faux falso falsa sbagliato onjuist fout"
)

_TO_BE = (("to", "be"), ("zu",))
_CHECKED = split_words(
    "checked clarified confirmed determined verified"
    " bestätigen klären prüfen verifizieren bestätigt geklärt geprüft"
)

_UNTIL = split_words("until till bis jusqu'en hasta tot")
_OF_DATES = split_words("about around early end ende late mid mitte the of")
_GOES_ON = split_words("as because since ab denn seit weil depuis desde sinds")
"""After what takes a statement back: "not any more since May"."""

_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")


def is_taken_back(tokens: Sequence[Token], *, past: bool) -> bool:
    """Whether a sentence takes back what it says, after a sign: "Anna runs it (not any more)".

    Args:
        tokens: Its tokens.
        past: Whether it speaks of the past. Then "(until 2023)" only says when that was.
    """
    first = next((place for place, token in enumerate(tokens) if token.kind == NAME), len(tokens))
    for place in range(first + 1, len(tokens)):
        if tokens[place].kind != MARK:
            continue
        said = _up_to_sign(tokens, place + 1)
        is_value = tokens[place].text == ":" and tokens[place - 1].kind != NAME
        if is_value and len(said) == 1:
            continue  # "lives in Port Vale, pets: no"
        if _takes_back(said) or (not past and _is_until(said)):
            return True
    return False


def takes_back(tokens: Sequence[Token]) -> bool:
    """Whether a sentence takes back the one before it: "That is not true", "No, that was Tomas".

    Args:
        tokens: Its first tokens.
    """
    said = _up_to_sign(tokens, 0)
    if _takes_back(said):
        return True
    # "Unconfirmed.", but not "Tomorrow, Anna ..."
    rest = _without_start(said)
    return len(said) == len(tokens) and len(rest) == 1 and rest[0].text in UNSURE


def _up_to_sign(tokens: Sequence[Token], start: int) -> Sequence[Token]:
    end = start
    while end < len(tokens) and tokens[end].kind != MARK:
        end += 1
    return tokens[start:end]


def _without_start(said: Sequence[Token]) -> Sequence[Token]:
    """Return what follows "but", "which is" or "that's"."""
    start = 0
    while start < len(said) and (said[start].text in _BEFORE or said[start].kind == OWNER):
        start += 1
    return said[start:]


def _takes_back(said: Sequence[Token]) -> bool:
    words = tuple(token.text for token in _without_start(said))
    if not words:
        return False
    if words[-1] in _CHECKED and words[:-1] in _TO_BE:
        return True  # "still to be confirmed"
    is_not = words[0] in _NOT or words[0].endswith(NOT_CONTRACTED)
    if not is_not and words[0] not in _WRONG:
        return False
    end = 1
    while is_not and end < len(words) and (words[end] in _TRUE or words[end] in _WRONG):
        end += 1
    return end == len(words) or words[end] in _GOES_ON


def _is_until(said: Sequence[Token]) -> bool:
    """Whether only a date is said, up to which something is so: "until May 2023"."""
    said = _without_start(said)
    if len(said) < 2 or said[0].text not in _UNTIL:
        return False
    is_date = all(
        token.kind == NUMBER or token.text in _OF_DATES or is_calendar_word(token.text)
        for token in said[1:]
    )
    return is_date and any(map(_is_year, said[1:]))


def _is_year(token: Token) -> bool:
    return token.kind == NUMBER and bool(_YEAR.match(token.text))
