"""Documents as JSONL, such as the corpus of a BEIR folder: `_id`, `text`, `title`, `metadata`.

A corpus with `metadata.timestamp` holds memories: those formed one after another, in the order of
the file, make sessions.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import IngestError
from ..records import SourceDocument
from .documents import write_documents
from .job import IngestJob
from .meter import ProgressCallback
from .owners import OtherInputs, clear_gone
from .record_files.lines import parse_object, read_lines
from .record_files.source_documents import ID_FIELDS, document_of
from .report import BadLines, IngestReport
from .units import Unit, content_hash

if TYPE_CHECKING:
    from ...embedding.embedder import Embedder
    from ...store.writer import GraphWriter


def ingest_beir(
    writer: GraphWriter,
    folder: Path,
    scope: str,
    embedder: Embedder | None = None,
    *,
    progress: ProgressCallback | None = None,
) -> IngestReport:
    """Ingest the corpus of a BEIR folder into a scope; the same corpus again changes nothing.

    Args:
        writer: The writer of the database.
        folder: The folder, with a `corpus.jsonl`.
        scope: The scope.
        embedder: What makes the vectors; None for none.
        progress: Called with how far it is.

    Returns:
        What was done.

    Raises:
        IngestError: There is no corpus, or it holds no document, or another input of the scope has
            a document of the same id with another text.
    """
    started = time.monotonic()
    job = IngestJob(writer, scope, embedder, progress=progress)
    ingest_corpus(job, folder)
    job.require_input()
    job.report.seconds = time.monotonic() - started
    return job.report


def ingest_corpus(job: IngestJob, folder: Path) -> None:
    """Ingest the corpus of a BEIR folder, or a file in its format, as part of an ingest.

    One without a document is counted as a bad line.

    Args:
        job: The ingest.
        folder: The folder, with a `corpus.jsonl`, or the file.

    Raises:
        IngestError: There is no corpus, or a bad line in strict mode, or another input of the scope
            has a document of the same id with another text.
    """
    corpus = folder / "corpus.jsonl" if folder.is_dir() else folder
    if not corpus.is_file():
        raise IngestError(f"{folder} holds no corpus.jsonl", "use a folder in the BEIR layout")
    # Before it is read: if it changes in between, the next ingest sees another hash.
    digest = content_hash([corpus], extra=f"beir {job.embedder_name}")
    bad = job.bad_lines()
    documents = read_corpus(corpus, bad)
    if not documents:
        bad.add_if_none(str(corpus), "no document")
        return
    unit = Unit(job.scope, str(corpus.resolve()), str(folder), digest)
    OtherInputs(job.writer, unit).check(documents)
    write_documents(job, unit, documents)
    clear_gone(job.writer, unit, job.report)


def read_corpus(corpus: Path, bad: BadLines) -> list[SourceDocument]:
    """Read the documents of a corpus, in the order of the file.

    Args:
        corpus: The `corpus.jsonl`.
        bad: Where lines that cannot be used are counted.
    """
    documents: dict[str, SourceDocument] = {}

    def complain(number: int, reason: str) -> None:
        bad.add(str(corpus), number, reason)

    for line in read_lines(corpus, complain):
        record, reason = parse_object(line.text)
        if record is None:
            complain(line.number, reason)
            continue
        identifier = next((record[name] for name in ID_FIELDS if name in record), None)
        try:
            document = document_of(record, identifier, record.get("text"))
        except ValueError as error:
            complain(line.number, str(error))
            continue
        if document.id in documents:
            complain(line.number, f"the id {document.id[:60]!r} occurs twice")
        else:
            documents[document.id] = document
    return list(documents.values())
