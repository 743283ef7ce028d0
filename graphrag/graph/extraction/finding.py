"""What one document mentions and states, by the lexicon of its scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...model import HEADINGS_JOINT, PHRASE_TYPE, TOKEN_TYPE, USER_ID, FactSource
from ...text.names.name_dictionary import NameSpan, document_mentions
from ...text.names.name_evidence import is_hasty
from ...text.names.single_words.foreign_words import opens_sentence_of_its_language
from ...text.names.single_words.month_names import is_month
from ...text.prose import table_cells
from ...text.sentences import begins_sentence
from ...text.word_lists.common_words import is_common
from ...text.word_lists.stop_words import STOP_WORDS
from ...text.words import MAX_NAME_LENGTH, normalize_name, words
from ..records import Extraction, FactRecord, Mention, SourceDocument
from .facts.stated import StatedFact, stated_facts
from .facts.tokens import Span
from .lexicon import Lexicon
from .names.phrases import phrase_spans
from .other_ones import is_another_one
from .reading import Reading, is_memory, readable
from .user_mentions import user_spans

FACT_CONFIDENCE = 0.8
"""Confidence in what a sentence states."""

_DIVIDING = ".,:;!?()\n"
"""Signs that stand inside a name only where it is written with them."""

ALIAS_WEIGHT = 5.0
"""Strength of a fact that something has another name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found in one document under one lexicon.

    Attributes:
        extraction: Its mentions and facts.
        values: The spelling of each literal object, by its entity id.
    """

    extraction: Extraction
    values: Mapping[str, str] = field(default_factory=dict)


def find(document: SourceDocument, reading: Reading, lexicon: Lexicon) -> Finding:
    """Find what a document mentions and states.

    Args:
        document: The document.
        reading: What it says by itself.
        lexicon: The names of its scope.
    """
    finder = _Finder(document, reading, lexicon)
    text, spans = finder.text, finder.spans()
    seen = _Seen(finder.names())
    seen.add_spans(spans)
    for norm, start, _ in phrase_spans(document.title, text):
        if norm in lexicon.phrases:
            seen.add(f"{PHRASE_TYPE}:{norm}", start)
    for token in reading.tokens:
        if token.norm in lexicon.tokens:
            seen.add(f"{TOKEN_TYPE}:{token.norm}", token.start)
    facts = [_fact(stated, document.fact_source) for stated in finder.stated(spans)]
    seen.add_missing(end for fact in facts for end in (fact.subject, fact.object))
    values: dict[str, str] = {}
    for full, other in reading.aliases:
        if (full, other) not in reading.nicknames and not _is_in_brackets(document.text, other):
            continue  # the text does not say it so: it uses both names
        record = _also_called(document, lexicon.entity_id(normalize_name(full)), full, other)
        if record is not None and record.subject in seen.counts:
            facts.append(record)
            values[record.object] = min(values.get(record.object, other), other)
            seen.add_missing([record.object], text.find(other))
    kept = (f for f in facts if _can_be_indexed(f.subject) and _can_be_indexed(f.object))
    return Finding(Extraction(seen.mentions(), tuple(kept)), values)


def _can_be_indexed(entity_id: str) -> bool:
    """Whether a name fits an index key: a key or a picture in base64 is one long word."""
    return len(entity_id.partition(":")[2]) <= MAX_NAME_LENGTH


class _Seen:
    """The entities seen so far: how often, and where first."""

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts
        self._starts: dict[str, int] = {}

    def add(self, entity_id: str, start: int) -> None:
        self.counts[entity_id] += 1
        self._starts.setdefault(entity_id, start)

    def add_spans(self, spans: Sequence[Span]) -> None:
        """Add where names stand; those that were counted before, with the title, stay so."""
        self.counts.update(Counter(s.entity_id for s in spans if s.entity_id not in self.counts))
        for span in spans:
            self._starts.setdefault(span.entity_id, span.start)

    def add_missing(self, entity_ids: Iterable[str], start: int | None = None) -> None:
        for entity_id in entity_ids:
            self.counts[entity_id] = max(self.counts[entity_id], 1)
            if start is not None:
                self._starts.setdefault(entity_id, start)

    def mentions(self) -> tuple[Mention, ...]:
        return tuple(
            Mention(entity_id, count, self._starts.get(entity_id, -1))
            for entity_id, count in sorted(self.counts.items())
            if _can_be_indexed(entity_id)
        )


class _Finder:
    """Finds the names of a lexicon in one document, and what the document states of them.

    Attributes:
        text: What is read of the document.
    """

    def __init__(self, document: SourceDocument, reading: Reading, lexicon: Lexicon) -> None:
        self.text = readable(document)
        self._document = document
        self._reading = reading
        self._lexicon = lexicon
        self._is_memory = is_memory(document)

    def names(self) -> Counter[str]:
        """Count the names of the dictionary, without what is no mention, by their entity's id."""
        matches = self._lexicon.dictionary.match(self.text)
        others = Counter(match.norm for match in matches if self._is_no_mention(match))
        counts: Counter[str] = Counter()
        for norm, count in self._dictionary_names().items():
            if count > others[norm]:
                counts[self._lexicon.entity_id(norm)] += count - others[norm]
        if self._document.file:
            counts.update(map(self._lexicon.entity_id, self._names_in_cells()))
        return counts

    def _names_in_cells(self) -> Iterator[str]:
        """Yield the names that stand alone in the cells of a table, normalised.

        One word is no name there, but for a code: it heads a column, or says what kind it is.
        """
        names, codes = self._lexicon.dictionary.names, self._lexicon.codes
        for cell in table_cells(self._document.text):
            norm = normalize_name(cell)
            if norm in codes or (" " in norm and norm in names):
                yield norm

    def _dictionary_names(self) -> Mapping[str, int]:
        document, dictionary = self._document, self._lexicon.dictionary
        if not document.file:
            return document_mentions(dictionary, document.title, self.text)
        # The headings above it say what the file is about, the nearest what the passage is about.
        nearest = document.title.rpartition(HEADINGS_JOINT)[2]
        both = f"{nearest}\n{self.text}"
        found = dictionary.match(both, overlapping=False)
        return Counter(match.norm for match in found if not self._is_apart(both, match))

    def spans(self) -> list[Span]:
        """Find all names in the text, the longest at each place, in order."""
        text, lexicon, reading = self.text, self._lexicon, self._reading
        in_lower_case = self._is_memory and is_hasty(text)
        candidates = [
            Span(lexicon.entity_id(match.norm), match.start, match.end)
            for match in lexicon.dictionary.match(text, in_lower_case=in_lower_case)
            if not self._is_no_mention(match)
            and not (self._document.file and self._is_apart(text, match))
        ]
        candidates += [
            Span(lexicon.entity_id(token.norm), token.start, token.end) for token in reading.codes
        ]
        if lexicon.plain and not lexicon.plain.isdisjoint(reading.words):
            candidates += [
                Span(lexicon.entity_id(word.norm), word.start, word.end)
                for word in words(text)
                if word.norm in lexicon.plain and word.norm not in STOP_WORDS
            ]
        if self._is_memory:
            candidates += user_spans(text, USER_ID)
        return _longest(candidates)

    def stated(self, spans: Sequence[Span]) -> list[StatedFact]:
        """Return the facts that the document states; how a problem was solved states none."""
        document = self._document
        if document.area == "solutions":
            return []
        if self._is_memory:
            return stated_facts(self.text, spans, USER_ID)
        # In a manual the name of a setting or a table is a plain word of every other sentence.
        written = [span for span in spans if not _is_plain(document.text[span.start : span.end])]
        facts = stated_facts(self.text, written, "")
        # Much of what a manual says is an example: it counts where the kind of relation is clear.
        return [fact for fact in facts if fact.relation != "RELATED_TO"] if document.file else facts

    def _is_apart(self, text: str, match: NameSpan) -> bool:
        """Whether words are put together otherwise than in a name: "depends on", DEPENDS_ON."""
        name, written = self._lexicon.dictionary.names[match.norm], text[match.start : match.end]
        if " " not in name and " " in written:
            return True
        if "_" in name and "-" in written:  # "third-party" is not third_party
            return True
        return any(sign in written and sign not in name for sign in _DIVIDING)  # "Note: The"

    def _is_no_mention(self, match: NameSpan) -> bool:
        """Whether a name that was found is a label, a month, a noun for another thing, or none."""
        full = self._lexicon.merged.get(match.norm, "")
        return (
            self._is_label(match)
            or is_month(self.text, match.norm, match.start, match.end)
            or opens_sentence_of_its_language(self.text, match.norm, match.start, match.end)
            or (bool(full) and is_another_one(self.text, match.start, match.end, full))
        )

    def _is_label(self, match: NameSpan) -> bool:
        """Whether a word is the label of what follows, like "Problem:" at the start of a line."""
        return (
            not self._is_memory
            and self.text[match.end : match.end + 1] in (":", "：")
            and " " not in self.text[match.start : match.end]
            and is_common(match.norm)
            and begins_sentence(self.text, match.start)
        )


def _fact(stated: StatedFact, source: FactSource) -> FactRecord:
    return FactRecord(
        subject=stated.subject,
        relation=stated.relation,
        predicate=stated.predicate,
        object=stated.object,
        confidence=FACT_CONFIDENCE,
        weight=stated.weight,
        source=source,
        start=stated.start,
        end=stated.end,
    )


def _is_plain(written: str) -> bool:
    """Whether a name is written as plain lower-case words."""
    # checkout-api and max_heap are no plain words.
    return (
        written.islower()
        and written.replace(" ", "").isalpha()
        and all(part.norm in STOP_WORDS or is_common(part.norm) for part in words(written))
    )


def _is_in_brackets(text: str, name: str) -> bool:
    at = max(text.find(name), 0)
    return text.rfind("(", 0, at) > text.rfind(")", 0, at)


def _also_called(
    document: SourceDocument, entity_id: str, full: str, other: str
) -> FactRecord | None:
    """Return the fact that something has another name, a literal: both are one entity."""
    text, norm = document.text, normalize_name(other)
    at, other_at = text.find(full), text.find(other)
    if document.title or min(at, other_at) < 0 or norm in ("", normalize_name(full)):
        return None
    return FactRecord(
        subject=entity_id,
        relation="RELATED_TO",
        predicate="is also called",
        object=f"value:{norm}",
        confidence=FACT_CONFIDENCE,
        weight=ALIAS_WEIGHT,
        source=document.fact_source,
        start=min(at, other_at),
        end=max(at + len(full), other_at + len(other)),
    )


def _longest(candidates: Sequence[Span]) -> list[Span]:
    chosen: list[Span] = []
    for span in sorted(candidates, key=lambda s: (s.start, s.start - s.end, s.entity_id)):
        if not chosen or span.start >= chosen[-1].end:
            chosen.append(span)
    return chosen
