"""The words of each language with their English meanings.

`glossary/` has a file for each language, with lines `word english,english`; a function word stands
alone. Files of other scripts than Latin are read when the first text in that script comes.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

from ..stems import stem
from ..word_lists.plain_spellings import with_digraphs, without_marks
from ..word_lists.stop_words import ENGLISH
from ..word_lists.word_sets import split_words
from ..words import Word
from .turkish import TURKISH, word_of_form

FOLDER = Path(__file__).with_name("glossary")

ENGLISH_CODE = "en"
LATIN = sorted(split_words("ca cs da de es fi fr hu it nl no pl pt ro sv tr"))
"""The languages of Latin script."""

_COMPOUNDING = frozenset(["da", "de", "nl", "no", "sv"])
_JOINTS = ("", "s", "n", "en", "e")
_MIN_PART = 4
"""Shortest part of a compound, in letters."""

_WITH_DIGRAPHS = frozenset(["da", "de", "no"])
"""Languages that are typed with "ae" or "oe" for letters that a keyboard lacks."""

MIN_PLAIN = 5
"""Fewest letters of a word without its diacritics: shorter ones are words of other languages."""

_LONGEST = 40
"""Longest compound that is divided, in letters."""

_ENTRY = re.compile(r"^(\S+) ?(.*)$", re.MULTILINE)

English = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of a language with their English meanings.

    Attributes:
        language: Its code: ``de``.
        listed: The English words for each word as they are listed, the most usual first; empty
            for function words. Then the same for how they are typed without diacritics.
    """

    language: str
    listed: Mapping[str, str]

    @classmethod
    def read(cls, path: Path) -> Glossary:
        """Read a file of `glossary/`."""
        listed = dict(_ENTRY.findall(path.read_text(encoding="utf-8")))
        plain = with_digraphs if path.stem in _WITH_DIGRAPHS else without_marks
        typed = [(plain(word), english) for word, english in listed.items() if not word.isascii()]
        for word, english in typed:
            if len(word) >= MIN_PLAIN:
                listed.setdefault(word, english)
        return cls(path.stem, listed)

    def meaning(self, word: str) -> English:
        """Return the English words for a normalised word; for a compound those of its parts."""
        if word in self.listed:
            return _divided(self.listed[word])
        if word in _english():
            return (word,)  # "server", "cache": other languages use it too
        known = self._meaning_of_stem(word)
        if not known and self.language in _COMPOUNDING and len(word) <= _LONGEST:
            known = self._meaning_of_parts(word)
        return known

    def known(self, found: Sequence[Word]) -> int:
        """Return how many of some words are known, in any form: Danish and Norwegian are alike."""
        return sum(word.norm in self.listed or bool(self.meaning(word.norm)) for word in found)

    def is_a_form(self, word: str) -> bool:
        """Whether a word is only known by its stem."""
        return word not in self.listed and bool(self._meaning_of_stem(word))

    def _meaning_of_stem(self, word: str) -> English:
        if self.language == TURKISH:
            return _divided(self.listed.get(word_of_form(word, self.listed), ""))
        return _divided(_stems(self.language).get(stem(word, self.language), ""))

    def _meaning_of_parts(self, word: str) -> English:
        for start in range(_MIN_PART, len(word) - _MIN_PART + 1):
            last = self._meaning_of_part(word[start:])
            if not last:
                continue
            for joint in _JOINTS:
                first = word[:start].removesuffix(joint)
                if len(first) >= _MIN_PART and (meaning := self._meaning_of_part(first)):
                    return (f"{meaning[0]} {last[0]}",)
        return ()

    def _meaning_of_part(self, word: str) -> English:
        return _divided(self.listed.get(word, "")) or self._meaning_of_stem(word)


@cache
def glossary_of(language: str) -> Glossary:
    """Return the words of a language.

    Args:
        language: Its code: ``ja``.
    """
    return Glossary.read(FOLDER / f"{language}.txt")


def load_glossaries() -> None:
    """Read the glossaries of Latin script: a sixth of a second, so not in a turn."""
    for language in LATIN:
        glossary_of(language)
    _english()


def listed_words(language: str) -> Container[str]:
    """Return the words of a language that its list has.

    Args:
        language: Its code: ``ja``.
    """
    return glossary_of(language).listed


@lru_cache(maxsize=50_000)
def latin_languages(word: str) -> tuple[str, ...]:
    """Return the languages of Latin script that have a word: "hope" is in English, "Lena" in none.

    Args:
        word: The word, normalised. English ones are known as far as words of other languages mean
            them.
    """
    languages = tuple(language for language in LATIN if word in glossary_of(language).listed)
    return (*languages, ENGLISH_CODE) if word in _english() else languages


@cache
def _divided(english: str) -> English:
    """Return listed meanings one by one."""
    return tuple(english.split(",")) if english else ()


@cache
def _stems(language: str) -> Mapping[str, str]:
    """Return the meanings by stem, for forms that are not listed: of equal stems the first."""
    stems: dict[str, str] = {}
    for word, english in glossary_of(language).listed.items():
        if english:
            stems.setdefault(stem(word, language), english)
    return stems


@cache
def _english() -> frozenset[str]:
    """Return the English words: function words, and what words of Latin script mean."""
    meanings = chain.from_iterable(glossary_of(language).listed.values() for language in LATIN)
    return ENGLISH.union(",".join(meanings).replace(",", " ").split())
