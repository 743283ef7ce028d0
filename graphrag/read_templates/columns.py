"""The columns of the row lists that become objects of ``graphrag.model``.

The names are the fields of those objects, so a new column needs a line here and a field there.
"""

from __future__ import annotations

from collections.abc import Mapping


def row(columns: Mapping[str, str]) -> str:
    """Return the Cypher list of some columns.

    Args:
        columns: Expressions by the name of the field.
    """
    return f"[{', '.join(columns.values())}]"


PASSAGE_COLUMNS: Mapping[str, str] = {"key": "d.key", "day": "d.day"}

DETAIL_COLUMNS: Mapping[str, str] = {
    "key": "d.key",
    "id": "d.id",
    "scope": "d.scope",
    "title": "coalesce(d.title, '')",
    "area": "coalesce(d.area, '')",
    "origin": "coalesce(d.origin, '')",
    "source": "coalesce(d.source, '')",
    "text": "coalesce(d.text, '')",
    "replaced_by": (
        "[(d)<-[r:SUPERSEDES|AMENDS]-(n:Document)"
        " WHERE r.scope IN $scopes AND n.scope IN $scopes | n.key][..5]"
    ),
}

ENTITY_COLUMNS: Mapping[str, str] = {
    "id": "f.id",
    "name": "f.nodes[0].name",
    "type": "f.nodes[0].type",
    "df": "f.df",
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
    "scope": "r.scope",
}

MEMBERSHIP_COLUMNS: Mapping[str, str] = {
    "container": "near.container",
    "position": "near.pos",
    "ordered": "coalesce(near.ordered, true)",
    "name": "coalesce(c.id, '')",
}

LIST_COLUMNS = ("replaced_by", "documents")
"""Columns whose values are lists."""
