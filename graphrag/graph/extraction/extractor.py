"""Entities, mentions and facts of a whole scope, kept up to date as its documents change.

The scope's own lexicon finds names, so a document's mentions depend on the other documents: a name
that one of them establishes is found in all. Each document is read once. It is searched for
names again only if a change of the lexicon can affect it. The result always equals that of reading
everything.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from ...failures import OnFailure, attempt
from ...text.names.name_list import EMPTY_LIST, NameList
from ..records import MAX_ALIASES, EntityRecord, Extraction, SourceDocument
from .finding import Finding, find
from .lexicon import Lexicon, LexiconCounts
from .reading import Reading, read_document

EXTRACTOR_VERSION = "65"
"""Increase it when the same texts give another graph, so that stored graphs are updated."""

MAX_READ = 50_000
"""Maximum number of characters to read: one regular expression over 200,000 takes up to 40 ms."""


T = TypeVar("T")


_Source = tuple[str, bool, str, str]
"""What of a document decides what is found in it, besides the lexicon."""


class RuleExtractor:
    """Extraction without a model, over all documents of one owner in one scope.

    Args:
        text_budget_s: CPU seconds for one text, for reading it and again for finding names in it.
            A text that takes longer is left without mentions and facts.
        pause: Called before each text is read, searched or written down; it may wait, or raise an
            error that ends the update.
        on_failure: Called with the id of a text that could not be read or searched, and the error;
            such a text is left without mentions and facts. None to raise the error.

    Example:
        >>> documents = [SourceDocument("a1", "checkout-api depends on ledger-db.")]
        >>> extractions, entities = RuleExtractor().update(documents)
        >>> sorted(entities)
        ['code:checkout api', 'code:ledger db']
    """

    def __init__(
        self,
        *,
        text_budget_s: float = math.inf,
        pause: Callable[[], None] = lambda: None,
        on_failure: OnFailure | None = None,
    ) -> None:
        self._text_budget_s = text_budget_s
        self.pause = pause
        self._on_failure = on_failure
        self._skipped: set[str] = set()
        self._sources: dict[str, _Source] = {}
        self._readings: dict[str, Reading] = {}
        self._findings: dict[str, Finding] = {}
        self._counts = LexiconCounts()
        self._lexicon: Lexicon | None = None

    def update(
        self, documents: Iterable[SourceDocument], listed: NameList = EMPTY_LIST
    ) -> tuple[dict[str, Extraction], dict[str, EntityRecord]]:
        """Extract from all documents; those that did not change are not read again.

        Args:
            documents: All documents of the owner.
            listed: The user's own list of names.

        Returns:
            The extraction of each document by id, and all entities by id.
        """
        current = {document.id: _start_of(document) for document in documents}
        self._read(current)
        old, lexicon = self._lexicon, self._counts.lexicon(listed)
        touched = set() if old is None else lexicon.first_words_of_changes(old)
        for document_id, document in current.items():
            reading = self._readings[document_id]
            if document_id not in self._findings or not touched.isdisjoint(reading.words):
                self.pause()
                self._findings[document_id] = self._find(document, reading, lexicon)
        self._lexicon = lexicon  # not before: a pause may end all this
        found = {document_id: self._findings[document_id] for document_id in current}
        extractions = {document_id: finding.extraction for document_id, finding in found.items()}
        return extractions, _entities(found.values(), lexicon)

    @property
    def skipped(self) -> tuple[str, ...]:
        """Ids of the documents that were left without mentions and facts, sorted."""
        return tuple(sorted(self._skipped))

    def _find(self, document: SourceDocument, reading: Reading, lexicon: Lexicon) -> Finding:
        finding: Finding | None = None
        if document.id not in self._skipped:
            finding = self._attempt(document.id, lambda: find(document, reading, lexicon))
        return finding or Finding(Extraction((), ()))

    def _attempt(self, document_id: str, work: Callable[[], T]) -> T | None:
        """Return what is done with a text; None if that fails or takes too long."""
        began_s = time.thread_time()
        done = attempt(document_id, work, self._on_failure)
        if done is not None and time.thread_time() - began_s < self._text_budget_s:
            return done
        self._skipped.add(document_id)
        return None

    def _read(self, current: Mapping[str, SourceDocument]) -> None:
        for document_id in [known for known in self._readings if known not in current]:
            self._counts.remove(self._readings.pop(document_id))
            self._sources.pop(document_id, None)
            self._findings.pop(document_id, None)
            self._skipped.discard(document_id)
        for document_id, document in current.items():
            source = _source_of(document)
            if self._sources.get(document_id) == source:
                continue
            self._skipped.discard(document_id)
            self._findings.pop(document_id, None)
            self.pause()
            reading = self._attempt(document_id, partial(read_document, document))
            if reading is None:
                reading = read_document(SourceDocument(document_id, ""))
            if document_id in self._readings:
                self._counts.remove(self._readings[document_id])
            self._readings[document_id] = reading
            self._sources[document_id] = source
            self._counts.add(reading)


def _source_of(document: SourceDocument) -> _Source:
    return document.text_hash, bool(document.file), document.area, document.fact_source


def _start_of(document: SourceDocument) -> SourceDocument:
    if len(document.text) <= MAX_READ:
        return document
    return replace(document, text=document.text[:MAX_READ])


def _entities(findings: Iterable[Finding], lexicon: Lexicon) -> dict[str, EntityRecord]:
    mentioned: set[str] = set()
    values: dict[str, str] = {}
    for finding in findings:
        mentioned.update(mention.entity_id for mention in finding.extraction.mentions)
        for entity_id, written in finding.values.items():
            values[entity_id] = min(values.get(entity_id, written), written)
    others: dict[str, set[str]] = {}
    for norm, canonical in lexicon.merged.items():
        others.setdefault(canonical, set()).add(lexicon.spelling(norm))
    entities: dict[str, EntityRecord] = {}
    for entity_id in sorted(mentioned):
        kind, norm = entity_id.split(":", 1)
        if kind == "user":
            record = EntityRecord(entity_id, "the user", "user", ("user",))
        elif kind == "value":
            record = EntityRecord(entity_id, values[entity_id], "value")
        else:
            name = lexicon.spelling(norm)
            aliases = tuple(sorted(others.get(norm, set()) - {name}))[:MAX_ALIASES]
            record = EntityRecord(entity_id, name, kind, aliases)
        entities[entity_id] = record
    return entities
