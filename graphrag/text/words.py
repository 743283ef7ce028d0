"""The words of a text in any script, and the one spelling under which a name is indexed.

Words are runs of letters, digits and marks. In scripts that are written without spaces (Han, kana,
Thai ...) each character is a word of its own, so that a name is found inside a running text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from sys import intern
from typing import NamedTuple

from .nfkc import nfkc

MAX_NAME_LENGTH = 300
"""Longer names are cut: an index key has a limit, and no name is longer."""

SIGNED_LETTERS = 2
"""Longest word whose `+` and `#` belong to it, if no letter follows."""

_TEXTS_KEPT = 16
_LONGEST_KEPT = 20_000
"""The words of a few texts of at most so many characters are remembered: several readers ask for
those of the same text, one after the other."""

_RUN = re.compile(r"\S+")
_ASCII_RUN = re.compile(r"[A-Za-z0-9+#]+")
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")
_SIGNED = re.compile(r"[^+#]++[+#]*+")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")
"""The majority of names in a bulk input match this; they only need to be lower-cased."""

_KEPT_SYMBOLS = frozenset("+#")
CYRILLIC_APOSTROPHE = "\u02bc"
"""The sign inside a Ukrainian word, in each normalised spelling: "п'ять", "п’ять"."""

INNER_APOSTROPHE = "(?<=[\u0400-\u04ff])['’‘](?=[ЄЇЮЯЕЁІєїюяеёі])"
"""A pattern of it as people type it."""

_APOSTROPHE = re.compile(INNER_APOSTROPHE)
_DOTTED_I = "i\u0307"
"""What case folding makes of the Turkish "İ": its dot is that of every "i"."""

# Blocks of scripts written without spaces between words.
_UNSPACED_BLOCKS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),  # ideographic iteration marks and zero
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x3400, 0x4DBF),  # Han, extension A
    (0x4E00, 0x9FFF),  # Han
    (0xF900, 0xFAFF),  # Han, compatibility
    (0x20000, 0x323AF),  # Han, further extensions
)

_UNSPACED_OR_HANGUL = re.compile(
    "[{}\uac00-\ud7af]".format(
        "".join(f"{chr(first)}-{chr(last)}" for first, last in _UNSPACED_BLOCKS)
    )
)


class _WordCharacters(dict[int, str]):
    """A table for `str.translate` that blanks all but word characters, filled on demand."""

    def __missing__(self, codepoint: int) -> str:
        character = chr(codepoint)
        keep = unicodedata.category(character)[0] in "LNM" or character in _KEPT_SYMBOLS
        self[codepoint] = value = character if keep else " "
        return value


_WORD_CHARACTERS = _WordCharacters()


class Word(NamedTuple):
    """A word in a text.

    Attributes:
        norm: Its normalised spelling.
        start: Where it starts in the text.
        end: Where it ends in the text.
        spaced: Whether its script puts spaces between words.
    """

    norm: str
    start: int
    end: int
    spaced: bool = True


def blank_signs(text: str) -> str:
    """Return a text with a space in place of each character that is no part of a word."""
    return text.translate(_WORD_CHARACTERS)


def is_unspaced(character: str) -> bool:
    """Whether a character is of a script that puts no spaces between words."""
    return _UNSPACED[character] is not None


def blank_unspaced(text: str) -> str:
    """Return a text with a space in place of each letter of a script without spaces.

    What is left are the Latin names in a Chinese, Japanese or Korean text: Hangul is blanked too,
    since its particles follow a Latin name without a space.

    Args:
        text: Any string.
    """
    return text if text.isascii() else _UNSPACED_OR_HANGUL.sub(" ", text)


def words(text: str) -> tuple[Word, ...]:
    """Split a text into its words, with their places in it.

    Args:
        text: Any string.

    Returns:
        The words in order. Punctuation, symbols, underscores and control characters separate
        words; so do `+` and `#`, except after one or two letters that no other letter follows (C++,
        C#, C++17).
    """
    return _remembered_words(text) if len(text) <= _LONGEST_KEPT else _words(text)


def _words(text: str) -> tuple[Word, ...]:
    found: list[Word] = []
    if text.isascii():
        for run in _ASCII_RUN.finditer(text):
            raw = run.group()
            if raw.isalnum():
                found.append(Word(raw.lower(), run.start(), run.end()))
            else:
                _add_words(found, raw, run.start())
        return tuple(found)
    text = _APOSTROPHE.sub(CYRILLIC_APOSTROPHE, text)
    for run in _RUN.finditer(text.translate(_WORD_CHARACTERS)):
        if run.group().isascii():
            _add_words(found, run.group(), run.start())
        else:
            _split_run(found, run.group(), run.start())
    return tuple(found)


_remembered_words = lru_cache(maxsize=_TEXTS_KEPT)(_words)


def written_words(text: str) -> list[str]:
    """Return the words of a text as they are written, in order: those of ``words``, and faster.

    Args:
        text: Any string.
    """
    if text.isascii() and _KEPT_SYMBOLS.isdisjoint(text):
        return _ASCII_WORD.findall(text)
    return [text[word.start : word.end] for word in words(text)]


def normalize_name(name: str) -> str:
    """Return the spelling under which a name is indexed.

    NFKC, case folding, punctuation to spaces, single spaces between words.

    Args:
        name: A name as it is written.

    Returns:
        The normalised name; empty when it has no letter or digit.
    """
    name = name[: 4 * MAX_NAME_LENGTH]
    if _PLAIN_NAME.fullmatch(name):
        return name[:MAX_NAME_LENGTH].strip().lower()
    return join_words(words(name))[:MAX_NAME_LENGTH].strip()


def each_once(norms: Iterable[str]) -> tuple[str, ...]:
    """Return normalised words without repetitions, in their order, for keeping.

    Equal ones of all texts are one string, and Python's garbage collector passes over a tuple of
    strings: of 10,000 texts, sets would be 100,000 objects for it to look at.

    Args:
        norms: The words.
    """
    return tuple(dict.fromkeys(map(intern, norms)))


def join_words(parts: Sequence[Word]) -> str:
    """Join words into a normalised name: spaces only where the script has them."""
    pieces: list[str] = []
    previous_spaced = True
    for word in parts:
        if pieces and (word.spaced or previous_spaced):
            pieces.append(" ")
        pieces.append(word.norm)
        previous_spaced = word.spaced
    return "".join(pieces)


def _split_run(found: list[Word], run: str, offset: int) -> None:
    start = index = 0
    while index < len(run):
        norm = _UNSPACED[run[index]]
        if norm is None:
            index += 1
            continue
        _add_words(found, run[start:index], offset + start)
        start, index = index, index + 1
        # A mark belongs to the character before it.
        while index < len(run) and _is_unspaced_mark(run[index]):
            index += 1
        if index > start + 1:
            norm = _fold(run[start:index])
        found.append(Word(norm, offset + start, offset + index, spaced=False))
        start = index
    _add_words(found, run[start:], offset + start)


def _is_unspaced_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" and is_unspaced(character)


def _add_words(found: list[Word], raw: str, start: int) -> None:
    for part in _SIGNED.finditer(raw):
        kept = part.group()
        letters = kept.rstrip("+#")
        # C++, C#, A+, C++17; elsewhere the sign is no part of the name. Folding may make a word
        # longer: "ß".
        joins = raw[part.end() : part.end() + 1].isalpha()
        if joins or len(_fold(letters)) > SIGNED_LETTERS:
            kept = letters
        norm = _fold(kept)
        if norm.strip("+#"):
            begin = start + part.start()
            found.append(Word(norm, begin, begin + len(kept)))


def _fold(raw: str) -> str:
    if raw.isascii():
        return raw.lower()
    folded = nfkc(nfkc(raw).casefold()).replace(_DOTTED_I, "i")
    return "".join(c for c in folded if _WORD_CHARACTERS[ord(c)] != " ")


class _Unspaced(dict[str, str | None]):
    """The normalised form of characters whose script has no spaces; None for all others."""

    def __missing__(self, character: str) -> str | None:
        codepoint = ord(character)
        is_unspaced = any(first <= codepoint <= last for first, last in _UNSPACED_BLOCKS)
        self[character] = value = _fold(character) if is_unspaced else None
        return value


_UNSPACED = _Unspaced()
