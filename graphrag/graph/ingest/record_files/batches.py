"""A file of records in batches, and the place in the file at which each ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ...records import CHARACTERS_PER_ROW
from .lines import Complain, Place
from .record_lines import record_lines
from .triples import Record

RELATIONS_PER_BATCH = 8000
"""Mentions and facts of one transaction, which the server holds in memory."""

ENTITIES_PER_BATCH = 2 * RELATIONS_PER_BATCH
"""Reached first only by records that state few facts: a triple names two entities."""

DOCUMENTS_PER_BATCH = 500
"""Reached first by records of texts that bring few relations."""

CHARACTERS_PER_BATCH = CHARACTERS_PER_ROW * RELATIONS_PER_BATCH
"""Reached first only by long documents: Neo4j limits the memory of a transaction."""


@dataclass(slots=True)
class Batch:
    """Records of one transaction.

    Attributes:
        end: The place in the file at which they end.
        records: The records.
        relations: Number of mentions and facts in them.
        entities: Number of entities that they name; the same entity counts each time.
        documents: Number of documents in them.
        characters: Number of characters of these documents.
    """

    end: Place
    records: list[Record] = field(default_factory=list)
    relations: int = 0
    entities: int = 0
    documents: int = 0
    characters: int = 0

    @property
    def is_full(self) -> bool:
        """Whether the batch should take no more records."""
        return (
            self.relations >= RELATIONS_PER_BATCH
            or self.entities >= ENTITIES_PER_BATCH
            or self.documents >= DOCUMENTS_PER_BATCH
            or self.characters >= CHARACTERS_PER_BATCH
        )


def batches(path: Path, delimiter: str, complain: Complain, start: Place) -> Iterator[Batch]:
    """Read a file of records in batches.

    Args:
        path: The file.
        delimiter: Of a CSV file; empty for JSONL.
        complain: Called with each line that cannot be used, by its number, and the reason.
        start: Where to begin.

    Yields:
        The batches, in the order of the file.
    """
    batch = Batch(start)
    for line, record in record_lines(path, delimiter, complain, start):
        batch.end = line.after
        if record is None:
            continue
        batch.records.append(record)
        batch.relations += len(record.facts) + (len(record.entities) if record.document_id else 0)
        batch.entities += len(record.entities)
        if record.document is not None:
            batch.documents += 1
            batch.characters += len(record.document.text)
        if batch.is_full:
            yield batch
            batch = Batch(batch.end)
    if batch.records:
        yield batch
