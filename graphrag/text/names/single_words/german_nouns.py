"""German nouns, which have a capital without being names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...languages.english_words import LEAST_WORDS, most_likely_languages
from ...languages.glossaries import ENGLISH_CODE, glossary_of, latin_languages
from ...word_lists.common_words import is_common_noun, is_compound
from ...word_lists.first_names import FIRST_NAMES
from ...word_lists.stop_words import GERMAN_ALONE, NOT_GERMAN
from ...words import Word

GERMAN = "de"

_OWN = frozenset([GERMAN, ENGLISH_CODE])
"""Languages whose nouns stand in German texts."""

MIN_STEM = 4
"""A shorter word is not looked up without its ending."""

_ABSTRACT = re.compile(r"[a-zäöüß]{4,40}(?:ung|heit|keit|schaft|tät|tion)(?:s|en)?")
"""Abstract nouns, which are formed of other words: Gliederung, Identität."""

_ENDINGS = ("e", "n", "en", "s", "es", "er")


def capitalises_nouns(text: str, parts: Sequence[Word]) -> bool:
    """Whether a text is German, so that a capital letter makes no name.

    Args:
        text: The text.
        parts: Its words.
    """
    german = sum(word.norm in GERMAN_ALONE for word in parts)
    others = sum(word.norm in NOT_GERMAN for word in parts)
    if german != others:
        return german > others
    lower = (word for word in parts if text[word.start].islower())
    return most_likely_languages(lower, least=LEAST_WORDS) == {GERMAN}


def may_be_noun(norm: str) -> bool:
    """Whether a word in a German text may be a noun; some towns and products may, too.

    Args:
        norm: The word, normalised.
    """
    if norm in FIRST_NAMES:
        return False
    if is_german_noun(norm):
        return True
    # What is a word in neither German nor English is a name here: "Malin" is French for a rogue.
    languages = latin_languages(norm) or latin_languages(norm.removesuffix("s"))
    return is_common_noun(norm) and not (languages and _OWN.isdisjoint(languages))


def is_german_noun(norm: str) -> bool:
    """Whether a word is a noun of a German dictionary, which has no places and no products."""
    return norm not in FIRST_NAMES and (
        _is_listed(norm) or is_compound(norm) or bool(_ABSTRACT.fullmatch(norm))
    )


def _is_listed(norm: str) -> bool:
    """Whether the list of German words has a word, or what it is without an ending."""
    listed = glossary_of(GERMAN).listed
    return norm in listed or any(
        norm.endswith(ending) and norm.removesuffix(ending) in listed
        for ending in _ENDINGS
        if len(norm) - len(ending) >= MIN_STEM
    )
