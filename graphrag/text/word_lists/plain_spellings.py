"""How a word is typed where a keyboard has no diacritics: Inés as ines, Müller as mueller."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

_DIGRAPHS = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae", "ß": "ss"}
_TYPED_UMLAUT = re.compile(r"(?<![aeiouäöüq])([aou])e")
"""What may stand for an umlaut; "neue" and "Quelle" have none."""

_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü"}
_MIN_TYPED = 5
"""Fewest letters of a word that is typed without its umlauts: "Loes" is a name."""

_MIN_PLAIN = 5
_LATIN = [*map(chr, range(0x00C0, 0x0250)), *map(chr, range(0x1E00, 0x1F00))]
_MARKS = map(chr, range(0x0300, 0x0370))
_BASE_LETTERS = {
    **{letter: unicodedata.normalize("NFKD", letter)[0] for letter in _LATIN},
    **dict.fromkeys(_MARKS, ""),
    **dict(zip("łøđðıё", "loddiе", strict=True)),
    "þ": "th",
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
}
"""What stands below the diacritics of each letter that has some."""


def plain_spellings(norm: str) -> frozenset[str]:
    """Return the spellings of a normalised word without diacritics; empty if it has none.

    Args:
        norm: A normalised word or name.

    Returns:
        The letters without their marks, and with "ae", "oe", "ue" for umlauts. Only Latin letters
        are changed, and the Russian "ё".
    """
    if norm.isascii():
        return frozenset()
    spellings = {without_marks(norm), without_marks(with_digraphs(norm))}
    return frozenset(spellings) - {norm}


def with_umlauts(norm: str) -> str:
    """Return a normalised word with the umlauts that "ae", "oe" and "ue" may stand for.

    Args:
        norm: A normalised word.

    Returns:
        "lüfter" for "luefter"; a word that has none, such as "neue", stays as it is.
    """
    if len(norm) < _MIN_TYPED:
        return norm
    return _TYPED_UMLAUT.sub(lambda typed: _UMLAUTS[typed[1]], norm)


def with_digraphs(norm: str) -> str:
    """Return a normalised text with "ae", "oe" and "ue" for its umlauts: "fuer" for "für"."""
    return _replaced(norm, _DIGRAPHS)


def without_marks(norm: str) -> str:
    """Return a normalised text with the letters below its diacritics: "apres" for "après"."""
    return _replaced(norm, _BASE_LETTERS)


def with_plain_words(words: frozenset[str]) -> frozenset[str]:
    """Return normalised words, those of five letters or more also without their diacritics.

    Shorter ones would be other words: "ate" of "até", "tres" of "très".

    Args:
        words: The words.
    """
    plain = (without_marks(word) for word in words)
    return words | {word for word in plain if len(word) >= _MIN_PLAIN}


def _replaced(text: str, letters: Mapping[str, str]) -> str:
    """Return a text with other letters: faster than ``str.translate``, most of all for long ones.

    No letter is replaced by one that is replaced, too.
    """
    if text.isascii():
        return text
    for letter in letters.keys() & set(text):
        text = text.replace(letter, letters[letter])
    return text
