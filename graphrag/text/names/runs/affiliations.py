"""Names before who somebody works for: "Deniz of Café Lombok", "Wim van Bakkerij Bond".

The words between are those of "Bank of England" and "Vincent van Gogh", which are whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...languages.glossaries import ENGLISH_CODE, glossary_of, latin_languages
from ...word_lists.common_words import is_common, is_compound
from ...word_lists.first_names import FIRST_NAMES
from ...word_lists.word_sets import split_words
from ...words import Word
from ..single_words.capitals import is_acronym

_OF = "of"
_OF_LANGUAGE = {"di": "it", "della": "it", "van": "nl", "von": "de"}
"""The same in languages whose surnames have one word behind it. Two stand behind a Spanish one:
"Juan de la Rosa Soto"."""

_REALMS = split_words(
    "bight caliphate commonwealth emirate emirates isle isles kingdom kingdoms ness plains republic"
    " siege states vale"
    " bishop caliph critique dean duchess duke earl emir emperor empress king kings knight knights"
    " laird marquess marquis monk monks princess queen queens sheriff sultan viscount viscountess"
)
"""English words that lists of common words lack: "Duke of York" is whole."""

_MIN_TRADE = 5
"""Fewest letters of a trade: surnames are short nouns, too, as "Berg" and "Dijk" are."""

_MIN_TAIL = 6
"""Fewest letters of the noun at the end of a trade: "Ketelservice", but not "Beethoven"."""


def is_before_company(text: str, parts: Sequence[Word], start: int, place: int, end: int) -> bool:
    """Whether a person's name ends before "of", as a company, shop or place follows.

    Args:
        text: The text.
        parts: Its words.
        start: The place of the first word of a run of capitalised words.
        place: That of a small word inside it.
        end: The place after its last word.
    """
    first, norm = parts[start], parts[place].norm
    if norm == _OF:
        return place == start + 1 and _may_work_for(text, parts, start, end)
    language = _OF_LANGUAGE.get(norm)
    if language is None or not _is_of_two_words(text, parts, place + 1, end):
        return False
    if first.norm not in FIRST_NAMES and _is_word(first.norm, language):
        return False  # "Museo di Storia Naturale"
    trade = parts[place + 1].norm
    return len(trade) >= _MIN_TRADE and trade not in FIRST_NAMES and _is_word(trade, language)


def _may_work_for(text: str, parts: Sequence[Word], start: int, end: int) -> bool:
    """Whether a word before "of" is a first name, or seems to be one before a name of two words.

    "Joan of Arc" and "Grafana of Acme" are whole.
    """
    word = parts[start]
    if word.norm in FIRST_NAMES:
        return True
    languages = latin_languages(word.norm)
    is_english = ENGLISH_CODE in languages or (not languages and is_common(word.norm))
    return (
        word.norm.isalpha()
        and word.norm not in _REALMS
        and not is_english
        and not is_acronym(text[word.start : word.end])
        and _is_of_two_words(text, parts, start + 2, end)
    )


def _is_of_two_words(text: str, parts: Sequence[Word], place: int, end: int) -> bool:
    """Whether two capitalised words with a space between them stand at a place of a run."""
    if place + 1 >= end:
        return False
    one, other = parts[place : place + 2]
    return (
        text[one.start].isupper()
        and text[other.start].isupper()
        and text[one.end : other.start] == " "
    )


def _is_word(norm: str, language: str) -> bool:
    """Whether a word is one of a language, or a compound that ends with one."""
    return bool(glossary_of(language).meaning(norm)) or is_compound(norm, min_tail=_MIN_TAIL)
