"""Names in two scripts: "Huaxin (华信)", "冯丽华 (Feng Lihua)", "Fima (Фима)"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ....text.languages.glossaries import glossary_of
from ....text.languages.unspaced import CHINESE, JAPANESE
from ....text.names.unspaced_names import chinese_given_name
from .nicknames import name_before

WITHOUT_CAPITALS = (CHINESE, JAPANESE, "ko")

MAX_NATIVE = 40
"""Longest name in a script other than Latin, in characters."""

_LETTER = r"[^\W\d_A-Za-z\u00aa-\u024f\u1e00-\u1eff]"
_FIRST = re.compile(_LETTER)
_NATIVE = rf"{_LETTER}(?:{_LETTER}|[ ·・.’'-](?={_LETTER})){{1,{MAX_NATIVE}}}"
_LATIN = r"[A-Z\u00c0-\u00de][\w'’.-]*+(?: [A-Z\u00c0-\u00de][\w'’.-]*+){0,4}"
_IN_BRACKETS = re.compile(rf" ?[(（](?:(?P<native>{_NATIVE})|(?P<latin>{_LATIN}))(?=[)）,，;])")
_BEFORE = re.compile(
    "(?<![\u3005\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af])"
    "(?:[\u3005\u4e00-\u9fff]{2,4}|[\u30a1-\u30fc]{2,8}|[\uac00-\ud7af]{2,4})\\Z"
)
"""A name in a script without capitals, alone before a bracket: in a longer run its beginning is not
known."""

_OF_PHRASES = re.compile("[的是了のはがをにで]")
"""Small words: "我们的供应商" says who it is."""


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
    for match in _IN_BRACKETS.finditer(text):
        end = match.start()
        without_capitals = _BEFORE.search(text, max(0, end - MAX_NATIVE), end)
        full = without_capitals[0] if without_capitals else name_before(text, end, names)
        native, other = (match["native"], full) if match["native"] else (full, match["latin"])
        if full and _FIRST.match(native) and not _FIRST.match(other) and _is_name(native):
            yield full, match["native"] or match["latin"]
            yield from _given_name(full, native)


def _is_name(native: str) -> bool:
    """Whether it has a capital; where the script has none, whether it is no everyday word."""
    if any(map(str.islower, native)) or any(map(str.isupper, native)):
        return any(map(str.isupper, native))
    everyday = any(native in glossary_of(language).listed for language in WITHOUT_CAPITALS)
    return not everyday and not _OF_PHRASES.search(native)


def _given_name(full: str, native: str) -> Iterator[tuple[str, str]]:
    """Yield a full name and the given name of a Chinese one, if this is no word of its own."""
    given = chinese_given_name(native)
    if given and given not in glossary_of(CHINESE).listed:
        yield full, given
