"""Records as parameters of the write templates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ...model import graph_key
from ...text.storable import MAX_TEXT, storable
from ..desired import ContainerRecord, DesiredDocument
from ..records import (
    MAX_ALIASES,
    MAX_DESCRIPTION,
    MAX_PREDICATE,
    MAX_TITLE,
    EntityRecord,
    FactRecord,
)

if TYPE_CHECKING:
    import numpy as np

Row = dict[str, Any]

_MAX_KEPT = 1000
"""Maximum number of characters that are kept of an id and of a source."""


def has_direction(vector: np.ndarray) -> bool:
    """Whether a vector points anywhere; that of a text without a word may be zero."""
    return bool(vector.any())


def vector_row(key: str, vector: np.ndarray | None, mixed: bool) -> Row:
    """Return the row of a passage's vector for ``set_passage_vectors``.

    Args:
        key: The passage's key.
        vector: Its vector, or None.
        mixed: Whether that is mixed with the vector of its English words.
    """
    embedding = vector.tolist() if vector is not None and has_direction(vector) else None
    return {"key": key, "embedding": embedding, "mixed": mixed or None}


def passage_row(item: DesiredDocument, vector: np.ndarray | None, mixed: bool) -> Row:
    """Return the row of a passage for ``upsert_passages``; the arguments as ``vector_row``."""
    document = item.document
    return {
        **vector_row(item.key, vector, mixed),
        "id": storable(document.id, _MAX_KEPT),
        "title": storable(document.title, MAX_TITLE),
        "text": storable(document.text, MAX_TEXT),
        "english": item.english or None,
        "hash": item.hash,
        "content": document.text_hash,
        "links": item.extraction_hash,
        "area": document.area,
        "source": storable(document.source, _MAX_KEPT),
        "timestamp": document.timestamp,
        "day": document.day,
        "edited": item.edited,
    }


def entity_row(scope: str, entity: EntityRecord) -> Row:
    """Return the row of an entity for ``merge_entities``; ``upsert_entities`` adds its hash."""
    return {
        "key": graph_key(scope, entity.id),
        "id": entity.id,
        "name": storable(entity.name, MAX_TITLE),
        "norm_name": entity.norm_name,
        "type": entity.type,
        "aliases": [storable(alias, MAX_TITLE) for alias in entity.aliases[:MAX_ALIASES]],
        "description": storable(entity.description, MAX_DESCRIPTION),
    }


def alias_rows(scope: str, entity: EntityRecord) -> list[Row]:
    """Return the rows of the other spellings by which an entity is found."""
    return [
        {
            "key": graph_key(scope, f"alias:{norm}:{entity.id}"),
            "norm": norm,
            "entity_id": entity.id,
        }
        for norm in sorted(entity.other_norms)
    ]


def mention_rows(scope: str, item: DesiredDocument) -> list[Row]:
    """Return the rows of a document's mentions for ``upsert_mentions``."""
    return [
        {
            "document": item.key,
            "entity": graph_key(scope, mention.entity_id),
            "count": mention.count,
            "start": mention.start,
        }
        for mention in item.mentions
    ]


def new_mention_rows(mentions: Iterable[tuple[str, str]]) -> tuple[list[str], list[Row]]:
    """Return the documents and the rows for ``create_mentions``.

    Args:
        mentions: (document key, entity key) pairs, each once.

    Returns:
        The documents' keys, and for each entity the places of its documents among them.
    """
    places: dict[str, int] = {}
    of_entity: dict[str, list[int]] = defaultdict(list)
    for document, entity in mentions:
        of_entity[entity].append(places.setdefault(document, len(places)))
    return list(places), [{"entity": key, "documents": at} for key, at in of_entity.items()]


def relation_rows(
    scope: str, stated: Iterable[tuple[str, FactRecord, int]]
) -> Mapping[str, list[Row]]:
    """Group facts into the rows of the relation templates.

    Args:
        scope: Their scope.
        stated: (document key, fact, day ordinal of the document or 0).

    Returns:
        Rows by relation type; a fact that several documents state is one row with all supports.
    """
    rows: dict[str, dict[str, Row]] = defaultdict(dict)
    supported: set[tuple[str, str]] = set()
    for document, fact, day in stated:
        identifier = fact.id(scope)
        row = rows[fact.relation].get(identifier)
        if row is None:
            row = rows[fact.relation][identifier] = {
                "id": identifier,
                "subject": graph_key(scope, fact.subject),
                "object": graph_key(scope, fact.object),
                "predicate": storable(fact.predicate, MAX_PREDICATE),
                "description": storable(fact.description, MAX_DESCRIPTION),
                "created": day,
                "support": [],
            }
        row["created"] = min(row["created"], day)
        if (identifier, document) not in supported:
            supported.add((identifier, document))
            row["support"].append(fact.support(document))
    return {kind: sorted(by_id.values(), key=lambda row: row["id"]) for kind, by_id in rows.items()}


def container_row(scope: str, container: ContainerRecord) -> Row:
    """Return the row of a container for ``upsert_containers``."""
    return {
        "key": graph_key(scope, container.id),
        "id": storable(container.id, _MAX_KEPT),
        "area": container.area,
        "source": storable(container.source, _MAX_KEPT),
        "title": "",
        "timestamp": container.timestamp,
        "hash": container.hash,
        "ordered": container.ordered,
        "members": [
            {"key": graph_key(scope, member), "pos": pos}
            for pos, member in enumerate(container.members)
        ],
    }
