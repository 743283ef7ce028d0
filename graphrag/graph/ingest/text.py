"""Folders of Markdown, HTML, PDF and text: split at headings and sentences into passages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from ...errors import IngestError
from ...model import HEADINGS_JOINT
from ...text.storable import storable
from ..records import SourceDocument, short_hash
from .blocks import Section, passage_texts
from .files import (
    EVERYTHING,
    HTML_SUFFIXES,
    MARKDOWN_SUFFIXES,
    PDF_SUFFIXES,
    Selection,
    is_utf8,
    printable,
    text_files,
)
from .html_text import html_sections
from .markdown import markdown_sections
from .pdf_text import pdf_sections
from .plain_text import plain_sections
from .report import BadLines

MAX_FILE_BYTES = 20 * 1024 * 1024
MAX_HEADINGS = 200
"""Maximum number of characters of the headings above a passage."""


def read_passages(
    path: Path, bad: BadLines, selection: Selection = EVERYTHING
) -> list[SourceDocument]:
    """Read the passages of a folder or a file.

    Args:
        path: The folder or file.
        bad: Where files that cannot be read are counted.
        selection: Which files of the folder are meant.

    Returns:
        The passages, file by file in their order.
    """
    passages: list[SourceDocument] = []
    for file in text_files(path, selection):
        if not is_utf8(file):
            bad.add(printable(file), 1, "its name is not UTF-8")
            continue
        if file.stat().st_size > MAX_FILE_BYTES:
            bad.add(str(file), 1, f"file of more than {MAX_FILE_BYTES // 2**20} MB")
            continue
        raw = file.read_bytes()
        try:
            passages += split_file(full_path(path, file), shown_path(path, file), raw)
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            bad.add(str(file), line, "not UTF-8")
        except IngestError as error:
            bad.add(str(file), 1, str(error))
    return passages


def full_path(path: Path, file: Path) -> str:
    """Return the path that tells a file from all others, however its folder was named.

    Args:
        path: The folder that is read, or the file.
        file: A file in it.
    """
    if path.is_dir():
        return (path.resolve() / file.relative_to(path)).as_posix()
    return (path.parent.resolve() / path.name).as_posix()


def shown_path(path: Path, file: Path) -> str:
    """Return the path of a file as people see it: below the folder that is read.

    Args:
        path: The folder that is read, or the file.
        file: A file in it.
    """
    return file.relative_to(path).as_posix() if path.is_dir() else file.name


def split_file(path: str, name: str, content: bytes) -> list[SourceDocument]:
    """Split a file into passages.

    Args:
        path: Its full path. Files of the same name in two folders are two.
        name: Its path as people see it; its ending says how to read it.
        content: What is in it.

    Returns:
        The passages in order. A passage keeps its id while its own text and headings stay the same.

    Raises:
        IngestError: It cannot be read.
        UnicodeDecodeError: It is text, but not UTF-8.
    """
    passages = []
    seen: dict[str, int] = {}
    for section in _sections(name, content):
        title = _title(section)
        for passage in passage_texts(section.blocks):
            digest = short_hash(path, title, passage)
            count = seen[digest] = seen.get(digest, 0) + 1
            passages.append(
                SourceDocument(
                    id=f"{PurePosixPath(name).name}#{digest}" + (f"-{count}" if count > 1 else ""),
                    text=storable(passage, len(passage)),
                    title=storable(title, len(title)),
                    area="passage",
                    source=name,
                    fact_source="file",
                    file=path,
                )
            )
    return passages


def _sections(name: str, raw: bytes) -> Iterable[Section]:
    """Read the content of a file by the ending of its name."""
    if _suffix(name) in HTML_SUFFIXES:
        return html_sections(raw)
    if _suffix(name) in PDF_SUFFIXES:
        return pdf_sections(raw)
    text = raw.decode("utf-8-sig")
    return markdown_sections(text) if _suffix(name) in MARKDOWN_SUFFIXES else plain_sections(text)


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


def _title(section: Section) -> str:
    """Return the headings above a passage, the nearest last; of too many the first are left out."""
    headings: Sequence[str] = section.headings
    while len(headings) > 1 and len(HEADINGS_JOINT.join(headings)) > MAX_HEADINGS:
        headings = headings[1:]
    return HEADINGS_JOINT.join(headings)[:MAX_HEADINGS]
