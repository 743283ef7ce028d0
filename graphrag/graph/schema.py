"""Constraints and indexes: made once, waited for, checked.

Some belong to the whole database, four to each scope: full text over its passages and over its
names, and vectors over its passages (and over its entities, where they have vectors). A scope's
indexes hang on labels of its own (``scopes``), so word statistics and nearest neighbours of one
scope never mix with another's. All of it is Neo4j Community 5.26 and later.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .. import scopes
from ..errors import (
    ForeignDatabaseError,
    QueryError,
    SchemaMissingError,
    SchemaVersionError,
    SettingsError,
    StartingError,
)
from ..model import graph_key
from .cypher import admin
from .cypher import write as cypher

if TYPE_CHECKING:
    from ..store.writer import GraphWriter

SCHEMA_VERSION = 1
"""Rises whenever a stored graph can no longer be read by the code."""

NAMES_ANALYZER = "standard-no-stop-words"
MAX_DIMENSION = 4096
EF_CONSTRUCTION = 64
"""Neighbours considered for each vector put in. Neo4j's 100 takes a third longer to build, for one
point of recall among the 50 nearest of random vectors."""

AWAIT_SECONDS = 600.0

_GLOBAL = {
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

_HASH = re.compile(r"[0-9a-f]{12}")
_ANALYZER = re.compile(r"[a-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class ScopeSchema:
    """What a scope was made for.

    Attributes:
        dimension: Length of its document vectors; None while it has none.
        embedder: Name of what made them.
        analyzer: Full-text analyzer of its passages.
        documents: How many documents it holds.
    """

    dimension: int | None
    embedder: str
    analyzer: str
    documents: int = 0


def ensure(
    writer: GraphWriter,
    scope: str,
    *,
    dimension: int | None = None,
    embedder: str = "",
    analyzer: str = "english",
    await_seconds: float = AWAIT_SECONDS,
    fill_first: bool = False,
) -> ScopeSchema:
    """Make what is missing for a scope, and wait until it can be used. Safe to repeat.

    Args:
        writer: The way to the database.
        scope: The scope to make ready.
        dimension: Length of its document vectors; None when it is to have none (yet).
        embedder: Name of what makes them.
        analyzer: Full-text analyzer for its passages; an existing scope keeps its own.
        await_seconds: Longest wait for the indexes to come online.
        fill_first: Leave out the indexes of an empty scope: built over what is there they cost
            a part of what it takes to keep them while it is written. To be made afterwards, by
            a call without this.

    Returns:
        What the scope is made for now.

    Raises:
        ForeignDatabaseError: The database holds another tool's nodes.
        SchemaVersionError: The scope was written by another version or for another dimension.
        SettingsError: The dimension or the analyzer cannot be used.
        StartingError: The indexes did not come online in time.
    """
    if dimension is not None and not 1 <= dimension <= MAX_DIMENSION:
        raise SettingsError(
            f"vectors of {dimension} numbers cannot be indexed",
            f"choose an embedding model of at most {MAX_DIMENSION} dimensions",
        )
    present = _states(writer)
    if not all(name in present for name in _GLOBAL):
        check_not_foreign(writer)
        for name, text in _GLOBAL.items():
            if name not in present:
                writer.schema(text)
    stored = _scope_row(writer, scope, dimension, embedder, analyzer)
    if dimension is not None and stored.dimension is None:
        change_dimension(writer, scope, dimension, embedder)
        stored = replace(stored, dimension=dimension, embedder=embedder)
    if stored.dimension is not None and dimension is not None and stored.dimension != dimension:
        raise SchemaVersionError(
            f"scope {scope} holds vectors of {stored.dimension} numbers"
            f" ({stored.embedder or 'unknown embedder'}), not of {dimension}"
            f" ({embedder or 'unknown embedder'})",
            f"keep the embedder, or run `a0-graphrag forget --scope {scope}` and fill it again",
        )
    wanted = {} if fill_first and not stored.documents else _scope_indexes(scope, stored)
    missing = [name for name in wanted if name not in present]
    if any("text" in name or "names" in name for name in missing):
        _check_analyzer(writer, stored.analyzer)
    for name in missing:
        writer.schema(wanted[name])
    wait_until_online(writer, [*_GLOBAL, *wanted], await_seconds=await_seconds)
    return stored


def ensure_entity_vectors(writer: GraphWriter, scope: str, dimension: int) -> None:
    """Make the vector index over a scope's entities, and wait until it can be used."""
    name = scopes.entity_vector_index(scope)
    if _states(writer).get(name) != "ONLINE":
        writer.schema(_vector_index(name, scopes.name_label(scope), dimension))
        wait_until_online(writer, [name])


def check_not_foreign(writer: GraphWriter) -> None:
    """Refuse a database that holds another tool's ``Entity`` or ``Document`` nodes."""
    [row] = writer.read(admin.FOREIGN_NODES, {})
    labels = [label for label in ("entities", "documents") if row[label]]
    if labels:
        nodes = " and ".join({"entities": "Entity", "documents": "Document"}[x] for x in labels)
        raise ForeignDatabaseError(
            f"this database holds {nodes} nodes of another tool; nothing was changed",
            "name an empty database in NEO4J_DATABASE, or use another server",
        )


def check(writer: GraphWriter, scope: str) -> ScopeSchema:
    """Check that a scope is ready, without making anything.

    Raises:
        SchemaMissingError: A constraint, an index or the scope itself is missing.
        SchemaVersionError: The scope was written by another version.
        StartingError: An index is still being built.
    """
    rows = writer.read(cypher.READ_SCOPE, {"scope": scope})
    if not rows:
        raise SchemaMissingError(f"scope {scope} has no graph yet", "run `a0-graphrag init`")
    _check_version(scope, rows[0]["schema_version"])
    stored = ScopeSchema(rows[0]["dimension"], rows[0]["embedder"] or "", "english")
    present = _states(writer)
    for name in [*_GLOBAL, *_scope_indexes(scope, stored)]:
        if name not in present:
            raise SchemaMissingError(f"index {name} is missing", "run `a0-graphrag init`")
        if present[name] != "ONLINE":
            raise StartingError(f"index {name} is still being built", "try again in a minute")
    return stored


def change_dimension(writer: GraphWriter, scope: str, dimension: int, embedder: str) -> None:
    """Give a scope another kind of vectors: the old ones and their index go.

    Args:
        writer: The way to the database.
        scope: The scope.
        dimension: Length of the new vectors.
        embedder: Name of what makes them.
    """
    # Interrupted from here on, the next look has to compare, whichever embedder it finds.
    writer.write(cypher.LOCK_SCOPE, {"scope": scope, "dirty": True})
    _drop_index(writer, scopes.vector_index(scope))
    _drop_index(writer, scopes.entity_vector_index(scope))
    for template in (cypher.CLEAR_VECTORS, cypher.CLEAR_ENTITY_VECTORS):
        while writer.write(template, {"scope": scope, "limit": 1000})[0]["done"]:
            pass
    writer.write(
        cypher.SET_DIMENSION, {"scope": scope, "dimension": dimension, "embedder": embedder}
    )


def drop_scope_indexes(writer: GraphWriter, scope: str) -> None:
    """Drop the indexes of one scope."""
    for name in (
        scopes.text_index(scope),
        scopes.vector_index(scope),
        scopes.names_index(scope),
        scopes.entity_vector_index(scope),
    ):
        _drop_index(writer, name)


def wait_until_online(
    writer: GraphWriter, names: list[str], *, await_seconds: float = AWAIT_SECONDS
) -> None:
    """Wait until indexes can be used.

    Raises:
        StartingError: They could not in time.
        QueryError: The server failed to build one.
    """
    deadline = time.monotonic() + await_seconds
    pause = 0.05
    while True:
        present = _states(writer)
        failed = [name for name in names if present.get(name) == "FAILED"]
        if failed:
            raise QueryError(
                f"the server could not build index {failed[0]}",
                "drop it and run `a0-graphrag init` again",
            )
        waiting = [name for name in names if present.get(name) != "ONLINE"]
        if not waiting:
            return
        if time.monotonic() > deadline:
            raise StartingError(f"index {waiting[0]} is still being built", "try again later")
        time.sleep(pause)
        pause = min(pause * 2, 1.0)


def _states(writer: GraphWriter) -> dict[str, str]:
    return {row["name"]: row["state"] for row in writer.read(admin.SHOW_INDEXES, {})}


def _scope_row(
    writer: GraphWriter, scope: str, dimension: int | None, embedder: str, analyzer: str
) -> ScopeSchema:
    [row] = writer.write(
        cypher.CREATE_SCOPE,
        {
            "scope": scope,
            "key": graph_key(scope, "scope"),
            "install": scope.split("/", 1)[0],
            "dimension": dimension,
            "embedder": embedder,
            "analyzer": analyzer,
            "schema_version": SCHEMA_VERSION,
        },
    )
    _check_version(scope, row["schema_version"])
    return ScopeSchema(
        row["dimension"], row["embedder"] or "", row["analyzer"] or analyzer, row["documents"]
    )


def _check_version(scope: str, version: int | None) -> None:
    if version != SCHEMA_VERSION:
        raise SchemaVersionError(
            f"scope {scope} was written with schema version {version}, this is {SCHEMA_VERSION}",
            f"run `a0-graphrag forget --scope {scope}`, then `sync` and `ingest` again",
        )


def _scope_indexes(scope: str, stored: ScopeSchema) -> dict[str, str]:
    """Give the DDL of a scope's indexes by name. Nothing but checked names is formatted in."""
    passages, names = scopes.passage_label(scope), scopes.name_label(scope)
    indexes = {
        scopes.text_index(scope): _text_index(
            scopes.text_index(scope), passages, "n.title, n.text", stored.analyzer
        ),
        scopes.names_index(scope): _text_index(
            scopes.names_index(scope), names, "n.name, n.aliases", NAMES_ANALYZER
        ),
    }
    if stored.dimension is not None:
        name = scopes.vector_index(scope)
        indexes[name] = _vector_index(name, passages, stored.dimension)
    return indexes


def _text_index(name: str, label: str, properties: str, analyzer: str) -> str:
    _check_identifiers(name, label)
    if not _ANALYZER.fullmatch(analyzer):
        raise SettingsError(f"{analyzer!r} is no full-text analyzer", "see GRAPHRAG_TEXT_ANALYZER")
    return (
        f"CREATE FULLTEXT INDEX {name} IF NOT EXISTS FOR (n:{label}) ON EACH [{properties}] "
        f"OPTIONS {{indexConfig: {{`fulltext.analyzer`: '{analyzer}', "
        "`fulltext.eventually_consistent`: false}}"
    )


def _vector_index(name: str, label: str, dimension: int) -> str:
    _check_identifiers(name, label)
    return (
        f"CREATE VECTOR INDEX {name} IF NOT EXISTS FOR (n:{label}) ON n.embedding "
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {int(dimension)}, "
        "`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false, "
        f"`vector.hnsw.ef_construction`: {EF_CONSTRUCTION}}}}}"
    )


def _check_identifiers(*names: str) -> None:
    for name in names:
        if not _HASH.fullmatch(name[-12:]) or not name[:-12].replace("_", "").isalpha():
            raise SettingsError(f"{name!r} is no name of an index or label")


def _check_analyzer(writer: GraphWriter, analyzer: str) -> None:
    available = {row["analyzer"] for row in writer.read(admin.LIST_ANALYZERS, {})}
    if analyzer not in available:
        raise SettingsError(
            f"this server has no full-text analyzer {analyzer!r}",
            "choose another GRAPHRAG_TEXT_ANALYZER, such as english or standard",
        )


def _drop_index(writer: GraphWriter, name: str) -> None:
    _check_identifiers(name)
    writer.schema(f"DROP INDEX {name} IF EXISTS")
