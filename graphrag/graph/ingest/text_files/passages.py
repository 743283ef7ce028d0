"""Folders of Markdown, HTML, PDF and text: split at headings and sentences into passages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from ....errors import IngestError
from ....model import HEADINGS_JOINT
from ....text.storable import storable
from ...records import SourceDocument, short_hash
from ..files import (
    HTML_SUFFIXES,
    MARKDOWN_SUFFIXES,
    PDF_SUFFIXES,
    TextFile,
    is_utf8,
    printable,
    unreadable,
)
from ..report import BadLines
from .blocks import Section, passage_texts
from .decoded import decoded
from .html_text import html_sections
from .markdown import markdown_sections
from .missing_extra import MissingExtraError
from .pdf_text import pdf_sections
from .plain_text import plain_sections

MAX_FILE_BYTES = 20 * 1024 * 1024
"""A larger file is left out: each is read as a whole."""

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u2060\ufeff"))
"""Signs within words that nobody sees; no search would find such a word."""

MAX_HEADINGS = 200
"""Maximum number of characters of the headings above a passage."""


def read_passages(files: Iterable[TextFile], bad: BadLines) -> list[SourceDocument]:
    """Read the passages of files.

    Args:
        files: The files.
        bad: Where files that cannot be used are counted.

    Returns:
        The passages, file by file in their order.

    Raises:
        IngestError: The system does not let us read one, such as a file that is gone by now.
    """
    passages: list[SourceDocument] = []
    for file in files:
        path = file.path
        if not is_utf8(path):
            bad.add(printable(path), 1, "its name is not UTF-8")
            continue
        raw = _content(path)
        if raw is None:
            bad.add(str(path), 1, f"file of more than {MAX_FILE_BYTES // 2**20} MB")
            continue
        try:
            passages += split_file(file.full, file.shown, raw)
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            bad.add(str(path), line, "not UTF-8; save it as UTF-8")
        except IngestError as error:
            bad.add(str(path), 1, str(error))
            bad.lacks_package |= isinstance(error, MissingExtraError)
    return passages


def _content(path: Path) -> bytes | None:
    """Return the content of a file; None if it is too large."""
    try:
        return None if path.stat().st_size > MAX_FILE_BYTES else path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


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
        UnicodeDecodeError: It is text, but neither UTF-8 nor UTF-16.
    """
    passages = []
    seen: dict[str, int] = {}
    for section in _sections(name, content):
        title = _title(section).translate(_INVISIBLE)
        for raw in passage_texts(section.blocks):
            passage = raw.translate(_INVISIBLE)
            if not passage.strip():
                continue
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
    text = decoded(raw)
    return markdown_sections(text) if _suffix(name) in MARKDOWN_SUFFIXES else plain_sections(text)


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


def _title(section: Section) -> str:
    """Return the headings above a passage, the nearest last; of too many the first are left out."""
    headings: Sequence[str] = section.headings
    while len(headings) > 1 and len(HEADINGS_JOINT.join(headings)) > MAX_HEADINGS:
        headings = headings[1:]
    return HEADINGS_JOINT.join(headings)[:MAX_HEADINGS]
