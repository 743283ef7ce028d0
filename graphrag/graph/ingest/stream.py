"""Ingest of a file of records as a stream: bounded memory, resumable at any batch.

Each batch commits, with its records, how far the file was read. While the server writes one batch,
the client reads the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .. import schema
from ..cypher.documents import CONTAINER_AREAS, LEAVE_SHARED, STORED_DOCUMENTS
from ..cypher.units import REOPEN_UNIT
from ..writing.forget import drop_unit_support, remove_documents
from ..writing.shared_documents import hand_over
from .batch_statements import BatchStatements, BatchWrite, Written
from .documents import check_embedder, embed_entities, ensure_schema, finish_unit, use_embedder
from .job import IngestJob
from .meter import Meter, RelationRates
from .owners import OtherInputs, clear_gone
from .record_files.batches import batches
from .record_files.lines import START, Place
from .report import IngestReport
from .units import Unit, content_hash, unit_state

if TYPE_CHECKING:
    from ...store.writer import GraphWriter
    from ..records import SourceDocument


def ingest_records(job: IngestJob, path: Path, delimiter: str = "") -> None:
    """Ingest a file of records.

    Args:
        job: The ingest.
        path: The file: CSV if a delimiter is given, else JSONL.
        delimiter: Of a CSV file.

    Raises:
        IngestError: A bad line in strict mode, or another input of the scope has a document of the
            same id with another text.
    """
    writer, scope, report = job.writer, job.scope, job.report
    report.inputs += 1
    digest = content_hash([path], extra=f"records {delimiter} {job.embedder_name}")
    unit = Unit(scope, str(path.resolve()), str(path), digest)
    made = ensure_schema(job, fill_first=True)
    state = unit_state(writer, unit)
    if state.same and state.complete:
        report.unchanged_inputs += 1
        return
    others = OtherInputs(writer, unit)
    check_embedder(job, unit, made.embedder)
    start = Place.parse(state.progress) if state.same else START
    # Before anything is removed or written: a file that is refused changes nothing.
    others.check(_documents(path, delimiter, start))
    use_embedder(job, made.embedder)
    if state.known and not state.same:
        _forget_content(writer, unit, report)
    if not state.known:
        writer.transact([unit.statement(progress="", complete=False)])
    bad = job.bad_lines()
    found = batches(path, delimiter, partial(bad.add, str(path)), start)
    statements = BatchStatements(writer, unit, job.embedder, made)
    if not _write(job, map(statements.of, found), path.stat().st_size) and start == START:
        bad.add_if_none(str(path), "no record")
    Meter("indexes", 0, job.progress).at(0)
    schema.ensure(writer, scope)
    embed_entities(job)
    finish_unit(writer, unit)
    clear_gone(writer, unit, report)


def _write(job: IngestJob, writes: Iterator[BatchWrite], size: int) -> bool:
    """Write batches of a file of so many bytes, and report how far it is.

    Returns:
        Whether there was anything to write.
    """
    meter, rates = Meter("bytes", size, job.progress), RelationRates(job.report, size)
    done = 0
    for written in _written(job.writer, writes):
        job.report.relations += written.relations
        job.report.documents_added += written.documents
        done = written.end.offset
        meter.at(done)
        rates.at(done)
    if 0 < done < size:  # the last lines hold nothing
        meter.at(size)
        rates.at(size)
    return done > 0


def _written(writer: GraphWriter, writes: Iterator[BatchWrite]) -> Iterator[Written]:
    """Write one batch while the next one is read; yield what each has written when it has."""

    def write(batch: BatchWrite) -> Written:
        writer.transact(batch.statements, claims=True)
        return batch.brings

    pool = ThreadPoolExecutor(1, thread_name_prefix="graphrag-ingest")
    waits = True
    try:
        pending: Future[Written] | None = None
        for following in writes:
            if pending is not None:
                yield pending.result()
            pending = pool.submit(write, following)
        if pending is not None:
            yield pending.result()
    except (KeyboardInterrupt, GeneratorExit):
        waits = False  # Neo4j may be frozen; the end of the writer ends the write
        raise
    finally:
        pool.shutdown(waits)


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
