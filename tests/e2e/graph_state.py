"""What stands in a scope of the live graph, document by document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import neo4j

from graphrag.graph.cypher.documents import CONTAINER_AREAS

from ..support.neo4j_server import Neo4jServer

_DOCUMENTS = """
MATCH (d:Document {scope: $scope}) WHERE NOT d.area IN $containers
RETURN d.id AS id, d {.*, embedding: null} AS properties,
  [(d)-[m:MENTIONS]->(e) | [e.name, m.count]] AS mentions,
  [(d)-[r:SUPERSEDES|AMENDS]->(o) | [type(r), o.id]] AS links,
  [(f:Document {area: 'file'})-[:CONTAINS]->(d) | f.id] AS files
"""
_FACTS = """
MATCH (a:Entity {scope: $scope})-[r]->(b:Entity)
MATCH (d:Document {scope: $scope}) WHERE d.key IN r.documents
RETURN a.name AS subject, b.name AS object, r.predicate AS predicate, r.source AS source,
  size(r.documents) AS supports, d.id AS document
"""
_DANGLING = """
MATCH (a:Entity {scope: $scope})-[r]->(:Entity) UNWIND r.documents AS key
WITH r, key WHERE NOT EXISTS { MATCH (d:Document {key: key}) }
RETURN count(*) AS count
"""
_ENTITIES = """
MATCH (e:Entity {scope: $scope})
RETURN e.name AS name, COUNT { (e)<-[:MENTIONS]-() } AS mentions
"""


@dataclass(frozen=True, slots=True)
class GraphDocument:
    """A passage with all that belongs to it.

    Attributes:
        text: Its text.
        properties: All its properties but the vector.
        mentions: The names that it mentions, with how often.
        facts: What it supports: subject, predicate, object, source.
        links: What it replaced or amends: the relation's type and the other's id.
        files: The files that contain it.
    """

    text: str
    properties: Mapping[str, Any]
    mentions: frozenset[tuple[str, int]]
    facts: frozenset[tuple[str, str, str, str]]
    links: frozenset[tuple[str, str]]
    files: frozenset[str]


@dataclass(frozen=True, slots=True)
class GraphState:
    """A scope at one moment.

    Attributes:
        documents: The passages by id, without what contains or stands in for passages.
        entities: The names of the entities, with how many passages mention each.
        dangling: How many supports of facts name no document.
    """

    documents: Mapping[str, GraphDocument]
    entities: Mapping[str, int]
    dangling: int

    @property
    def texts(self) -> dict[str, str]:
        """The passages' texts by id."""
        return {identifier: document.text for identifier, document in self.documents.items()}


class GraphReader:
    """Reads scopes of the live graph; use it as a context manager.

    Args:
        server: Where Neo4j is.
    """

    def __init__(self, server: Neo4jServer) -> None:
        # A scope that never had a fact of a kind is no matter for a warning.
        self._driver = neo4j.GraphDatabase.driver(
            server.uri, auth=server.auth, notifications_min_severity="OFF"
        )
        self._database = server.database

    def __enter__(self) -> GraphReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._driver.close()

    def read(self, scope: str) -> GraphState:
        """Reads a scope."""
        facts: dict[str, set[tuple[str, str, str, str]]] = {}
        for row in self._ask(_FACTS, scope):
            fact = (row["subject"], row["predicate"], row["object"], row["source"])
            facts.setdefault(row["document"], set()).add(fact)
        documents = {
            row["id"]: GraphDocument(
                text=row["properties"]["text"],
                properties=row["properties"],
                mentions=frozenset((name, count) for name, count in row["mentions"]),
                facts=frozenset(facts.get(row["id"], ())),
                links=frozenset((kind, other) for kind, other in row["links"]),
                files=frozenset(row["files"]),
            )
            for row in self._ask(_DOCUMENTS, scope)
        }
        entities = {row["name"]: row["mentions"] for row in self._ask(_ENTITIES, scope)}
        [dangling] = self._ask(_DANGLING, scope)
        return GraphState(documents, entities, dangling["count"])

    def _ask(self, query: str, scope: str) -> list[dict[str, Any]]:
        records, _, _ = self._driver.execute_query(
            query,
            scope=scope,
            containers=list(CONTAINER_AREAS),
            database_=self._database,
            routing_="r",
        )
        return [record.data() for record in records]
