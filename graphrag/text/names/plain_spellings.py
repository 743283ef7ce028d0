"""How a name is typed where a keyboard has no diacritics: Inés as ines, Müller as mueller."""

from __future__ import annotations

import unicodedata

_NOT_DECOMPOSED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"}
)
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_LATIN_ENDS = "\u024f"
_FIRST_MARK, _LAST_MARK = "\u0300", "\u036f"
_ADDITIONAL = ("\u1e00", "\u1eff")


def plain_spellings(norm: str) -> frozenset[str]:
    """Return the spellings of a normalised name without diacritics; empty if it has none.

    Args:
        norm: A normalised name.

    Returns:
        The letters without their marks, and with "ae", "oe", "ue" for umlauts. Only Latin letters
        are changed, and the Russian "ё".
    """
    if norm.isascii():
        return frozenset()
    spellings = {_without_marks(norm), _without_marks(norm.translate(_GERMAN))}
    return frozenset(spellings) - {norm}


def _without_marks(norm: str) -> str:
    return "".join(map(_base_letter, norm.translate(_NOT_DECOMPOSED)))


def _base_letter(letter: str) -> str:
    if _FIRST_MARK <= letter <= _LAST_MARK:
        return ""
    if letter == "ё":
        return "е"
    if letter <= _LATIN_ENDS or _ADDITIONAL[0] <= letter <= _ADDITIONAL[1]:
        return unicodedata.normalize("NFKD", letter)[0]
    return letter
