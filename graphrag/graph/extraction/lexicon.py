"""The names of a scope, gathered from all of its documents.

A name that one document establishes is found in all of them. So what documents say by themselves
is counted here, and a document that changes or goes is taken out of the counts again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from ...text.name_dictionary import EntityDictionary, NameCounts
from ...text.words import normalize_name, words
from .aliases import merge_names
from .phrases import MAX_PHRASE_DF, MIN_PHRASE_DF
from .reading import Reading

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The names of a scope, and which of them name the same thing.

    Attributes:
        dictionary: The scope's dictionary of names.
        codes: The usual spelling of each code-like token, by its normalised name.
        plain: Single words that are names in any case, normalised.
        phrases: Phrases that link memories, normalised.
        merged: For each name that is another's alias, the name that it goes by; normalised.
    """

    dictionary: EntityDictionary
    codes: Mapping[str, str]
    plain: frozenset[str]
    phrases: frozenset[str]
    merged: Mapping[str, str]

    def entity_id(self, norm: str) -> str:
        """Return the id of the entity that a normalised name stands for."""
        canonical = self.merged.get(norm, norm)
        return f"code:{canonical}" if canonical in self.codes else f"name:{canonical}"

    def spelling(self, norm: str) -> str:
        """Return a normalised name as people write it."""
        return self.dictionary.names.get(norm) or self.codes.get(norm) or norm

    def first_words_of_changes(self, old: Lexicon) -> set[str]:
        """Return the first words of the names that differ from an older lexicon.

        Only a document that holds one of them can mention anything else than before.
        """
        changed = old.dictionary.names.keys() ^ self.dictionary.names.keys()
        changed |= old.codes.keys() ^ self.codes.keys()
        changed |= old.plain ^ self.plain
        changed |= old.phrases ^ self.phrases
        changed |= {name for name, _ in old.merged.items() ^ self.merged.items()}
        return {word.norm for name in changed for word in words(name)[:1]}


class LexiconCounts:
    """Counts what the documents of a scope say, and makes the lexicon of it."""

    def __init__(self) -> None:
        self._names = NameCounts()
        self._codes: dict[str, Counter[str]] = {}
        self._plain: Counter[str] = Counter()
        self._aliases: Counter[tuple[str, str]] = Counter()
        self._phrases: Counter[str] = Counter()

    def add(self, reading: Reading) -> None:
        """Count a document."""
        self._names.add(reading.evidence)
        self._count(reading, 1)

    def remove(self, reading: Reading) -> None:
        """Take a document out of the counts."""
        self._names.remove(reading.evidence)
        self._count(reading, -1)

    def lexicon(self) -> Lexicon:
        """Return the lexicon of the documents counted."""
        codes = {
            norm: min(spellings.items(), key=lambda item: (-item[1], item[0]))[0]
            for norm, spellings in self._codes.items()
        }
        stated = sorted({name for pair in self._aliases for name in pair})
        dictionary = self._names.dictionary(extra=[*stated, *codes.values()])
        # The dictionary takes single words only if they are capitalised; these count in any case.
        plain = frozenset(self._plain) | {norm for norm in codes if " " not in norm}
        names = {*dictionary.names, *plain}
        pairs = sorted((normalize_name(a), normalize_name(b)) for a, b in self._aliases)
        phrases = frozenset(
            norm
            for norm, df in self._phrases.items()
            if MIN_PHRASE_DF <= df <= MAX_PHRASE_DF and norm not in names
        )
        return Lexicon(dictionary, codes, plain, phrases, merge_names(names, pairs))

    def _count(self, reading: Reading, sign: int) -> None:
        for token in reading.codes:
            spellings = self._codes.setdefault(token.norm, Counter())
            _add(spellings, token.text, sign)
            if not spellings:
                del self._codes[token.norm]
        for word in reading.plain:
            _add(self._plain, word, sign)
        for pair in reading.aliases:
            _add(self._aliases, pair, sign)
        for phrase in reading.phrases:
            _add(self._phrases, phrase, sign)


def _add(counter: Counter[Key], key: Key, sign: int) -> None:
    counter[key] += sign
    if counter[key] <= 0:
        del counter[key]
