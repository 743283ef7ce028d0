"""The words of each language with their English meanings.

`glossary/` has a file for each language, with lines `word english,english`. A function word stands
alone or, if it tells what kind of message it is in, with `=`: `comment =how`. Files of other
scripts than Latin are read when the first text in that script comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

from ...threads import cached_once
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

_MIN_LISTED_PART = 3
"""The same where both parts are listed as they are."""

_WITH_DIGRAPHS = frozenset(["da", "de", "no"])
"""Languages that are typed with "ae" or "oe" for letters that a keyboard lacks."""

MIN_PLAIN = 5
MIN_WITH_DIGRAPHS = 4
"""Fewest letters of a word without its diacritics: shorter ones are words of other languages."""

_LONGEST = 40
"""Longest compound that is divided, in letters."""

English = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of a language with their English meanings.

    Attributes:
        language: Its code: ``de``.
        listed: The English words for each word as they are listed, the most usual first; empty
            for function words.
        typed: The same for words as they are typed without their diacritics. Some are names, so
            only a whole text shows what is meant: "marie" is "marié", or Marie.
        function_words: The English for function words, in one to three words; also as they are
            typed.
    """

    language: str
    listed: Mapping[str, str]
    typed: Mapping[str, str]
    function_words: Mapping[str, str]

    @classmethod
    def read(cls, path: Path) -> Glossary:
        """Read a file of `glossary/`."""
        listed: dict[str, str] = {}
        said: dict[str, str] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            word, _, english = line.partition(" ")
            if english.startswith("="):
                said[word], english = english[1:], ""
            listed[word] = english
        has_digraphs = path.stem in _WITH_DIGRAPHS
        plain = with_digraphs if has_digraphs else without_marks
        least = MIN_WITH_DIGRAPHS if has_digraphs else MIN_PLAIN
        marked = [word for word in listed if not word.isascii()]
        as_typed = plain("\n".join(marked)).split("\n") if marked else []
        written = {
            typed: word
            for typed, word in zip(as_typed, marked, strict=True)
            if len(typed) >= least and typed not in listed
        }
        return cls(
            path.stem,
            listed,
            {typed: listed[word] for typed, word in written.items()},
            said | {typed: said[word] for typed, word in written.items() if word in said},
        )

    def entry(self, word: str) -> str | None:
        """Return what is listed for a normalised word, with or without its diacritics."""
        return self.listed.get(word, self.typed.get(word))

    def meaning(self, word: str) -> English:
        """Return the English words for a normalised word; for a compound those of its parts."""
        if (listed := self.entry(word)) is not None:
            return _divided(listed)
        if word in _english():
            return (word,)  # "server", "cache": other languages use it too
        known = self._meaning_of_stem(word)
        if not known and self.language in _COMPOUNDING and len(word) <= _LONGEST:
            known = self._meaning_of_parts(word)
        return known

    def known(self, found: Sequence[Word]) -> int:
        """Return how many of some words are known, in any form: Danish and Norwegian are alike."""
        return sum(
            self.entry(word.norm) is not None or bool(self.meaning(word.norm)) for word in found
        )

    def is_a_form(self, word: str) -> bool:
        """Whether a word is only known by its stem."""
        return self.entry(word) is None and bool(self._meaning_of_stem(word))

    def has(self, word: str) -> bool:
        """Whether a word is listed, or a form of a listed one."""
        return self.entry(word) is not None or bool(self._meaning_of_stem(word))

    def _meaning_of_stem(self, word: str) -> English:
        if self.language == TURKISH:
            known = word_of_form(word, self.listed) or word_of_form(word, self.typed)
            return _divided(self.entry(known) or "")
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
        return _divided(self.entry(word) or "") or self._meaning_of_stem(word)


@cached_once
def glossary_of(language: str) -> Glossary:
    """Return the words of a language.

    Args:
        language: Its code: ``ja``.
    """
    return Glossary.read(FOLDER / f"{language}.txt")


def load_glossaries() -> None:
    """Read the glossaries of Latin script: a quarter of a second, so not in a turn."""
    for language in LATIN:
        glossary_of(language)
    _english()


@lru_cache(maxsize=50_000)
def latin_languages(word: str, *, typed: bool = False) -> tuple[str, ...]:
    """Return the languages of Latin script that have a word: "hope" is in English, "Lena" in none.

    Args:
        word: The word, normalised. English ones are known as far as words of other languages mean
            them.
        typed: Whether it may be typed without its diacritics.
    """
    languages = tuple(
        language
        for language, known in ((language, glossary_of(language)) for language in LATIN)
        if word in known.listed or (typed and word in known.typed)
    )
    return (*languages, ENGLISH_CODE) if word in _english() else languages


def is_listed_compound(word: str) -> bool:
    """Whether a language that writes compounds in one word lists both parts of it: "Kellertor".

    Args:
        word: The word, normalised; one with a part in another form is not known.
    """
    return len(word) <= _LONGEST and any(
        glossary_of(language).entry(word[start:]) is not None
        and any(
            glossary_of(language).entry(word[:start].removesuffix(joint)) is not None
            for joint in _JOINTS
            if start - len(joint) >= _MIN_LISTED_PART
        )
        for language in sorted(_COMPOUNDING)
        for start in range(_MIN_LISTED_PART, len(word) - _MIN_LISTED_PART + 1)
    )


@cache
def _divided(english: str) -> English:
    """Return listed meanings one by one."""
    return tuple(english.split(",")) if english else ()


@cached_once
def _stems(language: str) -> Mapping[str, str]:
    """Return the meanings by stem, for forms that are not listed: of equal stems the first."""
    stems: dict[str, str] = {}
    known = glossary_of(language)
    for word, english in chain(known.listed.items(), known.typed.items()):
        if english:
            stems.setdefault(stem(word, language), english)
    return stems


@cached_once
def _english() -> frozenset[str]:
    """Return the English words: function words, and what words of Latin script mean."""
    meanings = chain.from_iterable(glossary_of(language).listed.values() for language in LATIN)
    return ENGLISH.union(",".join(meanings).replace(",", " ").split())
