"""The names of a scope, gathered from all of its documents.

A name that one document establishes is found in all of them. So what documents say by themselves
is counted here, and a document that changes or goes is taken out of the counts again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ...text.english_forms import singular_of
from ...text.names.name_dictionary import EntityDictionary, NameCounts
from ...text.names.name_list import EMPTY_LIST, NameList
from ...text.names.single_words.capitals import is_acronym
from ...text.names.spellings import Spellings, tally, tally_spelling, usual_spelling
from ...text.word_lists.common_words import is_common
from ...text.words import normalize_name, words
from .names.aliases import merge_names
from .names.link_tokens import MAX_TOKEN_DF, MIN_TOKEN_DF, needs_capital
from .names.phrases import MAX_PHRASE_DF, MIN_PHRASE_DF
from .names.rare_words import RareWordCounts
from .names.short_names import Genitive, ShortForms, inflected_forms
from .names.topic_names import LowerUseCounts
from .reading import Reading

MIN_ACRONYM_DF = 4
"""Number of memories that make an acronym a name without saying what it stands for."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The names of a scope, and which of them name the same thing.

    Attributes:
        dictionary: The scope's dictionary of names.
        codes: The usual spelling of each code-like token, by its normalised name.
        plain: Single words that are names in any case, normalised.
        phrases: Phrases that link memories, normalised.
        tokens: The usual spelling of each word that links memories, by its normalised form.
        merged: For each name that is another's alias, the name that it goes by; normalised.
    """

    dictionary: EntityDictionary
    codes: Mapping[str, str]
    plain: frozenset[str]
    phrases: frozenset[str]
    tokens: Mapping[str, str]
    merged: Mapping[str, str]

    def entity_id(self, norm: str) -> str:
        """Return the id of the entity that a normalised name stands for."""
        canonical = self.merged.get(norm, norm)
        return f"code:{canonical}" if canonical in self.codes else f"name:{canonical}"

    def spelling(self, norm: str) -> str:
        """Return a normalised name as people write it."""
        known = self.dictionary.names.get(norm) or self.codes.get(norm)
        return known or self.tokens.get(norm) or norm

    def first_words_of_changes(self, old: Lexicon) -> set[str]:
        """Return the first words of the names that differ from an older lexicon, or their spelling.

        Only a document that holds one of them can mention anything else than before. The spelling
        counts, since what is written third_party is not found in "third-party".
        """
        spellings = old.dictionary.names.items() ^ self.dictionary.names.items()
        changed = {norm for norm, _ in spellings}
        changed |= old.codes.keys() ^ self.codes.keys()
        changed |= old.plain ^ self.plain
        changed |= old.phrases ^ self.phrases
        changed |= old.tokens.keys() ^ self.tokens.keys()
        changed |= {name for name, _ in old.merged.items() ^ self.merged.items()}
        return {word.norm for name in changed for word in words(name)[:1]}


class _Forms(NamedTuple):
    """Forms of names that the documents of a scope use, all normalised.

    Attributes:
        pairs: (name, short or inflected form) of each.
        inflected: Those of them that are inflected.
        genitives: Phrases of a name in the genitive and a noun, which are no names.
    """

    pairs: list[tuple[str, str]]
    inflected: list[tuple[str, str]]
    genitives: Mapping[str, Genitive]

    def names(self) -> Iterator[str]:
        """Yield the forms as names; "Timos Schwester Leni" names Leni too."""
        yield from (form.title() for _, form in self.pairs)
        yield from (genitive.following.title() for genitive in self.genitives.values())


class LexiconCounts:
    """Counts what the documents of a scope say, and makes the lexicon of it."""

    def __init__(self) -> None:
        self._names = NameCounts()
        self._codes: Spellings = {}
        self._plain: Counter[str] = Counter()
        self._aliases: Counter[tuple[str, str]] = Counter()
        self._phrases: Counter[str] = Counter()
        self._tokens: Spellings = {}
        self._topics: Counter[str] = Counter()
        self._doubtful: Counter[str] = Counter()
        self._rare = RareWordCounts()
        self._lower = LowerUseCounts()

    def add(self, reading: Reading) -> None:
        """Count a document."""
        self._names.add(reading.evidence)
        self._count(reading, 1)

    def remove(self, reading: Reading) -> None:
        """Take a document out of the counts."""
        self._names.remove(reading.evidence)
        self._count(reading, -1)

    def lexicon(self, listed: NameList = EMPTY_LIST) -> Lexicon:
        """Return the lexicon of the documents counted.

        Args:
            listed: The user's own list of names.
        """
        codes = {norm: usual_spelling(spellings) for norm, spellings in self._codes.items()}
        stated = sorted({name for pair in self._aliases for name in pair})
        lower = {norm: norm for norm in self._lower.names()} | self._rare.names()
        forms = self._forms(codes)
        extra = [*stated, *self._frequent_acronyms(), *codes.values(), *lower.values()]
        dictionary = self._names.dictionary(
            [*listed.joined_names, *extra, *forms.names()], without=forms.genitives
        )
        # The dictionary takes single words only if they are capitalised; these count in any case.
        plain = frozenset(self._plain) | {norm for norm in (*codes, *lower) if " " not in norm}
        listed_lower = (normalize_name(name) for name in listed.joined_names if name.islower())
        plain |= {norm for norm in listed_lower if " " not in norm}
        ruled_out = _with_forms(listed.ruled_out_norms, dictionary.names, forms.inflected)
        case_forms, case_keys = self._case_forms(ruled_out)
        ruled_out |= case_forms
        if ruled_out:
            dictionary = EntityDictionary(_without(dictionary.names, ruled_out))
            codes, plain = _without(codes, ruled_out), plain - ruled_out
        names = {*dictionary.names, *plain}
        pairs = {(normalize_name(a), normalize_name(b)) for a, b in self._aliases}
        pairs = {pair for pair in {*pairs, *forms.pairs} if ruled_out.isdisjoint(pair)}
        merged = listed.joined_into(merge_names(names, sorted(pairs)))
        acronyms = {normalize_name(other) for _, other in self._aliases if is_acronym(other)}
        # A name that is ruled out still holds its parts: no link goes over its words instead.
        tokens = self._linking_tokens(
            {*dictionary.names, *ruled_out}, plain | acronyms | ruled_out | case_keys, merged
        )
        phrases = self._linking_phrases() - names - ruled_out
        return Lexicon(dictionary, codes, plain, phrases, tokens, merged)

    def _forms(self, codes: Collection[str]) -> _Forms:
        """Return the forms of names that the documents use."""
        joinable = self._names.joinable_names()
        inside, first_names = self._names.inside(), self._names.first_names()
        genitives = ShortForms(joinable, inside, first_names).genitives()
        short = ShortForms(_without(joinable, genitives), inside, first_names)
        doubtful = self._names.doubtful()
        also_lower = frozenset(filter(self._names.stands_in_lower_case, doubtful))
        inflected = inflected_forms(joinable)
        inflected += [(genitive.name, genitive.form) for genitive in genitives.values()]
        pairs = [*short.pairs({*doubtful, *codes}, also_lower), *inflected]
        return _Forms(pairs, inflected, genitives)

    def _frequent_acronyms(self) -> list[str]:
        """Return acronyms of so many documents that they are what this memory speaks of.

        A common word that also stands in lower case has its capitals for emphasis: "a NEW boat".
        """
        frequent = (
            (norm, usual_spelling(spellings))
            for norm, spellings in self._tokens.items()
            if spellings.total() >= MIN_ACRONYM_DF
        )
        return sorted(
            written
            for norm, written in frequent
            if is_acronym(written)
            and len(written) > 2
            and not (self._names.stands_in_lower_case(norm) and is_common(norm))
        )

    def _case_forms(self, ruled_out: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Return the case forms of single words that are ruled out, and what they have in common.

        What the forms of "Marek" have in common is also "Mark", which is another name.
        """
        forms: set[str] = set()
        keys: set[str] = set()
        for key, spellings in self._tokens.items() if ruled_out else ():
            written = set(map(normalize_name, spellings))
            if not ruled_out.isdisjoint(written):
                forms |= written - {key}
                keys.add(key)
        return frozenset(forms), frozenset(keys)

    def _linking_phrases(self) -> frozenset[str]:
        """Return the phrases that enough documents hold, and not too many."""
        return frozenset(
            norm for norm, df in self._phrases.items() if MIN_PHRASE_DF <= df <= MAX_PHRASE_DF
        )

    def _linking_tokens(
        self, names: Collection[str], found: Collection[str], merged: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the tokens that link memories, with their spelling.

        A token is only needed where no name links already. So it must stand in more documents than
        a name that is equal to it, and than every longer name that contains it.

        Args:
            names: All names.
            found: Single words that are found wherever they stand.
            merged: The name that each alias goes by.
        """
        # "Feature Flag" and "Feature Flags" hold "feature" together; a nickname does not hold it.
        documents: Counter[tuple[str, str]] = Counter()
        for name in names:
            own = self._names.documents_with(name)
            for part in {name, merged.get(name, name), *name.split()}:
                documents[merged.get(name, name), part] += own
        named: dict[str, int] = {}
        for name in names:
            canonical = merged.get(name, name)
            counts = {part: documents[canonical, part] for part in name.split()}
            for part, count in {**counts, name: documents[canonical, canonical]}.items():
                named[part] = max(named.get(part, 0), count)
        return {
            norm: usual_spelling(spellings)
            for norm, spellings in self._tokens.items()
            if MIN_TOKEN_DF <= (df := spellings.total()) <= MAX_TOKEN_DF
            and norm not in found
            and df > max(named.get(norm, 0), self._doubtful[norm])
            and (norm in named or norm in self._topics or df > self._names.doubtful_documents(norm))
            and not (all(map(needs_capital, spellings)) and self._names.is_mostly_lower(norm))
        }

    def _count(self, reading: Reading, sign: int) -> None:
        """Add what a document says to the counts, or with a sign of -1 take it out again."""
        for spellings, written in (
            (self._codes, [(code.norm, code.text) for code in reading.codes]),
            (self._tokens, {token.norm: token.text for token in reading.tokens}.items()),
        ):
            for norm, text in written:
                tally_spelling(spellings, norm, text, sign)
        for pair in reading.aliases:
            tally(self._aliases, pair, sign)
        for counter, norms in (
            (self._plain, reading.plain),
            (self._phrases, reading.phrases),
            (self._topics, {token.norm for token in reading.tokens if token.topic}),
            (self._doubtful, _doubtful(reading)),
        ):
            for norm in norms:
                tally(counter, norm, sign)
        self._rare.count(reading.rare, sign)
        self._lower.count(reading.lower, sign)


def _doubtful(reading: Reading) -> set[str]:
    """Return the tokens that a document does not show to be names."""
    elsewhere = {token.norm for token in reading.tokens if not token.doubtful}
    return {token.norm for token in reading.tokens} - elsewhere


def _with_forms(
    ruled_out: frozenset[str], names: Collection[str], inflected: Iterable[tuple[str, str]]
) -> frozenset[str]:
    """Return names ruled out, with their genitives and plurals."""
    if not ruled_out:
        return ruled_out
    genitives = {form for name, form in inflected if name in ruled_out}
    plurals = {norm for norm in names if " " in norm and singular_of(norm) in ruled_out}
    return ruled_out | genitives | plurals


def _without(known: Mapping[str, str], norms: Collection[str]) -> dict[str, str]:
    return {norm: written for norm, written in known.items() if norm not in norms}
