"""What one document mentions and states, by the lexicon of its scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...model import PHRASE_TYPE, TOKEN_TYPE, USER_ID
from ...text.name_dictionary import document_mentions
from ...text.stop_words import STOP_WORDS
from ...text.words import normalize_name, words
from ..records import Extraction, FactRecord, Mention, SourceDocument
from .facts import Span, stated_facts, user_spans
from .lexicon import Lexicon
from .phrases import phrase_spans
from .reading import Reading


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
            counts[lexicon.entity_id(norm)] += count - labels[norm]
    spans = _spans(text, reading, lexicon)
    for span in spans:
        starts.setdefault(span.entity_id, span.start)
    # The names of the dictionary were counted above, with those in the title.
    counts.update(Counter(span.entity_id for span in spans if span.entity_id not in counts))
    for norm, start, _ in phrase_spans(document.title, text):
        if norm in lexicon.phrases:
            counts[f"{PHRASE_TYPE}:{norm}"] += 1
            starts.setdefault(f"{PHRASE_TYPE}:{norm}", start)
    for token in reading.tokens:
        if token.norm in lexicon.tokens:
            counts[f"{TOKEN_TYPE}:{token.norm}"] += 1
            starts.setdefault(f"{TOKEN_TYPE}:{token.norm}", token.start)
    facts: list[FactRecord] = []
    values: dict[str, str] = {}
    for stated in stated_facts(text, spans, USER_ID):
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
                subject=stated.subject,
                relation=stated.relation,
                predicate=stated.predicate,
                object=obj,
                confidence=stated.confidence,
                weight=stated.weight,
                source=document.fact_source,
                start=stated.start,
                end=stated.end,
            )
        )
    mentions = tuple(
        Mention(entity_id, count, starts.get(entity_id, -1))
        for entity_id, count in sorted(counts.items())
    )
    return Finding(Extraction(mentions, tuple(facts)), values)


def _spans(text: str, reading: Reading, lexicon: Lexicon) -> list[Span]:
    """Find all names in a text, the longest at each place, in order."""
    candidates = [
        Span(lexicon.entity_id(match.norm), match.start, match.end)
        for match in lexicon.dictionary.match(text)
        if not _is_label(text, match.start, match.end)
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
    candidates += user_spans(text, USER_ID)
    return _longest(candidates)


def _is_label(text: str, start: int, end: int) -> bool:
    """Whether a word is the label of what follows, like "Problem:" at the start of a line."""
    if text[end : end + 1] not in (":", "：") or " " in text[start:end]:
        return False
    before = start - 1
    while before >= 0 and text[before] in " #*-_>":
        before -= 1
    return before < 0 or text[before] in ".!?\n"


def _longest(candidates: Sequence[Span]) -> list[Span]:
    chosen: list[Span] = []
    for span in sorted(candidates, key=lambda s: (s.start, s.start - s.end, s.entity_id)):
        if not chosen or span.start >= chosen[-1].end:
            chosen.append(span)
    return chosen
