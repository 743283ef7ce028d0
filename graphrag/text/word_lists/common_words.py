"""Whether a word is a common one: what is rare in every language is likely a name.

`common_words.bin` holds about 128,000 words of English, German, French, Italian, Spanish,
Portuguese, Dutch, Polish and Swedish as a Bloom filter of 320 KB: one word in 10,000 that is not
among them counts as common too. Nouns that only German has are capitalised in it.
`scripts/common_words.py` makes it and names its sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path

from .plain_spellings import with_umlauts
from .stop_words import STOP_WORDS

DATA = Path(__file__).with_name("common_words.bin")

_BITS_PER_WORD = 20
_PROBES = 10
"""With so many bits and probes of a word, one in 10,000 others is taken for a common one."""

_MIN_STEM = 4
_ENDINGS_OF_SHORT_STEMS = frozenset("sneydr")
"""One letter that makes a form of a word of four: "lamps". "Frid" and "Frida" are two."""

_MIN_LONG_STEM = 6
_MAX_ENDING = 3
"""A word of so many letters may have any ending of at most so many with a vowel."""

_VOWELS = frozenset("aeiouyäöüáéíóúàèìòùâêîôûąęå")
_MIN_HEAD = 3
_MIN_TAIL = 5
"""Fewest letters of the parts of a compound."""

_LONGEST = 40
"""Longest word that is looked up, in letters."""


@lru_cache(maxsize=50_000)
def is_common(norm: str) -> bool:
    """Whether a normalised word is common in one of the languages known.

    A word with an ending after a common one counts as a form of it: "drains", "counselling". German
    ones are known as they are typed without umlauts, too: `fuellt`.
    """
    return len(norm) <= _LONGEST and any(map(_is_form, {norm, with_umlauts(norm)}))


def _is_form(norm: str) -> bool:
    """Whether a word, or what it is without an ending, is a common one."""
    bits = _bits()
    return (
        norm in STOP_WORDS
        or _holds(bits, norm)
        or _holds(bits, without_ending(norm))
        or any(
            _holds(bits, norm[:size]) or _holds(bits, norm[:size] + "e")
            for size in range(max(_MIN_LONG_STEM, len(norm) - _MAX_ENDING), len(norm) - 1)
            if not _VOWELS.isdisjoint(norm[size:])
        )
    )


def is_common_hyphenated(written: str) -> bool:
    """Whether a lower-case hyphenated word is common, or begins as many do: "self-made"."""
    first = written.split("-", 1)[0]
    return _holds(_bits(), written) or _holds(_bits(), f"{first}-")


@lru_cache(maxsize=50_000)
def is_common_noun(norm: str) -> bool:
    """Whether a normalised word is common, nouns that only German has included."""
    if is_common(norm):
        return True
    spellings = {norm, with_umlauts(norm)} if len(norm) <= _LONGEST else ()
    written = (word.title() for known in spellings for word in (known, without_ending(known)))
    return any(_holds(_bits(), word) for word in written)


@lru_cache(maxsize=50_000)
def is_compound(norm: str, min_tail: int = _MIN_TAIL) -> bool:
    """Whether a normalised word ends in a common noun: `Sprinklerpumpe`, `Temperaturbericht`."""
    return len(norm) <= _LONGEST and any(
        is_common_noun(norm[start:]) for start in range(_MIN_HEAD, len(norm) - min_tail + 1)
    )


def without_ending(word: str) -> str:
    """Return a word without its last letter; an empty string if that is no ending."""
    stem = len(word) - 1
    if stem > _MIN_STEM or (stem == _MIN_STEM and word[-1] in _ENDINGS_OF_SHORT_STEMS):
        return word[:-1]
    return ""


def pack(words: Sequence[str]) -> bytes:
    """Return a Bloom filter of some words."""
    bits = bytearray(max(1, len(words) * _BITS_PER_WORD // 8))
    for word in words:
        for place in _places(word, 8 * len(bits)):
            bits[place >> 3] |= 1 << (place & 7)
    return bytes(bits)


@cache
def _bits() -> bytes:
    return DATA.read_bytes()


def _holds(bits: bytes, word: str) -> bool:
    return bool(word) and all(
        bits[place >> 3] >> (place & 7) & 1 for place in _places(word, 8 * len(bits))
    )


def _places(word: str, size: int) -> list[int]:
    digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    first = int.from_bytes(digest[:8], "little")
    step = int.from_bytes(digest[8:], "little") | 1
    return [(first + probe * step) % size for probe in range(_PROBES)]
