"""How a record, a line of a corpus, or a program's own document becomes one for the graph."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....text.storable import storable
from ...records import MAX_ID, MEMORY_AREAS, SourceDocument
from ...timestamps import Moment, dated, parse_timestamp
from .lines import parse_object, read_lines

MAX_SOURCE = 1000
"""Longest source of a document, in characters: a path or an address."""

ID_FIELDS = ("_id", "id", "doc_id")
"""Where the id of a document stands; the first of these that it has."""

RECORD_ID_FIELDS = ("doc_id", "id", "_id", "idx")
"""The same for a record with entities or triples."""

RECORD_TEXT_FIELDS = ("text", "passage")


def source_document(
    identifier: str,
    text: str,
    *,
    title: str = "",
    source: str = "",
    moment: Moment | None = None,
    area: str = "passage",
) -> SourceDocument:
    """Return a document as the database can store it.

    Args:
        identifier: Its id.
        text: Its text.
        title: Its title, if it has one.
        source: Where it comes from.
        moment: When it was written; None if unknown.
        area: The area of the memory that it is, or ``passage``.
    """
    document = SourceDocument(
        id=storable(identifier, MAX_ID),
        text=storable(text, len(text)),
        title=storable(title, len(title)).strip(),
        area=area,
        source=storable(source, MAX_SOURCE),
        fact_source="conversation" if area in MEMORY_AREAS else "file",
    )
    return dated(document, moment)


def document_of(fields: Mapping[str, Any], identifier: object, text: object) -> SourceDocument:
    """Return the document that a parsed line of an untrusted file holds.

    Args:
        fields: The line; its title, time and area are optional, and left out if they make no sense.
        identifier: Its id, as it stands there.
        text: Its text, as it stands there.

    Raises:
        ValueError: The id or the text cannot be used.
    """
    if not isinstance(text, str) or not text.strip():
        raise ValueError("no text")
    title, metadata = fields.get("title"), fields.get("metadata")
    metadata = metadata if isinstance(metadata, Mapping) else {}
    area = metadata.get("area")
    return source_document(
        usable_id(identifier),
        text,
        title=title if isinstance(title, str) else "",
        moment=parse_timestamp(metadata.get("timestamp", fields.get("timestamp"))),
        area=area if area in MEMORY_AREAS else "passage",
    )


def usable_id(identifier: object) -> str:
    """Return an id of an untrusted file as a string.

    Raises:
        ValueError: It cannot be used.
    """
    if isinstance(identifier, int) and not isinstance(identifier, bool):
        identifier = str(identifier)
    if not isinstance(identifier, str) or not 0 < len(identifier) <= MAX_ID:
        raise ValueError("no usable id")
    return identifier


def texts_of(path: Path) -> dict[str, str]:
    """Return the hashes of the texts of a file of documents or records as it is now, by id.

    Lines that cannot be used are passed over.

    Args:
        path: The file, of any format of which a line is a JSON object.

    Raises:
        IngestError: It cannot be read.
    """
    found: dict[str, str] = {}
    for line in read_lines(path, lambda _number, _reason: None):
        fields, _ = parse_object(line.text)
        if fields is None:
            continue
        text = next((fields[field] for field in RECORD_TEXT_FIELDS if field in fields), None)
        for name in RECORD_ID_FIELDS:
            try:
                document = document_of(fields, fields.get(name), text)
            except ValueError:
                continue
            found.setdefault(document.id, document.text_hash)
    return found
