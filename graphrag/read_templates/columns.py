"""The columns of the row lists that become objects of ``graphrag.model``.

The names are the fields of those objects, so a new column needs a line here and a field there.
"""

from __future__ import annotations

from collections.abc import Mapping


def properties(columns: Mapping[str, str]) -> str:
    """Return the map projection of a document that some columns of ``m`` read.

    Args:
        columns: Expressions by the name of the field, which is the property's name.
    """
    return f"d {{{', '.join(f'.{name}' for name in columns)}}}"


def row(columns: Mapping[str, str]) -> str:
    """Return the Cypher list of some columns.

    Args:
        columns: Expressions by the name of the field.
    """
    return f"[{', '.join(columns.values())}]"


PASSAGE_COLUMNS: Mapping[str, str] = {"key": "d.key", "day": "d.day"}

DETAIL_COLUMNS: Mapping[str, str] = {
    "key": "m.key",
    "id": "m.id",
    "scope": "m.scope",
    "title": "coalesce(m.title, '')",
    "area": "coalesce(m.area, '')",
    "origin": "coalesce(m.origin, '')",
    "source": "coalesce(m.source, '')",
    "text": "coalesce(m.text, '')",
}
"""Of a map ``m`` of the document's properties: reading them at once takes half the time."""

ENTITY_COLUMNS: Mapping[str, str] = {
    "id": "f.id",
    "name": "f.nodes[0].name",
    "type": "f.nodes[0].type",
    "df": "f.df",
    "in_files": (
        "reduce(total = 0, x IN f.nodes | total"
        " + CASE WHEN x.scope IN $memory_scopes THEN 0 ELSE coalesce(x.df, 0) END)"
    ),
    "mentions": "reduce(total = 0, x IN f.nodes | total + coalesce(x.mentions, 0))",
    "description": "coalesce(f.nodes[0].description, '')",
    "named": "f.named",
}

FACT_COLUMNS: Mapping[str, str] = {
    "id": "r.id",
    "subject": "startNode(r).id",
    "object": "endNode(r).id",
    "subject_name": "startNode(r).name",
    "object_name": "endNode(r).name",
    "relation": "type(r)",
    "predicate": "coalesce(r.predicate, '')",
    "description": "coalesce(r.description, '')",
    "weight": "coalesce(r.weight, 5)",
    "confidence": "coalesce(r.confidence, 0.5)",
    "source": "coalesce(r.source, 'conversation')",
    "status": "coalesce(r.status, 'staged')",
    "last_access": "coalesce(r.last_access, 0)",
    "accesses": "coalesce(r.accesses, 0)",
    "documents": "coalesce(r.documents, [])[..5]",
    # A fact of a table is supported by its file, whose node has no text.
    "has_text": (
        "CASE WHEN coalesce(r.source, 'conversation') <> 'file' THEN true"
        " ELSE EXISTS { MATCH (t:Document) WHERE t.key IN r.documents[..5]"
        " AND t.text IS NOT NULL } END"
    ),
    # What a conversation states is only shown with its text.
    "memories": (
        "CASE WHEN coalesce(r.source, 'conversation') = 'conversation' THEN []"
        " ELSE COLLECT { MATCH (t:Document) WHERE t.key IN r.documents[..5]"
        " AND t.origin = 'memory' RETURN t.key } END"
    ),
    "scope": "r.scope",
}

MEMBERSHIP_COLUMNS: Mapping[str, str] = {
    "container": "near.container",
    "position": "near.pos",
    "ordered": "coalesce(near.ordered, true)",
    "name": "coalesce(c.id, '')",
}

LIST_COLUMNS = ("documents", "memories")
"""Columns whose values are lists."""
