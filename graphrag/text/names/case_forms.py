"""What the case forms of a name have in common: "Kozioł", "Kozła" and "Kozłowi" are one name.

Slavic languages decline names. Other languages add little more than an "s" to them
(``graph.extraction.names.short_names``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..languages.english_words import most_likely_languages
from ..word_lists.plain_spellings import without_marks
from ..word_lists.word_sets import split_words
from ..words import Word

MIN_KEY = 3
"""Number of letters that stay, at least."""

_ENDINGS = {
    "pl": split_words(
        "a ą ę y i e o u ie ia ią ię iu iego iemu iej im ich owi iowi em iem om iom ami iami ach"
        " iach ego emu ej ym ymi imi ych"
    ),
    "cs": split_words(
        "a á e é ě i í o u ů y ý ou em ovi ové ech ách ami emi ům ího ímu ím ích ého ému ém ým ých"
    ),
    "ru": split_words(
        "а я о е ы и у ю й ой ом ем ём ам ям ах ях ами ями ь ый ий ая яя ого его ому ему"
        " ым им ых их ую юю"
    ),
    "uk": split_words(
        "а я о е є и і ї у ю ой ою ею єю ом ем єм ам ям ах ях ами ями ові еві єві й ь ий ого"
        " ього ому ьому им ім их іх ої"
    ),
}
_CYRILLIC = re.compile("[а-яё]")
_UKRAINIAN = re.compile("[іїєґ]")
_LONGEST = 4
"""Length of the longest of these endings."""

_FLEETING = re.compile(r"(?<=[^\Waeiouyаеиоуыэюяіїє])(?:ie|io|[eеё])(?=[^\Waeiouy]\Z)")
"""A vowel before the last consonant that only the nominative has: "Marek", "Marka"."""


def declining_language(found: Iterable[Word]) -> str:
    """Return the code of the language of a text if it declines names; otherwise nothing.

    Args:
        found: The words of the text.
    """
    found = list(found)
    norms = "".join(word.norm for word in found)
    if _CYRILLIC.search(norms):
        return "uk" if _UKRAINIAN.search(norms) else "ru"
    likely = most_likely_languages(found) & _ENDINGS.keys()
    return min(likely, default="")


def case_key(norm: str, language: str) -> str:
    """Return what all case forms of a name have in common.

    Args:
        norm: A normalised word.
        language: The code of a language that declines names.

    >>> [case_key(form, "pl") for form in ("kozioł", "kozła", "zdzisiek", "zdziśkowi")]
    ['kozl', 'kozl', 'zdzisk', 'zdzisk']
    """
    bare = _without_ending(norm, _ENDINGS[language])
    key = without_marks(bare.replace("ę", "ą"))
    if len(key) <= MIN_KEY:
        return key
    if bare == norm:  # a nominative
        return _FLEETING.sub("", key)
    return key.removesuffix("i").removesuffix("z") if key.endswith("rz") else key.removesuffix("i")


def _without_ending(norm: str, endings: frozenset[str]) -> str:
    for length in range(min(_LONGEST, len(norm) - MIN_KEY), 0, -1):
        if norm[-length:] in endings:
            return norm[:-length]
    return norm
