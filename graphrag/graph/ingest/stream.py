"""Ingest of a file of records as a stream: bounded memory, resumable to the batch.

How far the file was read is committed with each batch. While the server writes one batch the next
is being read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...model import graph_key
from ...scopes import name_label, passage_label
from .. import rows, schema
from ..cypher import write as cypher
from ..forget import remove_documents
from ..reconcile import Statement
from ..records import MAX_ALIASES, FactRecord, Mention, desired_document
from .documents import Embedder, embed_entities, embedded_text, finish_unit
from .lines import Complain
from .record_lines import record_lines
from .report import BadLines, IngestReport, Meter, ProgressCallback
from .triples import Record
from .units import Unit, content_hash, unit_state

if TYPE_CHECKING:
    import numpy as np

    from ...store.writer import GraphWriter

RELATIONS_PER_BATCH = 8000
DOCUMENTS_PER_BATCH = 500
KNOWN_ENTITIES = 300_000
INPUT_VECTORS = "input"
"""The embedder's name where the input brings the vectors."""

_RATES_AT = (10, 50, 100)


def ingest_records(
    writer: GraphWriter,
    path: Path,
    scope: str,
    embedder: Embedder | None,
    report: IngestReport,
    *,
    delimiter: str = "",
    analyzer: str = "english",
    progress: ProgressCallback | None = None,
    strict: bool = False,
) -> None:
    """Bring a file of records into a scope.

    Args:
        writer: The way to the database.
        path: The file: JSONL, or CSV where a delimiter is given.
        scope: The scope that it goes to.
        embedder: What makes vectors of documents that come without one; None for none.
        report: Where the counts go.
        delimiter: Of a CSV file.
        analyzer: Full-text analyzer for a scope that is new.
        progress: Told how far it is, in bytes.
        strict: Whether a bad line ends the ingest.

    Raises:
        IngestError: A bad line in strict mode.
    """
    report.inputs += 1
    name = embedder.name if embedder else ""
    digest = content_hash([path], extra=f"records {delimiter} {name}")
    unit = Unit(scope, str(path.resolve()), str(path), digest)
    made = schema.ensure(
        writer,
        scope,
        dimension=embedder.dimension if embedder else None,
        embedder=name,
        analyzer=analyzer,
        fill_first=True,
    )
    state = unit_state(writer, unit)
    if state.same and state.complete:
        report.unchanged_inputs += 1
        return
    offset, number = _place(state.progress) if state.same else (0, 0)
    if state.known and not state.same:
        _forget_content(writer, unit, report)
    bad = BadLines(report, strict=strict)
    run = _Run(writer, unit, embedder, report, made)
    size = path.stat().st_size
    meter = Meter("bytes", size, progress)
    rates = _Rates(report, size)

    def complain(line: int, reason: str) -> None:
        bad.add(str(path), line, reason)

    done = offset
    with ThreadPoolExecutor(1, thread_name_prefix="graphrag-ingest") as pool:
        pending: Future[None] | None = None
        for batch in _batches(path, delimiter, complain, offset=offset, number=number):
            statements = run.statements(batch)
            if pending is not None:
                pending.result()
                meter.at(done)
                rates.at(done)
            pending = pool.submit(run.write, *statements)
            done = batch.end
        if pending is not None:
            pending.result()
            meter.at(size)
            rates.at(size)
    Meter("indexes", 0, progress).at(0)
    schema.ensure(writer, scope)
    embed_entities(writer, scope, embedder, progress)
    finish_unit(writer, unit)


@dataclass(slots=True)
class _Batch:
    """Records of one transaction, and where in the file they end."""

    records: list[Record] = field(default_factory=list)
    relations: int = 0
    documents: int = 0
    end: int = 0
    number: int = 0

    def is_full(self) -> bool:
        return self.relations >= RELATIONS_PER_BATCH or self.documents >= DOCUMENTS_PER_BATCH


class _Run:
    """Turns batches into statements, and writes them."""

    def __init__(
        self,
        writer: GraphWriter,
        unit: Unit,
        embedder: Embedder | None,
        report: IngestReport,
        made: schema.ScopeSchema,
    ) -> None:
        self._writer = writer
        self._unit = unit
        self._embedder = embedder
        self._report = report
        self._known: set[int] = set()
        self._brought: set[str] = set()
        self._dimension = made.dimension
        self._was_empty = not made.documents

    def write(self, statements: list[Statement], relations: int, documents: int) -> None:
        self._writer.transact(statements)
        self._report.relations += relations
        self._report.documents_added += documents

    def statements(self, batch: _Batch) -> tuple[list[Statement], int, int]:
        unit, scope = self._unit, self._unit.scope
        # What the batch under way brings may not be committed yet.
        present = self._present(batch) | self._brought
        known = frozenset(present)
        vectors = self._vectors(batch)
        documents: dict[str, rows.Row] = {}
        mentions: dict[tuple[str, str], None] = {}
        stated: list[tuple[str, FactRecord, int]] = []
        entities: dict[str, rows.Row] = {}
        aliases: list[rows.Row] = []
        for record in batch.records:
            support, day = unit.key, 0
            if record.document_id:
                key = graph_key(scope, record.document_id)
                if record.document is not None:
                    present.add(key)
                if key in present:
                    support = key
                    for entity in record.entities:
                        mentions[key, graph_key(scope, entity.id)] = None
            if record.document is not None:
                day = record.document.day or 0
                item = desired_document(
                    scope,
                    record.document,
                    [Mention(entity.id) for entity in record.entities],
                    record.facts,
                )
                documents[item.key] = rows.passage_row(item, vectors.get(item.key))
            for entity in record.entities:
                if self._is_new(entity.id, entity.name, *entity.aliases, entity.description):
                    row = rows.entity_row(scope, entity)
                    first = entities.setdefault(row["key"], row)
                    if first is not row:
                        _join(first, row)
                    aliases += rows.alias_rows(scope, entity)
            stated += [(support, fact, day) for fact in record.facts]
        self._brought = set(documents)
        owner = {"scope": scope, "origin": "ingest", "unit": unit.name}
        result: list[Statement] = [(cypher.LOCK_SCOPE, {"scope": scope, "dirty": False})]
        if documents:
            label = passage_label(scope)
            passages = list(documents.values())
            result.append((cypher.UPSERT_PASSAGES, {"rows": passages, "label": label, **owner}))
        if entities:
            parameters = {"scope": scope, "label": name_label(scope), "max_aliases": MAX_ALIASES}
            result.append((cypher.MERGE_ENTITIES, {"rows": list(entities.values()), **parameters}))
        if aliases:
            result.append((cypher.UPSERT_ALIASES, {"scope": scope, "rows": aliases}))
        progress = f"{batch.end}:{batch.number}"
        new = {"scope": scope, "unit": unit.key, "hash": unit.hash, "progress": progress}
        listed, created = rows.new_mention_rows(m for m in mentions if m[0] not in known)
        if created:
            result.append((cypher.CREATE_MENTIONS, {"documents": listed, "rows": created, **new}))
        again = [
            {"document": document, "entity": entity, "count": 1, "start": None}
            for document, entity in mentions
            if document in known
        ]
        if again:
            result.append((cypher.UPSERT_MENTIONS, {"scope": scope, "rows": again}))
        for kind, relation_rows in rows.relation_rows(scope, stated).items():
            result.append((cypher.UPSERT_RELATIONS[kind], {"scope": scope, "rows": relation_rows}))
        result.append(unit.statement(progress=progress, complete=False))
        return result, len(mentions) + len(stated), len(documents)

    def _is_new(self, *parts: str) -> bool:
        """Tell whether an entity has to be sent; a forgotten one is sent again, to no harm."""
        identity = hash(parts)
        if identity in self._known:
            return False
        if len(self._known) >= KNOWN_ENTITIES:
            self._known.clear()
        self._known.add(identity)
        return True

    def _present(self, batch: _Batch) -> set[str]:
        """Find which documents that are spoken of are in the graph."""
        keys = [
            graph_key(self._unit.scope, record.document_id)
            for record in batch.records
            if record.document_id
        ]
        if not keys:
            return set()
        return {row["key"] for row in self._writer.read(cypher.PRESENT, {"keys": keys})}

    def _vectors(self, batch: _Batch) -> dict[str, np.ndarray]:
        scope = self._unit.scope
        found: dict[str, np.ndarray] = {}
        missing = []
        for record in batch.records:
            if record.document is None:
                continue
            vector = record.vector
            if vector is not None and self._fits(len(vector)):
                found[graph_key(scope, record.document.id)] = vector
            elif self._embedder is not None:
                missing.append(record.document)
        if missing and self._embedder is not None:
            made = self._embedder.embed([embedded_text(document) for document in missing])
            keys = [graph_key(scope, document.id) for document in missing]
            found.update(zip(keys, made, strict=True))
        return found

    def _fits(self, dimension: int) -> bool:
        """Tell whether a vector of the input is of the scope's kind; the first one decides."""
        if self._dimension is None:
            schema.ensure(
                self._writer,
                self._unit.scope,
                dimension=dimension,
                embedder=INPUT_VECTORS,
                fill_first=self._was_empty,
            )
            self._dimension = dimension
        return dimension == self._dimension


class _Rates:
    """Relations a second over the last tenth before 10 %, 50 % and 100 % of the input."""

    def __init__(self, report: IngestReport, size: int) -> None:
        self._report = report
        self._size = max(size, 1)
        self._marks: list[tuple[float, float, int]] = [(0.0, time.monotonic(), report.relations)]

    def at(self, done: int) -> None:
        percent = 100 * done / self._size
        now = time.monotonic()
        start = max((m for m in self._marks if m[0] <= percent - 10), default=self._marks[0])
        for mark in _RATES_AT:
            if percent >= mark and mark not in self._report.rates:
                rate = (self._report.relations - start[2]) / max(now - start[1], 1e-9)
                self._report.rates[mark] = rate
        self._marks.append((percent, now, self._report.relations))


def _batches(
    path: Path,
    delimiter: str,
    complain: Complain,
    *,
    offset: int,
    number: int,
) -> Iterator[_Batch]:
    batch = _Batch(end=offset, number=number)
    for line, record in record_lines(path, delimiter, complain, offset=offset, number=number):
        batch.end, batch.number = line.end, line.number
        if record is None:
            continue
        batch.records.append(record)
        batch.relations += len(record.facts) + (len(record.entities) if record.document_id else 0)
        batch.documents += record.document is not None
        if batch.is_full():
            yield batch
            batch = _Batch(end=batch.end, number=batch.number)
    if batch.records:
        yield batch


def _place(progress: str) -> tuple[int, int]:
    offset, _, number = progress.partition(":")
    return (int(offset), int(number)) if offset.isdigit() and number.isdigit() else (0, 0)


def _join(known: dict[str, Any], other: dict[str, Any]) -> None:
    more = [*known["aliases"], *other["aliases"], other["name"]]
    known["aliases"] = [alias for alias in dict.fromkeys(more) if alias != known["name"]]
    known["aliases"] = known["aliases"][:MAX_ALIASES]
    known["description"] = known["description"] or other["description"]


def _forget_content(writer: GraphWriter, unit: Unit, report: IngestReport) -> None:
    """Take out what an earlier version of the file brought."""
    from ..forget import drop_unit_support

    owned = writer.read(
        cypher.STORED_DOCUMENTS, {"scope": unit.scope, "origin": "ingest", "unit": unit.name}
    )
    keys = [row["key"] for row in owned if row["area"] not in cypher.CONTAINER_AREAS]
    remove_documents(writer, unit.scope, keys)
    report.documents_removed += len(keys)
    drop_unit_support(writer, unit.scope, unit.key)
