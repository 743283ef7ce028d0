"""Ingest of files and folders; their format is recognised, unless the user names it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from ...errors import IngestError
from .beir import ID_FIELDS, ingest_beir
from .check import first_complaint, require_all
from .documents import write_documents
from .files import (
    EVERYTHING,
    SUFFIXES,
    Selection,
    hidden_folders,
    is_utf8,
    printable,
    record_files,
    text_files,
    unreadable,
)
from .lines import read_lines
from .meter import ProgressCallback
from .owners import clear_gone, drop_replaced
from .record_lines import csv_delimiter
from .report import BadLines, IngestReport
from .stream import ingest_records
from .text import full_path, read_passages, shown_path
from .triples import is_document_record, is_triple_or_entity
from .units import Unit, content_hash

if TYPE_CHECKING:
    from ...embedding.embedder import Embedder
    from ...store.writer import GraphWriter

Format = Literal["auto", "text", "jsonl", "csv", "openie", "beir"]

RECORD_FORMATS: tuple[Format, ...] = ("jsonl", "csv", "openie")

_SNIFFED_LINES = 20


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
        IngestError: A path does not exist or holds nothing that can be used, or a bad line in
            strict mode.
        StoreError: The database could not be written, and why.

    Example:
        >>> with GraphWriter(Connection("bolt://localhost:7687", "neo4j", password)) as writer:
        ...     report = ingest_paths(writer, ["docs/"], "docs", HashedEmbedder())
    """
    started = time.monotonic()
    named = [Path(path) for path in paths]
    report = IngestReport(
        hidden_folders=[f for path in named for f in hidden_folders(path, selection)]
    )
    # All of them are found and checked before the first one is written.
    inputs = find_inputs(named, format, strict=strict, selection=selection)
    for path, kind in inputs:
        if kind != "text":
            report.files += 1
        if kind == "beir":
            seconds = report.seconds
            ingest_beir(
                writer,
                path,
                scope,
                embedder,
                analyzer=analyzer,
                progress=progress,
                strict=strict,
                report=report,
            )
            report.seconds = seconds
        elif kind == "text":
            _ingest_text(
                writer, path, scope, embedder, report, analyzer, progress, strict, selection
            )
        else:
            ingest_records(
                writer,
                path,
                scope,
                embedder,
                report,
                delimiter=_delimiter(path, kind),
                analyzer=analyzer,
                progress=progress,
                strict=strict,
            )
    report.seconds = time.monotonic() - started
    return report


def find_inputs(
    paths: Iterable[Path],
    format: Format = "auto",
    *,
    strict: bool = False,
    selection: Selection = EVERYTHING,
) -> list[tuple[Path, Format]]:
    """Find what an ingest of some paths reads, and check that it can be used. Nothing is written.

    Args:
        paths: Files and folders.
        format: The format of all of them; recognised by default.
        strict: Whether every line of a file of records has to be usable.
        selection: Which files of the folders are meant.

    Returns:
        The inputs with their formats: a folder of texts or a corpus is one, a file of records is
        one.

    Raises:
        IngestError: A path does not exist or holds nothing that can be used, or a bad line in
            strict mode.
    """
    if format not in get_args(Format):
        raise IngestError(
            f"there is no format {format!r}", f"use one of {', '.join(get_args(Format))}"
        )
    named = list(paths)
    for path in named:
        if not _exists(path):
            raise IngestError(f"{printable(path)} does not exist", "check the path")
        if not (path.is_file() or path.is_dir()):
            raise IngestError(f"{printable(path)} is neither a file nor a folder", "check the path")
    inputs = [
        one
        for path in named
        for one in _checked(path, list(_inputs(path, format, selection)), strict)
    ]
    for path in [*named, *(path for path, _ in inputs)]:
        if not is_utf8(path):
            raise IngestError(f"the name of {printable(path)} is not UTF-8", "rename it")
    return inputs


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise unreadable(path, error) from None


def recognise(path: Path, selection: Selection = EVERYTHING) -> Format | None:
    """Return the format of a file or folder; None if it is unknown."""
    if path.is_dir():
        if (path / "corpus.jsonl").is_file():
            return "beir"
        return "text" if text_files(path, selection) else None
    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        return "text"
    if suffix in (".csv", ".tsv"):
        return "csv"
    if suffix in (".jsonl", ".ndjson", ".json"):
        return _sniff(path)
    return None


def _sniff(path: Path) -> Format:
    """Recognise a file of JSON Lines: a corpus is one that holds nothing but documents."""
    has_texts = False
    for count, line in enumerate(read_lines(path, lambda number, reason: None)):
        if count >= _SNIFFED_LINES:
            break
        try:
            value = json.loads(line.text)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            if is_document_record(value):
                return "openie"
            if "text" in value and not value.keys().isdisjoint(ID_FIELDS):
                has_texts = True
                continue
        if isinstance(value, list) or is_triple_or_entity(value):
            return "jsonl"
    return "beir" if has_texts else "jsonl"


def _inputs(path: Path, format: Format, selection: Selection) -> Iterator[tuple[Path, Format]]:
    kind = recognise(path, selection) if format == "auto" else format
    if kind is not None and not (path.is_dir() and kind not in ("text", "beir")):
        yield path, kind
        return
    # A folder of record files.
    found = path.iterdir() if path.is_dir() else ()
    files = sorted(p for p in found if p.is_file() and selection.takes(p.relative_to(path)))
    known = [(p, k) for p in files if (k := recognise(p)) is not None]
    if format != "auto":
        known = [(p, format) for p, k in known if k not in ("text", "beir")]
    if not known:
        raise IngestError(
            f"{path} holds nothing that can be read",
            "use Markdown, HTML, PDF, text, JSONL, CSV or BEIR folders, or name the --format",
        )
    yield from known


def _delimiter(path: Path, kind: Format) -> str:
    return "" if kind != "csv" else "\t" if path.suffix.lower() == ".tsv" else csv_delimiter(path)


def _checked(
    named: Path, inputs: Sequence[tuple[Path, Format]], strict: bool
) -> Sequence[tuple[Path, Format]]:
    """Check that records can be used: some of them, or in strict mode all of them.

    Text and corpora need no check here: they are read as a whole before they are written.
    """
    files = [(path, _delimiter(path, kind)) for path, kind in inputs if kind in RECORD_FORMATS]
    if strict:
        for path, delimiter in files:
            require_all(path, delimiter)
    complaints = [first_complaint(path, delimiter) for path, delimiter in files]
    if all(complaints) and len(files) == len(inputs):
        raise IngestError(
            f"{named} holds no line that can be used ({complaints[0]})",
            "fix it, or name another --format",
        )
    return inputs


def _ingest_text(
    writer: GraphWriter,
    path: Path,
    scope: str,
    embedder: Embedder | None,
    report: IngestReport,
    analyzer: str,
    progress: ProgressCallback | None,
    strict: bool,
    selection: Selection,
) -> None:
    files = text_files(path, selection)
    names = "\0".join(shown_path(path, file) for file in files)
    # Before they are read: if one changes in between, the next ingest sees another hash.
    digest = content_hash(files, extra=f"text {embedder.name if embedder else ''} {names}")
    bad = BadLines(report, strict=strict)
    documents = read_passages(path, bad, selection)
    if not documents and bad.first:
        raise IngestError(f"{path} holds no text that can be read", str(bad.first))
    if not documents:
        raise IngestError(f"{path} holds no text", "use a folder with Markdown or text files")
    report.files += len(files)
    report.record_files += record_files(path, selection)
    unit = Unit(scope, str(path.resolve()), str(path), digest)
    write_documents(writer, unit, documents, embedder, report, analyzer=analyzer, progress=progress)
    read = {full_path(path, file) for file in files}
    report.documents_removed += drop_replaced(writer, unit, read, documents)
    clear_gone(writer, unit, report, documents)
