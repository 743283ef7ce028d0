"""Ingest of documents that a program has in hand."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ...errors import IngestError
from ...scopes import require_scope_name
from ..records import MAX_ID, SourceDocument
from ..timestamps import parse_timestamp
from .documents import write_documents
from .job import IngestJob
from .meter import ProgressCallback
from .owners import OtherInputs
from .record_files.source_documents import source_document
from .report import IngestReport
from .units import Unit, content_hash

if TYPE_CHECKING:
    from ...embedding.embedder import Embedder
    from ...store.writer import GraphWriter


@dataclass(frozen=True, slots=True)
class Document:
    """A document to ingest.

    Attributes:
        id: Its id, unique within the scope; 1 to 500 characters.
        text: Its text; not blank.
        title: Its title, if it has one.
        source: Where it comes from, shown with it: a path or an address.
        timestamp: When it was written, in ISO 8601 or as a date or datetime; None if unknown. Its
            day is the one that stands there, whatever the UTC offset.

    Example:
        >>> rota = Document("rota-7", "Mara is on call.", timestamp="2025-03-01 09:30")
    """

    id: str
    text: str
    title: str = ""
    source: str = ""
    timestamp: str | date | None = None


def ingest_documents(
    writer: GraphWriter,
    documents: Iterable[Document],
    scope: str,
    embedder: Embedder | None = None,
    *,
    collection: str = "documents",
    analyzer: str = "english",
    progress: ProgressCallback | None = None,
) -> IngestReport:
    """Ingest documents into a scope.

    The documents make up a collection. A later call with the same collection replaces it: new
    documents are added, changed ones updated, missing ones removed. The same documents again
    change nothing.

    Args:
        writer: The writer of the database.
        documents: All documents of the collection.
        scope: The scope.
        embedder: What makes the vectors; None for none.
        collection: The collection's name within the scope.
        analyzer: Full-text analyzer for a scope that is new.
        progress: Called with how far it is.

    Returns:
        What was done.

    Raises:
        IngestError: There is no document, or one of them cannot be used, or another input of the
            scope has one of the same id with another text.
        SettingsError: The scope is no name of a scope.
        StoreError: The database could not be written, and why.

    Example:
        >>> with GraphWriter(Connection("bolt://localhost:7687", "neo4j", password)) as writer:
        ...     report = ingest_documents(writer, documents, scope="docs")
    """
    started = time.monotonic()
    require_scope_name(scope)
    if isinstance(documents, Document):
        raise IngestError("documents is one document", "give a list of them")
    found: dict[str, SourceDocument] = {}
    for document in documents:
        source = _source_document(document)
        if document.id in found:
            raise IngestError(f"two documents have the id {document.id!r}", "make ids unique")
        found[document.id] = source
    if not found:
        raise IngestError("there is no document to ingest", "use forget_scope to empty a scope")
    if os.path.isabs(collection):
        raise IngestError(f"{collection!r} is a path", "give the collection a name")
    job = IngestJob(writer, scope, embedder, analyzer, progress)
    everything = "\0".join(repr(document) for document in found.values())
    unit = Unit(
        scope,
        collection,
        collection,
        content_hash([], extra=f"collection {job.embedder_name}\0{everything}"),
    )
    OtherInputs(writer, unit).check(found.values())
    write_documents(job, unit, list(found.values()))
    job.report.seconds = time.monotonic() - started
    return job.report


def _source_document(document: Document) -> SourceDocument:
    if not isinstance(document, Document):
        raise IngestError(f"{str(document)[:60]!r} is no document", "give graphrag.Document(...)")
    if not isinstance(document.id, str) or not 0 < len(document.id) <= MAX_ID:
        raise IngestError(
            f"{str(document.id)[:60]!r} is not a usable id", f"use text of 1 to {MAX_ID} characters"
        )
    if not isinstance(document.text, str) or not document.text.strip():
        raise IngestError(f"document {document.id!r} has no text", "leave it out")
    moment = parse_timestamp(document.timestamp)
    if document.timestamp is not None and moment is None:
        raise IngestError(
            f"document {document.id!r} has an unknown timestamp, {document.timestamp!r}",
            "use ISO 8601",
        )
    return source_document(
        document.id, document.text, title=document.title, source=document.source, moment=moment
    )
