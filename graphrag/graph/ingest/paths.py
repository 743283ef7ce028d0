"""Ingest of files and folders; their format is recognised, unless the user names it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import IngestError
from ...scopes import require_scope_name
from .beir import ingest_corpus
from .documents import write_documents
from .files import EVERYTHING, Selection
from .inputs import Format, Input, delimiter_of, find_inputs
from .job import IngestJob
from .meter import ProgressCallback
from .owners import clear_gone, drop_replaced
from .report import IngestReport
from .stream import ingest_records
from .text_files.passages import read_passages
from .units import Unit, content_hash

if TYPE_CHECKING:
    from ...embedding.embedder import Embedder
    from ...store.writer import GraphWriter


def ingest_paths(
    writer: GraphWriter,
    paths: Iterable[Path | str],
    scope: str,
    embedder: Embedder | None = None,
    *,
    format: Format = "auto",
    analyzer: str = "english",
    progress: ProgressCallback | None = None,
    strict: bool = False,
    selection: Selection = EVERYTHING,
) -> IngestReport:
    """Ingest files and folders into a scope; the same input again changes nothing.

    Args:
        writer: The writer of the database.
        paths: Files and folders.
        scope: The scope.
        embedder: What makes the vectors; None for none.
        format: The format of all of them; recognised by default.
        analyzer: Full-text analyzer for a scope that is new.
        progress: Called with how far it is.
        strict: Whether a bad line ends the ingest, before any file of records is written.
        selection: Which files of the folders are meant.

    Returns:
        What was done.

    Raises:
        IngestError: A path does not exist, none holds anything that can be used, or a bad line in
            strict mode.
        SettingsError: The scope is no name of a scope.
        StoreError: The database could not be written, and why.

    Example:
        >>> with GraphWriter(Connection("bolt://localhost:7687", "neo4j", password)) as writer:
        ...     report = ingest_paths(writer, ["docs/"], "docs", HashedEmbedder())
    """
    started = time.monotonic()
    if isinstance(paths, str | Path):
        raise IngestError(f"{paths} is one path", "give a list of paths")
    require_scope_name(scope)
    named = map(Path, paths)
    job = IngestJob(writer, scope, embedder, analyzer, progress, strict)
    report = job.report
    # All of them are found and checked before the first one is written.
    for found in find_inputs(named, format, strict=strict, selection=selection):
        path, kind = found.path, found.format
        report.record_files += found.files.records
        report.hidden_folders += found.files.hidden
        report.linked_folders += found.files.linked
        report.files += len(found.files.texts) if kind == "text" else 1
        if kind == "beir":
            ingest_corpus(job, path)
        elif kind == "text":
            _ingest_text(job, found)
        else:
            ingest_records(job, path, delimiter_of(path, kind))
    job.require_input()
    report.seconds = time.monotonic() - started
    return report


def _ingest_text(job: IngestJob, found: Input) -> None:
    path, files = found.path, found.files.texts
    names = "\0".join(file.shown for file in files)
    extra = f"text {job.embedder_name} {names}"
    # Before they are read: if one changes in between, the next ingest sees another hash.
    digest = content_hash([file.path for file in files], extra=extra)
    bad = job.bad_lines()
    documents = read_passages(files, bad)
    if not documents:
        bad.add_if_none(str(path), "no text")
        return
    unit = Unit(job.scope, str(path.resolve()), str(path), digest)
    # With the package that a file lacks, the same files give more.
    write_documents(job, unit, documents, complete=not bad.lacks_package)
    read = {file.full for file in files}
    job.report.documents_removed += drop_replaced(job.writer, unit, read, documents)
    clear_gone(job.writer, unit, job.report, documents)
