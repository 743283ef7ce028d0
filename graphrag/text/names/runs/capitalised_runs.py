"""Words with a capital that stand together: "Ludwig van Beethoven", "J. K. Rowling", "Tower 3"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...initials import is_initial
from ...languages.english_words import likely_languages
from ...word_lists.short_forms import SHORT_FORMS
from ...word_lists.word_sets import any_of, split_words
from ...words import Word

_JOINING_GAPS = frozenset(["-", "‐", "‑", "'", "’", ".", " & ", "&"])
MAX_LOOKED_AT = 200
"""Number of characters after a word in which the language is looked for."""

MAX_GAP = 2
"""Maximum number of spaces between two words of a name."""

_APOSTROPHES = ("'", "’", "‘")

DOMAIN_ENDINGS = split_words(
    "ai app at ch co com cz de dev es eu fr gg io it js ly net nl org pl se tv uk"
)
"""After a dot they belong to the name before it."""

NAME_CONNECTORS = split_words(
    "al bin da de del della den der di do dos du el für ibn la le of ter the van von"
)
"""Small words that stand inside a name, between two capitalised ones."""

ELIDED = split_words("d dell l")
"""Connectors before an apostrophe: "Val d'Isère", "Commedia dell'Arte"."""

ELIDING = frozenset(["ca", "fr", "it"])
"""Languages whose articles end in an apostrophe."""

SLAVIC = frozenset(["cs", "pl"])
"""Languages in which "do" is "to"."""

_VOWELS = frozenset("aeiouyäöüàâáéèêíìóòôúùåæøœ")
"""A word has one."""

_TITLES = split_words("mrs mme mlle sra srta capt col cpl gen maj rev sgt")
"""Titles of more than two letters with a full stop; "Prof." says what somebody does."""

_OWNED_PLACES = any_of(
    split_words(
        "arms avenue bakery bank bar bay bridge brewery cafe café cape castle chapel church clinic"
        " close club college corner court cross day drive end eve farm field gallery gardens gate"
        " green grove hall harbour head hill hospital house infirmary inn institute island kitchen"
        " landing lane market mill park passage place point quay rest rise road row school square"
        " street terrace theatre tower trust university walk way wharf wood woods yard"
    )
)
_OWNED_PLACE = re.compile(
    rf"(?<=['’])s (?=[^\W\d_a-z])(?i:{_OWNED_PLACES})(?:(?![\w'’])|(?=['’]s(?!\w)))"
)
"""With these an owner is part of the name: "Tanner's Rise", "St. Mary's Hospital"."""

_CODE = re.compile(r"\s+[^\W\d_]\w{0,20}?\d")
"""After "the" no part of a name: "lent Anna the RJ45"."""

_FOREIGN_CONNECTORS = NAME_CONNECTORS - {"the", "of"}


def capitalised_runs(text: str, parts: Sequence[Word]) -> list[tuple[int, int]]:
    """Return the runs of capitalised words, numbers and connectors inside them included.

    Args:
        text: A text.
        parts: Its words.

    Returns:
        The places of the first word of each run, and of the one after its last.
    """
    runs: list[tuple[int, int]] = []
    start = end = -1
    for place, word in enumerate(parts):
        if start >= 0 and not _joins(text, parts[place - 1], word):
            runs.append((start, end))
            start = -1
        letter = text[word.start]
        # "Oporto do 18" is Oporto, and "Henry the 8th" is whole.
        is_number = letter.isdigit() and parts[place - 1].norm not in _FOREIGN_CONNECTORS
        if letter.isupper() or (start >= 0 and is_number):
            start = place if start < 0 else start
            end = place + 1
        elif (
            start >= 0
            and place == end
            and (is_domain_ending(text, word) or _is_owner_of_place(text, word))
        ):
            end = place + 1
        elif start >= 0:
            # The "Volvo XC60 von Anna" is hers, and not of that name.
            is_after_number = text[parts[end - 1].end - 1].isdigit()
            joins = is_connector(text, word) or _is_between_hyphens(text, word)
            if is_after_number or place > end + 1 or not joins:
                runs.append((start, end))
                start = -1
    if start >= 0:
        runs.append((start, end))
    return runs


def begins_elided_name(text: str, word: Word, *, at_start: bool) -> bool:
    """Whether a capital, an apostrophe and a capital begin a name: "O'Brien", "L'Oréal".

    Args:
        text: The text.
        word: A word of it.
        at_start: Whether a sentence begins with it. There a French or Italian article has a capital
            too: "L'Italie a gagné".
    """
    if word.end - word.start != 1 or not text[word.start].isupper():
        return False
    following = text[word.end : word.end + MAX_LOOKED_AT]
    if following[:1] not in _APOSTROPHES or not following[1:2].isupper():
        return False
    if not following[2:3].islower():  # "I'M HERE"
        return False
    return word.norm == "o" or not at_start or ELIDING.isdisjoint(likely_languages(following))


def is_connector(text: str, word: Word) -> bool:
    """Whether a word is a small one that stands inside names: "van", "dell'" in "dell'Arte".

    Args:
        text: The text.
        word: A word of it.
    """
    if word.norm in ELIDED and text[word.end : word.end + 1] in _APOSTROPHES:
        return text[word.end + 1 : word.end + 2].isupper()
    if is_dutch_article(text, word):
        return text[word.end + 1 : word.end + 2].isupper()
    if word.norm == "do" and not SLAVIC.isdisjoint(likely_languages(text[:MAX_LOOKED_AT])):
        return False  # "z Krakowa do Tarnowa"
    if word.norm == "the" and _CODE.match(text, word.end):
        return False
    return word.norm in NAME_CONNECTORS


def is_domain_ending(text: str, word: Word) -> bool:
    """Whether a word is the end of a name with a dot: "Booking.com", "Fly.io", "Node.js".

    Args:
        text: The text.
        word: A word of it.
    """
    before, after = text[word.start - 2 : word.start], text[word.end : word.end + 2]
    return (
        word.norm in DOMAIN_ENDINGS
        and text[word.start].islower()
        and before[-1:] == "."
        and before[:1].isalnum()
        and not (after[:1] in ("/", "@") or (after[:1] == "." and after[1:].isalnum()))
    )


def _is_owner_of_place(text: str, word: Word) -> bool:
    """Whether a word is the "s" of a name such as "Tanner's Rise" or "St. Mary's Hospital"."""
    return word.norm == "s" and _OWNED_PLACE.match(text, word.start) is not None


def is_dutch_article(text: str, word: Word) -> bool:
    """Whether a word is the article of a Dutch surname: "van 't Hof".

    Args:
        text: The text.
        word: A word of it.
    """
    before = text[max(word.start - 2, 0) : word.start]
    is_article = word.norm == "t" and before[-1:] in _APOSTROPHES and before[:1] == " "
    return is_article and text[word.start].islower() and text.startswith(" ", word.end)


def _joins(text: str, last: Word, word: Word) -> bool:
    gap = text[last.end : word.start]
    if is_dutch_article(text, word):
        return gap[:-1] == " " and last.norm in NAME_CONNECTORS
    if gap.isspace():  # also a no-break space, as pasted text has it
        return "\n" not in gap and len(gap) <= MAX_GAP
    if gap == ". ":  # "J. K. Rowling", "St. Louis"
        short = text[last.start : last.end]
        return is_initial(text, last.start) if len(short) == 1 else _is_short_form(short)
    if gap == "!":  # "Fritz!Box"; but a password ends with "!25"
        return text[word.start].isupper()
    return gap in _JOINING_GAPS


def _is_between_hyphens(text: str, word: Word) -> bool:
    """Whether hyphens join a small word to a name: "Stratford-upon-Avon"."""
    is_joined = text[word.start - 1] == "-" and text[word.end : word.end + 1] == "-"
    return is_joined and text[word.end + 1 : word.end + 2].isupper()


def _is_short_form(written: str) -> bool:
    """Whether letters have a full stop because they are short: "St.", "Mrs.", but not "Jo."."""
    norm = written.casefold()
    if norm in _TITLES and written.istitle():
        return True
    return len(norm) == 2 and (
        norm in SHORT_FORMS or (written.istitle() and _VOWELS.isdisjoint(norm) and norm.isalpha())
    )
