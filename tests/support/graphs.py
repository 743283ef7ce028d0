"""Graphs for tests: a writer, scopes of their own, and questions about what stands in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

from graphrag.graph.writing.forget import forget_scope
from graphrag.store.writer import GraphWriter, WriteTemplate

from .neo4j_server import Neo4jServer
from .stores import connection_to

_EMPTY = WriteTemplate(
    "test",
    "MATCH (n {scope: $scope}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 500 ROWS",
)
"""Removes what a scope holds. It is planned in a tenth of the time that forgetting it takes.

One transaction would fill the memory that all transactions share, and fail those of other tests.
"""

_EMPTIED: dict[str, list[str]] = {}
"""Scopes of each server that can be used again, with their indexes."""

_SERVERS: dict[GraphWriter, str] = {}
"""The server of each writer that is open."""


@contextmanager
def graph_writer(server: Neo4jServer) -> Iterator[GraphWriter]:
    """A writer on a server."""
    with GraphWriter(connection_to(server), timeout_s=300) as writer:
        _SERVERS[writer] = server.uri
        try:
            yield writer
        finally:
            del _SERVERS[writer]


def forget_emptied(server: Neo4jServer) -> None:
    """Leave a server as it was before the tests."""
    with graph_writer(server) as writer:
        for scope in _EMPTIED.pop(server.uri, ()):
            forget_scope(writer, scope)


@contextmanager
def fresh_scope(writer: GraphWriter) -> Iterator[str]:
    """A scope that nothing stands in, emptied afterwards.

    It may be one of an earlier test, with the indexes of that. The server plans every query again
    after a change of its indexes, and without this that is most of what it does.
    """
    emptied = _EMPTIED.setdefault(_SERVERS[writer], [])
    scope = emptied.pop() if emptied else _new_name()
    try:
        yield scope
    finally:
        text = "MATCH (g:GraphScope {scope: $scope}) RETURN g.analyzer AS analyzer"
        if ask(writer, text, scope=scope) in ([], [{"analyzer": "english"}]):
            writer.write(_EMPTY, {"scope": scope})
            emptied.append(scope)
        else:
            forget_scope(writer, scope)


@contextmanager
def fresh_install(writer: GraphWriter) -> Iterator[str]:
    """An install id without a graph; whatever its scopes hold is removed afterwards.

    Its default scope is a ``fresh_scope``.
    """
    with fresh_scope(writer) as default:
        install, _, _ = default.partition("/")
        try:
            yield install
        finally:
            text = "MATCH (g:GraphScope {install: $install}) RETURN g.scope AS scope"
            for row in ask(writer, text, install=install):
                if row["scope"] != default:
                    forget_scope(writer, row["scope"])


@contextmanager
def new_scope(writer: GraphWriter) -> Iterator[str]:
    """A scope without indexes, gone afterwards."""
    scope = _new_name()
    try:
        yield scope
    finally:
        forget_scope(writer, scope)


def _new_name() -> str:
    return f"test-{token_hex(4)}/default"


@contextmanager
def some_graph(writer: GraphWriter) -> Iterator[None]:
    """A graph in which the planner's choices are those of a real one.

    It scans a label that hardly any node has, which costs nothing and says nothing.
    """
    with fresh_scope(writer) as scope:
        text = """
        UNWIND range(1, 300) AS i
        CREATE (d:Document {key: $scope + i, scope: $scope, day: i, origin: 'ingest', unit: 'u'})
        CREATE (e:Entity {key: $scope + i, scope: $scope, id: 'name:' + i, norm_name: '' + i})
        CREATE (d)-[:MENTIONS {scope: $scope}]->(e)
        """
        writer.write(WriteTemplate("test", text), {"scope": scope})
        yield


def ask(writer: GraphWriter, text: str, **parameters: Any) -> list[dict[str, Any]]:
    """Ask the database a question that no template asks."""
    return writer.read(WriteTemplate("test", text), parameters)


def entities(writer: GraphWriter, scope: str) -> dict[str, tuple[int, int]]:
    """``df`` and ``mentions`` of each entity, by id."""
    rows = ask(
        writer,
        "MATCH (e:Entity {scope: $scope}) RETURN e.id AS id, e.df AS df, e.mentions AS mentions",
        scope=scope,
    )
    return {row["id"]: (row["df"], row["mentions"]) for row in rows}


def counted(writer: GraphWriter, scope: str) -> dict[str, tuple[int, int]]:
    """The same figures, counted from the relations."""
    rows = ask(
        writer,
        "MATCH (e:Entity {scope: $scope}) OPTIONAL MATCH (e)<-[r:MENTIONS]-(:Document) "
        "RETURN e.id AS id, count(r) AS df, coalesce(sum(r.count), 0) AS mentions",
        scope=scope,
    )
    return {row["id"]: (row["df"], row["mentions"]) for row in rows}


def memory_texts(writer: GraphWriter, scope: str) -> dict[str, str]:
    """The text of each memory, by id."""
    rows = ask(
        writer,
        "MATCH (d:Document {scope: $scope, origin: 'memory'}) WHERE d.text IS NOT NULL "
        "RETURN d.id AS id, d.text AS text",
        scope=scope,
    )
    return {row["id"]: row["text"] for row in rows}


def facts(writer: GraphWriter, scope: str) -> dict[tuple[str, str, str], Mapping[str, Any]]:
    """The properties of each fact, by subject, predicate and object."""
    rows = ask(
        writer,
        "MATCH (s:Entity {scope: $scope})-[r]->(o:Entity) "
        "RETURN s.id AS s, o.id AS o, r.predicate AS p, r {.*, type: type(r)} AS fact",
        scope=scope,
    )
    return {(row["s"], row["p"], row["o"]): row["fact"] for row in rows}


def scope_row(writer: GraphWriter, scope: str) -> dict[str, Any]:
    """The scope's own node."""
    [row] = ask(writer, "MATCH (g:GraphScope {scope: $scope}) RETURN g {.*} AS g", scope=scope)
    return row["g"]


def write_lines(path: Path, *records: object) -> Path:
    """Write a file of JSON Lines, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path
