"""The words that some texts are made of, as they are usually written, to be found by their look."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import pairwise

from ..words import Word, words

MAX_LETTERS = 40
"""Longer words are no words."""

_HYPHENATED = re.compile(r"(?<![^\W_])[^\W_]++(?:-[^\W_]++)++")
_SOUNDS_ALIKE = str.maketrans("cqvzjy", "kkfsii")
"""Letters that are taken for others at the beginning of a word."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of a vocabulary.

    Attributes:
        norm: Its normalised spelling.
        written: Its usual spelling.
        count: How often it occurs.
        letters: A bit for each letter that it has.
    """

    norm: str
    written: str
    count: int
    letters: int


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words, those that begin alike and have the same length together.

    Attributes:
        entries: The words, by their normalised spelling; also hyphenated ones, without the hyphen.
        alike: The same, by how they begin and how long they are.
        pairs: A hash of each two normalised words that stand side by side.

    Example:
        ::

            vocabulary = Vocabulary.of(["Ask Marta Stannard about the x-ray."])
            vocabulary.entries["xray"].written    # "x-ray"
    """

    entries: Mapping[str, Entry]
    alike: Mapping[tuple[str, int], tuple[Entry, ...]]
    pairs: Set[int]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Vocabulary:
        """Return the words of some texts."""
        spellings: dict[str, Counter[str]] = {}
        pairs: set[int] = set()
        for text in texts:
            for norm, written in _words_of(text):
                spellings.setdefault(norm, Counter())[written] += 1
            pairs.update(map(hash, pairwise(word.norm for word in words(text))))
        entries = {norm: _entry(norm, written) for norm, written in spellings.items()}
        alike: dict[tuple[str, int], list[Entry]] = {}
        for norm in sorted(entries):
            alike.setdefault((beginning(norm), len(norm)), []).append(entries[norm])
        return cls(entries, {place: tuple(found) for place, found in alike.items()}, pairs)

    def has_pair(self, first: str, second: str) -> bool:
        """Whether one normalised word stands before another somewhere in the texts."""
        return hash((first, second)) in self.pairs

    def beginning_like(self, norm: str, within: int) -> Iterator[Entry]:
        """Yield the words that begin like a word and are about as long.

        Args:
            norm: The word, normalised.
            within: Greatest difference of their lengths.
        """
        for length in range(len(norm) - within, len(norm) + within + 1):
            yield from self.alike.get((beginning(norm), length), ())


def beginning(norm: str) -> str:
    """Return the first letter of a word; letters that sound alike are one."""
    return norm[:1].translate(_SOUNDS_ALIKE)


def letters_of(norm: str) -> int:
    """Return a bit for each letter that a word has."""
    bits = 0
    for letter in norm:
        bits |= 1 << ord(letter) % 64
    return bits


def is_word(word: Word) -> bool:
    """Whether a word is one of letters, in a script that has capitals and spaces."""
    norm = word.norm
    return len(norm) <= MAX_LETTERS and norm.isalpha() and norm.upper() != norm


def _words_of(text: str) -> Iterator[tuple[str, str]]:
    for word in words(text):
        if is_word(word):
            yield word.norm, text[word.start : word.end]
    for match in _HYPHENATED.finditer(text):
        joined = match.group().replace("-", "").casefold()
        if joined.isalpha() and len(joined) <= MAX_LETTERS:
            yield joined, match.group()


def _entry(norm: str, written: Counter[str]) -> Entry:
    usual = min(written.items(), key=lambda item: (-item[1], item[0]))[0]
    return Entry(norm, usual, written.total(), letters_of(norm))
