"""Which constraints and indexes there are to be, and the statements that create and drop them.

Names and labels cannot be parameters of such a statement. So they are formatted in, after a check
that each is one of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .. import scopes
from ..errors import SettingsError

NAMES_ANALYZER = "standard-no-stop-words"
TEXT_PROPERTIES = ("title", "text", "english")
"""What a passage is found by."""

EF_CONSTRUCTION = 64
"""Neighbours considered for each inserted vector. Neo4j's default of 100 takes a third longer to
build, for one point of recall among the 50 nearest of random vectors."""

GLOBAL = {
    "graphrag_document_key": "CREATE CONSTRAINT graphrag_document_key IF NOT EXISTS "
    "FOR (n:Document) REQUIRE n.key IS UNIQUE",
    "graphrag_entity_key": "CREATE CONSTRAINT graphrag_entity_key IF NOT EXISTS "
    "FOR (n:Entity) REQUIRE n.key IS UNIQUE",
    "graphrag_alias_key": "CREATE CONSTRAINT graphrag_alias_key IF NOT EXISTS "
    "FOR (n:EntityAlias) REQUIRE n.key IS UNIQUE",
    "graphrag_scope": "CREATE CONSTRAINT graphrag_scope IF NOT EXISTS "
    "FOR (n:GraphScope) REQUIRE n.scope IS UNIQUE",
    "graphrag_document_day": "CREATE INDEX graphrag_document_day IF NOT EXISTS "
    "FOR (n:Document) ON (n.scope, n.day)",
    "graphrag_document_owner": "CREATE INDEX graphrag_document_owner IF NOT EXISTS "
    "FOR (n:Document) ON (n.scope, n.origin, n.unit)",
    "graphrag_entity_name": "CREATE INDEX graphrag_entity_name IF NOT EXISTS "
    "FOR (n:Entity) ON (n.scope, n.norm_name)",
    "graphrag_entity_id": "CREATE INDEX graphrag_entity_id IF NOT EXISTS "
    "FOR (n:Entity) ON (n.id, n.scope)",
    "graphrag_alias_norm": "CREATE INDEX graphrag_alias_norm IF NOT EXISTS "
    "FOR (n:EntityAlias) ON (n.scope, n.norm)",
    "graphrag_alias_entity": "CREATE INDEX graphrag_alias_entity IF NOT EXISTS "
    "FOR (n:EntityAlias) ON (n.scope, n.entity_id)",
    "graphrag_contains": "CREATE INDEX graphrag_contains IF NOT EXISTS "
    "FOR ()-[r:CONTAINS]-() ON (r.container, r.pos)",
}
"""Constraints and indexes of the whole database: their statements by name."""

_HASH = re.compile(r"[0-9a-f]{12}")
_ANALYZER = re.compile(r"[a-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class Index:
    """An index that a scope is to have.

    Attributes:
        name: Its name.
        properties: What it is over.
        statement: What creates it.
        dimension: Length of the vectors; None for a full-text index.
        analyzer: How texts are cut into words; empty for a vector index.
    """

    name: str
    properties: tuple[str, ...]
    statement: str
    dimension: int | None = None
    analyzer: str = ""


def scope_indexes(scope: str, analyzer: str, dimension: int | None) -> list[Index]:
    """Return the indexes of a scope, without that over the vectors of its entities.

    Args:
        scope: The scope.
        analyzer: Full-text analyzer of its passages.
        dimension: Length of its document vectors; None while it has none.

    Raises:
        SettingsError: The analyzer's name cannot be used.
    """
    passages, names = scopes.passage_label(scope), scopes.name_label(scope)
    indexes = [
        _text_index(scopes.text_index(scope), passages, TEXT_PROPERTIES, analyzer),
        _text_index(scopes.names_index(scope), names, ("name", "aliases"), NAMES_ANALYZER),
    ]
    if dimension is not None:
        indexes.append(_vector_index(scopes.vector_index(scope), passages, dimension))
    return indexes


def entity_vector_index(scope: str, dimension: int) -> Index:
    """Return the index over the vectors of a scope's entities.

    Args:
        scope: The scope.
        dimension: Length of the vectors.
    """
    return _vector_index(scopes.entity_vector_index(scope), scopes.name_label(scope), dimension)


def to_create(wanted: Iterable[Index], present: Iterable[Mapping[str, Any]]) -> list[Index]:
    """Return the indexes that are missing, could not be built, or hold something else.

    Args:
        wanted: The indexes that there should be.
        present: Those of the server: ``name``, ``state``, ``properties`` and ``dimension`` of each.
    """
    usable = {
        (row["name"], tuple(row["properties"]), row["dimension"])
        for row in present
        if row["state"] != "FAILED"
    }
    return [one for one in wanted if (one.name, one.properties, one.dimension) not in usable]


def of_earlier_version(
    wanted: Iterable[Index], present: Iterable[Mapping[str, Any]]
) -> list[Index]:
    """Return the indexes that an earlier version made, over other properties than this one needs.

    Args:
        wanted: The indexes that there should be.
        present: Those of the server: ``name``, ``state``, ``properties`` and ``dimension`` of each.
    """
    properties = {row["name"]: tuple(row["properties"]) for row in present}
    return [one for one in wanted if properties.get(one.name, one.properties) != one.properties]


def _text_index(name: str, label: str, properties: tuple[str, ...], analyzer: str) -> Index:
    _check_identifiers(name, label)
    if not _ANALYZER.fullmatch(analyzer):
        raise SettingsError(
            f"{analyzer!r} is not a full-text analyzer", "see GRAPHRAG_TEXT_ANALYZER"
        )
    listed = ", ".join(f"n.{key}" for key in properties)
    statement = (
        f"CREATE FULLTEXT INDEX {name} IF NOT EXISTS FOR (n:{label}) ON EACH [{listed}] "
        f"OPTIONS {{indexConfig: {{`fulltext.analyzer`: '{analyzer}', "
        "`fulltext.eventually_consistent`: false}}"
    )
    return Index(name, properties, statement, analyzer=analyzer)


def _vector_index(name: str, label: str, dimension: int) -> Index:
    _check_identifiers(name, label)
    statement = (
        f"CREATE VECTOR INDEX {name} IF NOT EXISTS FOR (n:{label}) ON n.embedding "
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {int(dimension)}, "
        "`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false, "
        f"`vector.hnsw.ef_construction`: {EF_CONSTRUCTION}}}}}"
    )
    return Index(name, ("embedding",), statement, dimension=dimension)


def drop_index(name: str) -> str:
    """Return the statement that drops an index."""
    _check_identifiers(name)
    return f"DROP INDEX {name} IF EXISTS"


def _check_identifiers(*names: str) -> None:
    for name in names:
        if not _HASH.fullmatch(name[-12:]) or not name[:-12].replace("_", "").isalpha():
            raise SettingsError(f"{name!r} is not the name of an index or label")
