"""The statements that write parts of a desired graph, or remove documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ...model import graph_key
from ...scopes import name_label, passage_label
from ...store.writer import WriteTemplate
from ..cypher.documents import (
    CONTAINER_AREAS,
    DELETE_DOCUMENTS,
    REPLACE_REVISIONS,
    UPSERT_CONTAINERS,
    UPSERT_PASSAGES,
)
from ..cypher.entities import DROP_ALIASES, MERGE_ENTITIES, UPSERT_ALIASES, UPSERT_ENTITIES
from ..cypher.facts import DROP_SUPPORT, UPSERT_RELATIONS
from ..cypher.mentions import DROP_MENTIONS, UPSERT_MENTIONS
from ..cypher.vectors import SET_PASSAGE_VECTORS
from ..desired import DesiredDocument, DesiredGraph
from ..records import MAX_ALIASES
from . import rows

Statement = tuple[WriteTemplate, Mapping[str, Any]]
"""A template with its parameters."""


def document_statements(
    desired: DesiredGraph, items: Sequence[DesiredDocument], changed: Collection[str]
) -> list[Statement]:
    """Return the statements that write documents with their entities, mentions and facts.

    Args:
        desired: The graph that they are part of.
        items: The documents.
        changed: Keys of the documents that are stored in another state.
    """
    scope = desired.scope
    statements: list[Statement] = []
    replaced = [
        {
            "key": item.key,
            "facts": [fact.id(scope) for fact in item.facts],
            "entities": [graph_key(scope, mention.entity_id) for mention in item.mentions],
        }
        for item in items
        if item.key in changed
    ]
    if replaced:
        statements.append((DROP_SUPPORT, {"rows": replaced}))
        statements.append((DROP_MENTIONS, {"scope": scope, "rows": replaced}))
    # A vector is mixed when it is read, if that does not fail.
    passages = [
        rows.passage_row(item, desired.vectors.get(item.key), item.key in desired.mixed)
        for item in items
    ]
    label = passage_label(scope)
    statements.append((UPSERT_PASSAGES, {"rows": passages, "label": label, **_owner(desired)}))
    mentioned = sorted({mention.entity_id for item in items for mention in item.mentions})
    statements += entity_statements(desired, mentioned)
    mentions = [row for item in items for row in rows.mention_rows(scope, item)]
    if mentions:
        statements.append((UPSERT_MENTIONS, {"scope": scope, "rows": mentions}))
    stated = [(item.key, fact, item.document.day or 0) for item in items for fact in item.facts]
    for kind, relation_rows in rows.relation_rows(scope, stated).items():
        statements.append((UPSERT_RELATIONS[kind], {"scope": scope, "rows": relation_rows}))
    return statements


def entity_statements(desired: DesiredGraph, entity_ids: Sequence[str]) -> list[Statement]:
    """Return the statements that write entities with their aliases.

    Args:
        desired: The graph that they are part of.
        entity_ids: Their ids.
    """
    scope = desired.scope
    if not entity_ids:
        return []
    entities = [desired.entities[entity_id] for entity_id in entity_ids]
    entity_rows = [rows.entity_row(scope, entity) | {"hash": entity.hash} for entity in entities]
    aliases = {entity.id: rows.alias_rows(scope, entity) for entity in entities}
    alias_rows = [row for of_entity in aliases.values() for row in of_entity]
    statements: list[Statement]
    if desired.origin == "ingest":
        statements = [merge_entities_statement(scope, entity_rows, renews=True)]
    else:
        kept = [
            {"entity_id": entity_id, "aliases": [row["key"] for row in of_entity]}
            for entity_id, of_entity in aliases.items()
        ]
        statements = [
            (UPSERT_ENTITIES, {"scope": scope, "rows": entity_rows, "label": name_label(scope)}),
            (DROP_ALIASES, {"scope": scope, "rows": kept}),
        ]
    if alias_rows:
        statements.append((UPSERT_ALIASES, {"scope": scope, "rows": alias_rows}))
    return statements


def merge_entities_statement(
    scope: str, entity_rows: Sequence[rows.Row], *, renews: bool
) -> Statement:
    """Return the statement that writes entities, and keeps what other inputs say of them.

    Args:
        scope: Their scope.
        entity_rows: The entities, as ``rows.entity_row`` returns them.
        renews: Whether a description replaces an earlier one.
    """
    return MERGE_ENTITIES, {
        "scope": scope,
        "rows": entity_rows,
        "label": name_label(scope),
        "max_aliases": MAX_ALIASES,
        "renews": renews,
    }


def vector_statement(desired: DesiredGraph, keys: Iterable[str]) -> Statement:
    """Return the statement that writes the vectors of documents.

    Args:
        desired: The graph that they are part of.
        keys: The documents' keys.
    """
    return SET_PASSAGE_VECTORS, {
        "rows": [rows.vector_row(key, desired.vectors[key], key in desired.mixed) for key in keys]
    }


def container_statement(desired: DesiredGraph, keys: Iterable[str]) -> Statement:
    """Return the statement that writes containers with their members.

    Args:
        desired: The graph that they are part of.
        keys: The containers' keys.
    """
    container_rows = [rows.container_row(desired.scope, desired.containers[key]) for key in keys]
    return UPSERT_CONTAINERS, {"rows": container_rows, **_owner(desired)}


def revision_statement(desired: DesiredGraph, keys: Iterable[str]) -> Statement:
    """Return the statement that writes which older documents some documents supersede or amend.

    Args:
        desired: The graph that they are part of.
        keys: Keys of the newer documents.
    """
    scope = desired.scope
    revision_rows = [
        {
            "key": key,
            "supersedes": [graph_key(scope, old) for old in document.supersedes],
            "amends": [graph_key(scope, old) for old in document.amends],
            "outdates": [graph_key(scope, old) for old in document.outdates],
        }
        for key in keys
        for document in [desired.documents[key].document]
    ]
    return REPLACE_REVISIONS, {"scope": scope, "rows": revision_rows}


def removal_statements(scope: str, keys: Sequence[str]) -> list[Statement]:
    """Return the statements that remove documents with all that only they support.

    Args:
        scope: Their scope.
        keys: Their keys.
    """
    bare = [{"key": key, "facts": [], "entities": []} for key in keys]
    containers = list(CONTAINER_AREAS)
    return [
        (DROP_SUPPORT, {"rows": bare}),
        (DROP_MENTIONS, {"scope": scope, "rows": bare}),
        (DELETE_DOCUMENTS, {"scope": scope, "keys": list(keys), "containers": containers}),
    ]


def _owner(desired: DesiredGraph) -> dict[str, str]:
    return {"scope": desired.scope, "origin": desired.origin, "unit": desired.unit}
