"""Entities, mentions and facts of a whole scope, kept up to date as its documents change.

Names are found by the scope's own dictionary (``entity_dictionary``), so a document's mentions
depend on the other documents: a name that one of them establishes is found in all. What one
document says by itself is kept by the hash of its text, and only what a change touches is read
again; the result is always that of reading everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ...model import PHRASE_TYPE
from ...text.name_dictionary import (
    EntityDictionary,
    NameCounts,
    NameEvidence,
    document_mentions,
    name_evidence,
)
from ...text.stop_words import STOP_WORDS
from ...text.words import normalize_name, words
from ..records import (
    MAX_ALIASES,
    USER_ID,
    EntityRecord,
    FactRecord,
    Mention,
    SourceDocument,
)
from .aliases import merge_names, stated_aliases
from .code_tokens import CodeToken, code_tokens
from .facts import Span, plain_names, statements, user_spans
from .phrases import MAX_PHRASE_DF, MIN_PHRASE_DF, phrase_spans

EXTRACTOR_VERSION = "2"
"""Rises whenever the same texts give another graph: a stored one is then brought up to date."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was found in one document.

    Attributes:
        mentions: What it mentions.
        facts: What it states; both ends of each are among its mentions.
    """

    mentions: tuple[Mention, ...] = ()
    facts: tuple[FactRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """What one document says by itself."""

    content: str
    evidence: NameEvidence
    codes: tuple[CodeToken, ...]
    plain: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...]
    phrases: frozenset[str]
    word_set: frozenset[str]


@dataclass(slots=True)
class _Found:
    """What one document holds under the present dictionary."""

    content: str
    source: str
    extraction: Extraction
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The names of the scope, and how they go together."""

    dictionary: EntityDictionary
    codes: Mapping[str, str]
    plain: frozenset[str]
    phrases: frozenset[str]
    merged: Mapping[str, str]

    def entity(self, norm: str) -> str:
        canonical = self.merged.get(norm, norm)
        return f"code:{canonical}" if canonical in self.codes else f"name:{canonical}"


class RuleExtractor:
    """Extraction without a model, over all documents of one owner in one scope."""

    def __init__(self) -> None:
        self._readings: dict[str, _Reading] = {}
        self._found: dict[str, _Found] = {}
        self._counts = NameCounts()
        self._codes: dict[str, Counter[str]] = {}
        self._plain: Counter[str] = Counter()
        self._aliases: Counter[tuple[str, str]] = Counter()
        self._phrases: Counter[str] = Counter()
        self._lexicon: _Lexicon | None = None

    def update(
        self, documents: Iterable[SourceDocument]
    ) -> tuple[dict[str, Extraction], dict[str, EntityRecord]]:
        """Extract from all documents; those that did not change are not read again.

        Args:
            documents: All documents of the owner.

        Returns:
            The extraction of each document by id, and all entities by id.
        """
        current = {document.id: document for document in documents}
        self._read(current)
        lexicon = self._make_lexicon()
        touched = self._touched(lexicon)
        self._lexicon = lexicon
        for identifier, document in current.items():
            reading = self._readings[identifier]
            found = self._found.get(identifier)
            if (
                found is None
                or found.content != reading.content
                or found.source != document.fact_source
                or (touched and not touched.isdisjoint(reading.word_set))
            ):
                self._found[identifier] = _extract(document, reading, lexicon)
        extractions = {i: self._found[i].extraction for i in current}
        return extractions, self._entities(current, lexicon)

    def _read(self, current: Mapping[str, SourceDocument]) -> None:
        for identifier in [i for i in self._readings if i not in current]:
            self._count(self._readings.pop(identifier), -1)
            self._found.pop(identifier, None)
        for identifier, document in current.items():
            content = document.content
            old = self._readings.get(identifier)
            if old is not None:
                if old.content == content:
                    continue
                self._count(old, -1)
            reading = self._readings[identifier] = _read(document, content)
            self._count(reading, 1)

    def _count(self, reading: _Reading, sign: int) -> None:
        if sign > 0:
            self._counts.add(reading.evidence)
        else:
            self._counts.remove(reading.evidence)
        for token in reading.codes:
            spellings = self._codes.setdefault(token.norm, Counter())
            spellings[token.text] += sign
            if spellings[token.text] <= 0:
                del spellings[token.text]
            if not spellings:
                del self._codes[token.norm]
        for counter, keys in (
            (self._plain, reading.plain),
            (self._aliases, reading.aliases),
            (self._phrases, reading.phrases),
        ):
            for key in keys:
                counter[key] += sign  # type: ignore[index]
                if counter[key] <= 0:  # type: ignore[index]
                    del counter[key]  # type: ignore[index]

    def _make_lexicon(self) -> _Lexicon:
        codes = {
            norm: min(spellings.items(), key=lambda item: (-item[1], item[0]))[0]
            for norm, spellings in self._codes.items()
        }
        stated = sorted({name for pair in self._aliases for name in pair})
        base = self._counts.dictionary(extra=[*stated, *codes.values()])
        # The dictionary takes single words only where they are capitalised; these in any case.
        plain = frozenset(self._plain) | {norm for norm in codes if " " not in norm}
        names = {*base.names, *plain}
        pairs = sorted((normalize_name(a), normalize_name(b)) for a, b in self._aliases)
        phrases = frozenset(
            norm
            for norm, df in self._phrases.items()
            if MIN_PHRASE_DF <= df <= MAX_PHRASE_DF and norm not in names
        )
        return _Lexicon(base, codes, plain, phrases, merge_names(names, pairs))

    def _touched(self, lexicon: _Lexicon) -> set[str]:
        """Give the words of which a document must have one to be affected by a new lexicon."""
        old = self._lexicon
        if old is None:
            return set()
        changed = old.dictionary.names.keys() ^ lexicon.dictionary.names.keys()
        changed |= old.codes.keys() ^ lexicon.codes.keys()
        changed |= old.plain ^ lexicon.plain
        changed |= old.phrases ^ lexicon.phrases
        changed |= {n for n, _ in old.merged.items() ^ lexicon.merged.items()}
        return {word.norm for name in changed for word in words(name)[:1]}

    def _entities(
        self, current: Mapping[str, SourceDocument], lexicon: _Lexicon
    ) -> dict[str, EntityRecord]:
        mentioned: set[str] = set()
        values: dict[str, str] = {}
        for identifier in current:
            found = self._found[identifier]
            mentioned.update(mention.entity for mention in found.extraction.mentions)
            for entity, written in found.values.items():
                values[entity] = min(values.get(entity, written), written)
        others: dict[str, set[str]] = {}
        for norm, canonical in lexicon.merged.items():
            others.setdefault(canonical, set()).add(self._written(norm, lexicon))
        entities: dict[str, EntityRecord] = {}
        for entity in sorted(mentioned):
            kind, norm = entity.split(":", 1)
            if kind == "user":
                record = EntityRecord(entity, "the user", "user", ("user",))
            elif kind == "value":
                record = EntityRecord(entity, values[entity], "value")
            else:
                name = self._written(norm, lexicon)
                aliases = tuple(sorted(others.get(norm, set()) - {name}))[:MAX_ALIASES]
                record = EntityRecord(entity, name, kind, aliases)
            entities[entity] = record
        return entities

    @staticmethod
    def _written(norm: str, lexicon: _Lexicon) -> str:
        return lexicon.dictionary.names.get(norm) or lexicon.codes.get(norm) or norm


def _read(document: SourceDocument, content: str) -> _Reading:
    text = document.text
    # Unordered: only membership is asked. The title's words count as well.
    word_set = frozenset(word.norm for word in words(f"{document.title}\n{text}"))
    return _Reading(
        content=content,
        evidence=name_evidence(document.title, text),
        codes=tuple(code_tokens(text)),
        plain=tuple(sorted({normalize_name(word) for word, _ in plain_names(text)} - {""})),
        aliases=tuple(sorted(set(stated_aliases(text)))),
        phrases=frozenset(norm for norm, _, _ in phrase_spans(document.title, text)),
        word_set=word_set,
    )


def _extract(document: SourceDocument, reading: _Reading, lexicon: _Lexicon) -> _Found:
    text = document.text
    counts: Counter[str] = Counter()
    starts: dict[str, int] = {}
    labels = Counter(
        match.norm
        for match in lexicon.dictionary.match(text)
        if _is_label(text, match.start, match.end)
    )
    for norm, count in document_mentions(lexicon.dictionary, document.title, text).items():
        if count > labels[norm]:
            counts[lexicon.entity(norm)] += count - labels[norm]
    spans = _spans(text, reading, lexicon)
    for span in spans:
        starts.setdefault(span.entity, span.start)
    # Names of the dictionary were counted above, title included.
    extra = Counter(span.entity for span in spans if span.entity not in counts)
    counts.update(extra)
    for norm, start, _ in phrase_spans(document.title, text):
        if norm in lexicon.phrases:
            counts[f"{PHRASE_TYPE}:{norm}"] += 1
            starts.setdefault(f"{PHRASE_TYPE}:{norm}", start)
    facts: list[FactRecord] = []
    values: dict[str, str] = {}
    for stated in statements(text, spans, USER_ID):
        obj = stated.object
        if not obj:
            norm = normalize_name(stated.value)
            if not norm:
                continue
            obj = f"value:{norm}"
            values[obj] = min(values.get(obj, stated.value), stated.value)
            counts[obj] = max(counts[obj], 1)
            starts.setdefault(obj, stated.value_start)
        facts.append(
            FactRecord(
                stated.subject,
                stated.relation,
                stated.predicate,
                obj,
                stated.confidence,
                stated.weight,
                document.fact_source,
                stated.start,
                stated.end,
            )
        )
    mentions = tuple(
        Mention(entity, count, starts.get(entity, -1)) for entity, count in sorted(counts.items())
    )
    extraction = Extraction(mentions, tuple(facts))
    return _Found(reading.content, document.fact_source, extraction, values)


def _spans(text: str, reading: _Reading, lexicon: _Lexicon) -> list[Span]:
    """Find all names in a text, the longest at each place, in order."""
    candidates = [
        Span(lexicon.entity(match.norm), match.start, match.end)
        for match in lexicon.dictionary.match(text)
        if not _is_label(text, match.start, match.end)
    ]
    candidates += [
        Span(lexicon.entity(token.norm), token.start, token.end) for token in reading.codes
    ]
    if lexicon.plain and not lexicon.plain.isdisjoint(reading.word_set):
        candidates += [
            Span(lexicon.entity(word.norm), word.start, word.end)
            for word in words(text)
            if word.norm in lexicon.plain and word.norm not in STOP_WORDS
        ]
    candidates += user_spans(text, USER_ID)
    return _longest(candidates)


def _is_label(text: str, start: int, end: int) -> bool:
    """Tell whether a word is the label of what follows, like "Problem:" at the start of a line."""
    if text[end : end + 1] not in (":", "：") or " " in text[start:end]:
        return False
    before = text[:start].rstrip(" #*-_>")
    return not before or before[-1] in ".!?\n"


def _longest(candidates: Sequence[Span]) -> list[Span]:
    chosen: list[Span] = []
    for span in sorted(candidates, key=lambda s: (s.start, s.start - s.end, s.entity)):
        if not chosen or span.start >= chosen[-1].end:
            chosen.append(span)
    return chosen
