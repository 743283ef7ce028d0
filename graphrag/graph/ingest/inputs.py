"""The inputs of an ingest: found and recognised before anything is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from ...errors import IngestError
from ..records import without_nulls
from .files import (
    EVERYTHING,
    JSON_LINES_SUFFIXES,
    SUFFIXES,
    TABLE_SUFFIXES,
    FoundFiles,
    Selection,
    find_files,
    is_regular,
    is_utf8,
    printable,
    unreadable,
)
from .record_files.check import first_complaint, require_all
from .record_files.lines import read_lines
from .record_files.record_lines import csv_delimiter
from .record_files.source_documents import ID_FIELDS
from .record_files.triples import is_document_record, is_triple_or_entity

Format = Literal["auto", "text", "jsonl", "csv", "openie", "beir"]

RECORD_FORMATS: tuple[Format, ...] = ("jsonl", "csv", "openie")

_JSON_SUFFIXES = (*JSON_LINES_SUFFIXES, ".json")
_KNOWN_SUFFIXES = (*SUFFIXES, *TABLE_SUFFIXES, *_JSON_SUFFIXES)

_SNIFFED_LINES = 20
"""How many lines of a JSON Lines file show what its records are."""

_EXPORTED = "a0_graphrag_export"
"""A key of the first line of a file that `export` wrote (`graph/transfer/lines.py`)."""


@dataclass(frozen=True, slots=True)
class Input:
    """What is ingested as a whole.

    Attributes:
        path: The folder or file.
        format: How it is read; never ``auto``.
        files: The texts that it is made of, and what is left out: the records and hidden folders
            of a folder of texts. Of a folder of records, the first file has what is left out.
    """

    path: Path
    format: Format
    files: FoundFiles


def find_inputs(
    paths: Iterable[Path],
    format: Format = "auto",
    *,
    strict: bool = False,
    selection: Selection = EVERYTHING,
) -> list[Input]:
    """Find what an ingest of some paths reads, and check that it can be used. Nothing is written.

    Args:
        paths: Files and folders.
        format: The format of all of them; recognised by default.
        strict: Whether every line of a file of records has to be usable.
        selection: Which files of the folders are meant.

    Returns:
        The inputs, each once: a folder of texts or a corpus is one, a file of records is one.

    Raises:
        IngestError: A path does not exist, a folder holds no file to read, all are files of records
            of which no line can be used, or a bad line in strict mode.
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
    inputs = _once(one for path in named for one in _inputs(path, format, selection))
    _check_records(inputs, strict)
    for path in [*named, *(one.path for one in inputs)]:
        if not is_utf8(path):
            raise IngestError(f"the name of {printable(path)} is not UTF-8", "rename it")
    return inputs


def _once(inputs: Iterable[Input]) -> list[Input]:
    """Return each input once, though it is named twice, or by itself and with its folder."""
    once: dict[Path, Input] = {}
    for one in inputs:
        place = one.path.resolve()
        # With its folder, it says what is left out there.
        if place not in once or once[place].files == FoundFiles():
            once[place] = one
    return list(once.values())


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise unreadable(path, error) from None


def recognise(path: Path, files: FoundFiles) -> Format | None:
    """Return the format of a file or folder; None if it is unknown.

    Args:
        path: The file or folder.
        files: What a folder holds.
    """
    if path.is_dir():
        if (path / "corpus.jsonl").is_file():
            return "beir"
        return "text" if files.texts else None
    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        return "text"
    if suffix in TABLE_SUFFIXES:
        return "csv"
    if suffix in _JSON_SUFFIXES:
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
            if _EXPORTED in value:
                raise IngestError(f"{path} is a file of `export`", "use `import` to read it")
            value = without_nulls(value)
            if is_document_record(value):
                return "openie"
            if "text" in value and not value.keys().isdisjoint(ID_FIELDS):
                has_texts = True
                continue
        if isinstance(value, list) or is_triple_or_entity(value):
            return "jsonl"
    return "beir" if has_texts else "jsonl"


def _inputs(path: Path, format: Format, selection: Selection) -> Iterator[Input]:
    files = find_files(path, selection)
    kind = recognise(path, files) if format == "auto" else format
    if kind is not None and not (path.is_dir() and kind not in ("text", "beir")):
        yield Input(path, kind, files if kind == "text" else FoundFiles())
        return
    # A folder of record files.
    inside = path.iterdir() if path.is_dir() else ()
    regular = sorted(
        p
        for p in inside
        if not p.name.startswith(".")
        and p.suffix.lower() in _KNOWN_SUFFIXES
        and selection.takes(p.relative_to(path))
        and is_regular(p)
    )
    known = [
        Input(file, kind, own)
        for file in regular
        if (kind := recognise(file, own := find_files(file))) is not None
    ]
    if format != "auto":
        known = [replace(one, format=format) for one in known if one.format in RECORD_FORMATS]
    if not known:
        raise _nothing_in(path, format, selection)
    deeper = tuple(name for name in files.records if "/" in name)
    known[0] = replace(known[0], files=replace(files, texts=known[0].files.texts, records=deeper))
    yield from known


def _nothing_in(path: Path, format: Format, selection: Selection) -> IngestError:
    if selection != EVERYTHING:
        return IngestError(
            f"{path} holds nothing to read that the patterns select",
            "change --include or --exclude",
        )
    if format != "auto":
        return IngestError(f"{path} holds nothing of the format {format}", "name another --format")
    return IngestError(
        f"{path} holds nothing that can be read",
        "use Markdown, HTML, PDF, text, JSONL, CSV or BEIR folders, or name the --format",
    )


def delimiter_of(path: Path, kind: Format) -> str:
    """Return what parts the cells of a file of records; empty if it is no table."""
    return "" if kind != "csv" else "\t" if path.suffix.lower() == ".tsv" else csv_delimiter(path)


def _check_records(inputs: Sequence[Input], strict: bool) -> None:
    """Check that records can be used: some of them, or in strict mode all of them.

    Text and corpora need no check here: they are read as a whole before they are written.
    """
    files = [
        (one.path, delimiter_of(one.path, one.format))
        for one in inputs
        if one.format in RECORD_FORMATS
    ]
    if strict:
        for path, delimiter in files:
            require_all(path, delimiter)
    complaints = [first_complaint(path, delimiter) for path, delimiter in files]
    if complaints and all(complaints) and len(files) == len(inputs):
        raise IngestError(
            f"{files[0][0]} holds no line that can be used ({complaints[0]})",
            "write one record on each line, or name another --format",
        )
