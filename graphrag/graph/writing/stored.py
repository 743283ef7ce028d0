"""What one owner has in the graph: hashes, so that what differs is known without reading texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...model import graph_key
from ..cypher.documents import STORED_DOCUMENTS
from ..cypher.entities import STORED_ENTITIES
from ..desired import DesiredGraph

if TYPE_CHECKING:
    from ...store.writer import GraphWriter


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What is known of a stored document.

    Attributes:
        hash: Hash of its own properties.
        extraction_hash: Hash of its mentions and facts; None for containers.
        area: Its area.
        text_hash: Hash of its title and text; None for containers.
        timestamp: When it was formed, in ISO 8601.
        edited: Whether a user changed it by hand.
        has_vector: Whether it has a vector.
        is_mixed: Whether that is mixed with the vector of its English words.
    """

    hash: str | None
    extraction_hash: str | None = None
    area: str = ""
    text_hash: str | None = None
    timestamp: str | None = None
    edited: bool = False
    has_vector: bool = False
    is_mixed: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """What one owner has in the graph.

    Attributes:
        documents: Documents by key, containers included.
        entities: Hash by key, of all entities of the scope; None if the hash is not known.
    """

    documents: Mapping[str, StoredDocument] = field(default_factory=dict)
    entities: Mapping[str, str | None] = field(default_factory=dict)


def read_stored(writer: GraphWriter, scope: str, origin: str, unit: str) -> Stored:
    """Read the hashes of what an owner has in the graph.

    Args:
        writer: The writer of the database.
        scope: The scope.
        origin: ``memory`` or ``ingest``.
        unit: The input that it comes from.
    """
    owner = {"scope": scope, "origin": origin, "unit": unit}
    documents = {
        row["key"]: StoredDocument(
            hash=row["hash"],
            extraction_hash=row["links"],
            area=row["area"],
            text_hash=row["content"],
            timestamp=row["timestamp"],
            edited=bool(row["edited"]),
            has_vector=row["has_vector"],
            is_mixed=bool(row["is_mixed"]),
        )
        for row in writer.read(STORED_DOCUMENTS, owner)
    }
    entities = {row["key"]: row["hash"] for row in writer.read(STORED_ENTITIES, {"scope": scope})}
    return Stored(documents, entities)


def stored_from(desired: DesiredGraph) -> Stored:
    """Return what is stored once a desired graph has been written."""
    documents = {
        key: StoredDocument(
            hash=item.hash,
            extraction_hash=item.extraction_hash,
            area=item.document.area,
            text_hash=item.document.text_hash,
            timestamp=item.document.timestamp,
            edited=item.edited,
            has_vector=key in desired.vectors,
            is_mixed=key in desired.mixed,
        )
        for key, item in desired.documents.items()
    }
    documents |= {
        key: StoredDocument(container.hash, area=container.area)
        for key, container in desired.containers.items()
    }
    entities = {
        graph_key(desired.scope, entity.id): entity.hash for entity in desired.entities.values()
    }
    return Stored(documents, entities)
