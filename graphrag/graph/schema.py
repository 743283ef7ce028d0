"""Constraints and indexes: made once, then waited for.

Some belong to the whole database, four to each scope: full text over its passages and over its
names, vectors over its passages and, if they have vectors, over its entities. A scope's indexes
use labels of its own (``scopes``), so word statistics and nearest neighbours of one scope never mix
with another's. Neo4j Community 5.26 and later has all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .. import scopes
from ..command_line import command_about
from ..errors import (
    ForeignDatabaseError,
    SchemaVersionError,
    SettingsError,
    StartingError,
)
from ..model import graph_key
from .cypher.schema import FOREIGN_NODES, SHOW_INDEXES
from .cypher.scopes import CLAIM_SCOPE, CREATE_SCOPE, READ_SCOPE, SET_DIMENSION
from .cypher.vectors import CLEAR_ENTITY_VECTORS, CLEAR_PASSAGE_VECTORS
from .index_ddl import (
    GLOBAL,
    Index,
    drop_index,
    entity_vector_index,
    of_earlier_version,
    scope_indexes,
    to_create,
)
from .index_states import check_analyzers, index_states, wait_until_online

if TYPE_CHECKING:
    from ..store.writer import GraphWriter

SCHEMA_VERSION = 1
"""Increase it when the code can no longer read a stored graph."""

MAX_DIMENSION = 4096

_AGAIN = "then `sync` and `ingest` again"


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
    fill_first: bool = False,
) -> ScopeSchema:
    """Create what a scope lacks, and wait until it can be used. Safe to repeat.

    Args:
        writer: The writer of the database.
        scope: The scope to make ready.
        dimension: Length of its document vectors; None if it has none yet.
        embedder: Name of what makes them.
        analyzer: Full-text analyzer for its passages; an existing scope keeps its own.
        fill_first: Leave out the indexes of an empty scope, since building them over a full one
            costs less than keeping them up to date while it is filled. A later call without this
            creates them.

    Returns:
        What the scope is made for.

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
    ensure_global(writer)
    if not writer.read(READ_SCOPE, {"scope": scope}):
        check_analyzers(writer, analyzer)  # at once: the scope would keep it
    stored = _scope_row(writer, scope, dimension, embedder, analyzer)
    if dimension is not None and stored.dimension is None:
        change_embedder(writer, scope, dimension, embedder)  # the first that it has
        stored = replace(stored, dimension=dimension, embedder=embedder)
    if stored.dimension is not None and dimension is not None and stored.dimension != dimension:
        raise SchemaVersionError(
            f"scope {scope} has {stored.dimension}-dimensional vectors"
            f" ({stored.embedder or 'unknown embedder'}), but the embedder makes {dimension}"
            f" ({embedder or 'unknown embedder'})",
            f"keep the embedder, or run `{command_about(scope, 'forget')}` and fill it again",
        )
    if stored.documents or not fill_first:
        ensure_indexes(writer, scope, stored.analyzer, stored.dimension)
    return stored


def ensure_global(writer: GraphWriter) -> None:
    """Create the constraints and indexes of the whole database, and wait for them.

    Args:
        writer: The writer of the database.

    Raises:
        ForeignDatabaseError: The database holds another tool's nodes.
        StartingError: They did not come online in time.
    """
    present = index_states(writer)
    if not all(name in present for name in GLOBAL):
        check_not_foreign(writer)
        writer.schema(*(text for name, text in GLOBAL.items() if name not in present))
    wait_until_online(writer, list(GLOBAL))


def ensure_indexes(writer: GraphWriter, scope: str, analyzer: str, dimension: int | None) -> None:
    """Create the indexes of one scope, and wait until they can be used.

    Args:
        writer: The writer of the database.
        scope: The scope.
        analyzer: Full-text analyzer of its passages.
        dimension: Length of its document vectors; None if it has none.

    Raises:
        SettingsError: The server does not have the analyzer.
        StartingError: They did not come online in time.
    """
    _ensure(writer, scope, scope_indexes(scope, analyzer, dimension))


def renew_indexes(writer: GraphWriter, scope: str, analyzer: str) -> None:
    """Make the full-text indexes of a scope anew that an earlier version made; waits for nothing.

    Args:
        writer: The writer of the database.
        scope: The scope.
        analyzer: Full-text analyzer of its passages.
    """
    wanted = scope_indexes(scope, analyzer, None)
    for index in of_earlier_version(wanted, writer.read(SHOW_INDEXES, {})):
        _drop_indexes(writer, index.name)
        writer.schema(index.statement)


def ensure_entity_vectors(writer: GraphWriter, scope: str, dimension: int) -> None:
    """Create the vector index over a scope's entities, and wait until it can be used.

    Args:
        writer: The writer of the database.
        scope: The scope.
        dimension: Length of the entities' vectors.

    Raises:
        StartingError: The index did not come online in time.
    """
    _ensure(writer, scope, [entity_vector_index(scope, dimension)])


def _ensure(writer: GraphWriter, scope: str, wanted: list[Index]) -> None:
    present = writer.read(SHOW_INDEXES, {})
    missing = to_create(wanted, present)
    check_analyzers(
        writer,
        *(index.analyzer for index in missing if index.analyzer),
        hint=f"{scope} was made with it: run `{command_about(scope, 'forget')}`, {_AGAIN}",
    )
    in_the_way = {index.name for index in missing} & {row["name"] for row in present}
    _drop_indexes(writer, *in_the_way)
    writer.schema(*(index.statement for index in missing))
    wait_until_online(writer, [index.name for index in wanted])


def check_not_foreign(writer: GraphWriter) -> None:
    """Check that a database holds no ``Entity`` or ``Document`` nodes of another tool.

    Raises:
        ForeignDatabaseError: It does.
    """
    [row] = writer.read(FOREIGN_NODES, {})
    labels = [label for label in ("entities", "documents") if row[label]]
    if labels:
        nodes = " and ".join({"entities": "Entity", "documents": "Document"}[x] for x in labels)
        raise ForeignDatabaseError(
            f"this database holds {nodes} nodes of another tool; nothing was changed",
            "name an empty database in NEO4J_DATABASE, or use another server",
        )


def change_embedder(writer: GraphWriter, scope: str, dimension: int, embedder: str) -> None:
    """Note which embedder a scope's vectors come from, and remove those of its entities.

    Args:
        writer: The writer of the database.
        scope: The scope; the vectors of its documents are about to be written again.
        dimension: Length of the vectors.
        embedder: Name of what makes them.
    """
    while writer.write(CLEAR_ENTITY_VECTORS, {"scope": scope, "limit": 1000})[0]["done"]:
        pass
    writer.write(SET_DIMENSION, {"scope": scope, "dimension": dimension, "embedder": embedder})


def change_dimension(writer: GraphWriter, scope: str, dimension: int, embedder: str) -> None:
    """Remove a scope's vectors and their indexes, so that it can take vectors of another kind.

    Args:
        writer: The writer of the database.
        scope: The scope.
        dimension: Length of the new vectors.
        embedder: Name of what makes them.
    """
    # After an interruption the next look must compare, whichever embedder it finds.
    writer.write(CLAIM_SCOPE, {"scope": scope, "dirty": True})
    _drop_indexes(writer, scopes.vector_index(scope), scopes.entity_vector_index(scope))
    while writer.write(CLEAR_PASSAGE_VECTORS, {"scope": scope, "limit": 1000})[0]["done"]:
        pass
    change_embedder(writer, scope, dimension, embedder)


def drop_scope_indexes(writer: GraphWriter, scope: str) -> None:
    """Drop the indexes of one scope."""
    _drop_indexes(writer, *scopes.index_names(scope))


def _scope_row(
    writer: GraphWriter, scope: str, dimension: int | None, embedder: str, analyzer: str
) -> ScopeSchema:
    [row] = writer.write(
        CREATE_SCOPE,
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
    if row["importing"] is not None:
        raise StartingError(
            f"the import of {row['importing']} into {scope} is not finished",
            f"wait for it or run it again, or run `{command_about(scope, 'forget')}`",
        )
    _check_version(scope, row["schema_version"])
    return ScopeSchema(
        row["dimension"], row["embedder"] or "", row["analyzer"] or analyzer, row["documents"]
    )


def _check_version(scope: str, version: int | None) -> None:
    if version != SCHEMA_VERSION:
        raise SchemaVersionError(
            f"scope {scope} was written with schema version {version}, this is {SCHEMA_VERSION}",
            f"run `{command_about(scope, 'forget')}`, {_AGAIN}",
        )


def _drop_indexes(writer: GraphWriter, *names: str) -> None:
    writer.schema(*map(drop_index, names))
