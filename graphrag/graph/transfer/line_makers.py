"""The rows of the export templates as lines of the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ..records import FactRecord
from .lines import (
    ContainerLine,
    EntityLine,
    FactLine,
    Kind,
    PassageLine,
    RevisionLine,
    ScopeLine,
    UnitLine,
    packed,
    reference,
)

Row = Mapping[str, Any]
MakeLine = Callable[[str, Row], UnitLine | PassageLine | ContainerLine | RevisionLine]


def scope_line(stored: Row) -> ScopeLine:
    """Return the line of a scope's own node, from its properties."""
    return ScopeLine(
        kind="scope",
        dimension=stored.get("dimension"),
        embedder=stored.get("embedder"),
        analyzer=stored["analyzer"],
        mean=packed(stored["mean"], "d") if stored.get("mean") else None,
        first_day=stored.get("first_day"),
        last_day=stored.get("last_day"),
        digest=stored.get("digest"),
        synced_at=stored.get("synced_at"),
        held=stored.get("held"),
        without_extraction=stored.get("without_extraction"),
        mixed=stored.get("mixed"),
    )


def entity_line(row: Row) -> EntityLine:
    """Return the line of an entity, from a row of ``export_entities``."""
    stored = row["properties"]
    return EntityLine(
        kind="entity",
        id=stored["id"],
        name=stored["name"],
        norm_name=stored["norm_name"],
        type=stored["type"],
        aliases=stored.get("aliases") or [],
        description=stored.get("description") or "",
        hash=stored.get("hash"),
        vector=_vector(stored),
        norms=row["norms"],
    )


def unit_line(scope: str, row: Row) -> UnitLine:
    """Return the line of an ingested input, from a row of ``export_documents``."""
    stored = row["properties"]
    return UnitLine(
        kind="unit",
        progress=stored.get("progress"),
        complete=bool(stored.get("complete")),
        embedder=stored.get("embedder") or "",
        **_of_document(scope, stored),
    )


def passage_line(scope: str, row: Row) -> PassageLine:
    """Return the line of a passage or memory, from a row of ``export_documents``."""
    stored = row["properties"]
    mentions = [
        (reference(scope, key, identifier), count, start)
        for key, identifier, count, start in row["mentions"]
    ]
    return PassageLine(
        kind="passage",
        origin=stored["origin"],
        text=stored["text"],
        title=stored.get("title") or "",
        content=stored.get("content"),
        links=stored.get("links"),
        area=stored["area"],
        timestamp=stored.get("timestamp"),
        day=stored.get("day"),
        edited=stored.get("edited"),
        vector=_vector(stored),
        mixed=stored.get("mixed"),
        mentions=sorted(mentions, key=lambda mention: mention[0]),
        shared_with=stored.get("shared_with"),
        **_of_document(scope, stored),
    )


def container_line(scope: str, row: Row) -> ContainerLine:
    """Return the line of a session or file, from a row of ``export_documents``."""
    stored = row["properties"]
    members = [(pos, reference(scope, key, i)) for key, i, pos, _ in row["members"]]
    return ContainerLine(
        kind="container",
        origin=stored["origin"],
        area=stored["area"],
        title=stored.get("title") or "",
        timestamp=stored.get("timestamp"),
        ordered=all(ordered for *_, ordered in row["members"]),
        members=[(name, pos) for pos, name in sorted(members)],
        shared_with=stored.get("shared_with"),
        **_of_document(scope, stored),
    )


def revision_line(scope: str, row: Row) -> RevisionLine:
    """Return the line of what a document replaces, from a row of ``export_documents``."""
    stored = row["properties"]
    older = [(how, reference(scope, key, i)) for key, i, how in row["revisions"]]
    return RevisionLine(
        kind="revision",
        document=reference(scope, stored["key"], stored["id"]),
        supersedes=sorted(name for how, name in older if how == "SUPERSEDES"),
        amends=sorted(name for how, name in older if how == "AMENDS"),
        outdates=sorted(name for how, name in older if how == "inferred"),
    )


DOCUMENT_LINES: Mapping[Kind, MakeLine] = MappingProxyType(
    {
        "unit": unit_line,
        "passage": passage_line,
        "container": container_line,
        "revision": revision_line,
    }
)
"""What makes the lines of documents, by kind, in the order of the file."""


def fact_line(scope: str, row: Row) -> FactLine:
    """Return the line of a fact, from a row of ``export_facts``."""
    stored = row["properties"]
    usual = FactRecord(row["subject"], row["type"], stored["predicate"], row["object"]).id(scope)
    support = [
        (reference(scope, evidence[:20], identifier), evidence[20:])
        for evidence, identifier in row["support"]
    ]
    return FactLine(
        kind="fact",
        type=row["type"],
        subject=row["subject"],
        object=row["object"],
        predicate=stored["predicate"],
        ref="" if stored["id"] == usual else f"key:{stored['id']}",
        description=stored.get("description") or "",
        created=stored.get("created") or 0,
        accesses=stored.get("accesses") or 0,
        last_access=stored.get("last_access"),
        support=sorted(support),
    )


def _of_document(scope: str, stored: Row) -> dict[str, Any]:
    """Return what all documents have."""
    name = reference(scope, stored["key"], stored["id"])
    return {
        "id": stored["id"],
        "ref": "" if name == stored["id"] else name,
        "unit": stored["unit"],
        "source": stored.get("source"),
        "hash": stored.get("hash"),
    }


def _vector(stored: Row) -> str | None:
    vector = stored.get("embedding")
    return None if vector is None else packed(vector)
