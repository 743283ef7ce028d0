"""Names in two scripts: "Huaxin (华信)", "冯丽华 (Feng Lihua)", "Fima (Фима)"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ...text.languages.glossaries import listed_words
from ...text.languages.unspaced import CHINESE
from ...text.names.unspaced_names import chinese_given_name
from .nicknames import name_before

MAX_NATIVE = 40
"""Longest name in a script other than Latin, in characters."""

_LETTER = r"[^\W\d_A-Za-z\u00aa-\u024f\u1e00-\u1eff]"
_NATIVE = rf"{_LETTER}(?:{_LETTER}|[ ·・.’'-](?={_LETTER})){{1,{MAX_NATIVE}}}"
_LATIN_NAME = r"[A-Z\u00c0-\u00de][\w'’.-]*+(?: [A-Z\u00c0-\u00de][\w'’.-]*+){0,4}"
_NATIVE_IN_BRACKETS = re.compile(rf" ?[(（](?P<native>{_NATIVE})(?=[)）,，;])")
_LATIN_IN_BRACKETS = re.compile(
    rf"(?<![^\W\d_])(?P<native>{_NATIVE}) ?[(（](?P<latin>{_LATIN_NAME})[)）]"
)


def names_in_two_scripts(text: str, names: Collection[str]) -> list[tuple[str, str]]:
    """Find names that a text gives in Latin letters and in another script.

    Args:
        text: Any text.
        names: The names in it, as written.

    Returns:
        (full name, other name) pairs, as written, in order. The one in brackets is the other name,
        and so is the given name of a person with a Chinese one.
    """
    return sorted(set(_pairs(text, frozenset(names))))


def _pairs(text: str, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    if text.isascii():
        return
    for match in _NATIVE_IN_BRACKETS.finditer(text):
        full = name_before(text, match.start(), names)
        if full and _is_name(match["native"]):
            yield full, match["native"]
            yield from _given_name(full, match["native"])
    for match in _LATIN_IN_BRACKETS.finditer(text):
        if _is_name(match["native"]):
            yield match["native"], match["latin"]
            yield from _given_name(match["native"], match["native"])


def _is_name(native: str) -> bool:
    """Whether it has a capital, or its script has none."""
    return any(map(str.isupper, native)) or not any(map(str.islower, native))


def _given_name(full: str, native: str) -> Iterator[tuple[str, str]]:
    """Yield a full name and the given name of a Chinese one, if this is no word of its own."""
    given = chinese_given_name(native)
    if given and given not in listed_words(CHINESE):
        yield full, given
