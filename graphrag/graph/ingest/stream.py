"""Ingest of a file of records as a stream: bounded memory, resumable at any batch.

Each batch commits, with its records, how far the file was read. While the server writes one batch,
the client reads the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from .. import schema
from ..cypher.documents import CONTAINER_AREAS, LEAVE_SHARED, STORED_DOCUMENTS
from ..cypher.units import REOPEN_UNIT
from ..forget import drop_unit_support, remove_documents
from ..shared_documents import hand_over
from .batch_statements import INPUT_VECTORS, BatchStatements, BatchWrite
from .batches import Place, batches
from .documents import check_embedder, embed_entities, finish_unit
from .meter import Meter, ProgressCallback, RelationRates
from .owners import OtherInputs, clear_gone
from .report import BadLines, IngestReport
from .units import Unit, content_hash, unit_state

if TYPE_CHECKING:
    from ...embedding.embedder import Embedder
    from ...store.writer import GraphWriter
    from ..records import SourceDocument


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
    """Ingest a file of records into a scope.

    Args:
        writer: The writer of the database.
        path: The file: CSV if a delimiter is given, else JSONL.
        scope: The scope.
        embedder: What makes vectors of documents that come without one; None for none.
        report: Where the counts go.
        delimiter: Of a CSV file.
        analyzer: Full-text analyzer for a scope that is new.
        progress: Called with how far it is, in bytes.
        strict: Whether a bad line ends the ingest.

    Raises:
        IngestError: A bad line in strict mode, or another input of the scope has a document of the
            same id with another text.
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
    others = OtherInputs(writer, unit)
    if embedder is not None:
        check_embedder(writer, unit, made.embedder, name)
    start = Place.parse(state.progress) if state.same else Place()
    # Before anything is removed or written: a file that is refused changes nothing.
    others.check(_documents(path, delimiter, start))
    if embedder is not None and made.embedder not in (name, INPUT_VECTORS):
        schema.change_embedder(writer, scope, embedder.dimension, name)
    if state.known and not state.same:
        _forget_content(writer, unit, report)
    if not state.known:
        writer.transact([unit.statement(progress="", complete=False)])
    bad = BadLines(report, strict=strict)
    statements = BatchStatements(writer, unit, embedder, made)
    size = path.stat().st_size
    meter = Meter("bytes", size, progress)
    rates = RelationRates(report, size)

    def complain(line: int, reason: str) -> None:
        bad.add(str(path), line, reason)

    def write(batch: BatchWrite) -> None:
        writer.transact(batch.statements, claims=True)
        report.relations += batch.relations
        report.documents_added += batch.documents

    done = start.offset
    with ThreadPoolExecutor(1, thread_name_prefix="graphrag-ingest") as pool:
        pending: Future[None] | None = None
        for batch in batches(path, delimiter, complain, start):
            following = statements.of(batch)
            if pending is not None:
                pending.result()
                meter.at(done)
                rates.at(done)
            pending = pool.submit(write, following)
            done = batch.end.offset
        if pending is not None:
            pending.result()
            meter.at(size)
            rates.at(size)
    Meter("indexes", 0, progress).at(0)
    schema.ensure(writer, scope)
    embed_entities(writer, scope, embedder, progress)
    finish_unit(writer, unit)
    clear_gone(writer, unit, report)


def _documents(path: Path, delimiter: str, start: Place) -> Iterator[SourceDocument]:
    """Read the documents of a file of records; lines that cannot be used are passed over."""
    for batch in batches(path, delimiter, lambda _line, _reason: None, start):
        yield from (record.document for record in batch.records if record.document)


def _forget_content(writer: GraphWriter, unit: Unit, report: IngestReport) -> None:
    """Remove what an earlier version of the file brought; if that is interrupted, it is redone."""
    leave = (LEAVE_SHARED, {"scope": unit.scope, "unit": unit.name})
    writer.transact([(REOPEN_UNIT, {"key": unit.key}), leave])
    owner = {"scope": unit.scope, "origin": "ingest", "unit": unit.name}
    stored = writer.read(STORED_DOCUMENTS, owner)
    keys = [row["key"] for row in stored if row["area"] not in CONTAINER_AREAS]
    keys = hand_over(writer, unit.scope, unit.name, keys)
    remove_documents(writer, unit.scope, keys)
    report.documents_removed += len(keys)
    drop_unit_support(writer, unit.scope, unit.key)
