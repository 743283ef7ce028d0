"""The templates of what is done to a graph as a whole: forget it, count it, dump it, check it."""

from __future__ import annotations

from collections.abc import Mapping

from ...store.writer import WriteTemplate
from .register import TemplateRegister
from .write import FACTS

_template = TemplateRegister()

# --- schema ----------------------------------------------------------------------------------

SHOW_INDEXES = _template(
    "show_indexes",
    """
SHOW INDEXES YIELD name, state, options WHERE name STARTS WITH 'graphrag_'
RETURN name, state, options
""",
)

LIST_ANALYZERS = _template(
    "list_analyzers",
    "CALL db.index.fulltext.listAvailableAnalyzers() YIELD analyzer RETURN analyzer",
)

FOREIGN_NODES = _template(
    "foreign_nodes",
    """
RETURN EXISTS { MATCH (n:Entity) WHERE n.key IS NULL OR n.scope IS NULL } AS entities,
       EXISTS { MATCH (n:Document) WHERE n.key IS NULL OR n.scope IS NULL } AS documents
""",
)

# --- forget, stats, dump ---------------------------------------------------------------------

FORGET_DOCUMENT_NODES = _template(
    "forget_document_nodes",
    """
MATCH (d:Document {scope: $scope}) WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL
WITH d LIMIT $limit
DETACH DELETE d
RETURN count(*) AS done
""",
)

FORGET_ENTITY_NODES = _template(
    "forget_entity_nodes",
    """
MATCH (e:Entity {scope: $scope}) WHERE e.norm_name IS NOT NULL
WITH e LIMIT $limit
DETACH DELETE e
RETURN count(*) AS done
""",
)

FORGET_ALIAS_NODES = _template(
    "forget_alias_nodes",
    """
MATCH (a:EntityAlias {scope: $scope}) WHERE a.norm IS NOT NULL
WITH a LIMIT $limit
DETACH DELETE a
RETURN count(*) AS done
""",
)

FORGET_SCOPE_NODE = _template(
    "forget_scope_node", "MATCH (g:GraphScope {scope: $scope}) DETACH DELETE g"
)

FIND_DOCUMENT = _template(
    "find_document",
    """
MATCH (d:Document {scope: $scope})
WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL AND (d.id = $id OR d.key = $id)
RETURN d.key AS key, d.area AS area, d.unit AS unit, d.origin AS origin,
       COLLECT { MATCH (d)-[:CONTAINS]->(m:Document) WHERE d.area = 'file' RETURN m.key } AS members
""",
)

REOPEN_UNIT = _template(
    "reopen_unit", "MATCH (u:Document {key: $key}) SET u.complete = false, u.hash = ''"
)

LIST_SCOPES = _template(
    "list_scopes",
    """
MATCH (g:GraphScope)
WHERE ($scope = '' OR g.scope = $scope) AND ($install = '' OR g.install = $install)
RETURN g.scope AS scope, g.documents AS documents, g.first_day AS first_day,
       g.last_day AS last_day, g.dimension AS dimension, g.embedder AS embedder,
       g.synced_at AS synced_at, g.digest AS digest, g.held AS held,
       g.schema_version AS schema_version
ORDER BY g.scope
""",
)

REQUEST_SYNC = _template(
    "request_sync",
    """
MATCH (g:GraphScope)
WHERE g.synced_at IS NOT NULL AND ($scope = '' OR g.scope = $scope)
  AND ($install = '' OR g.install = $install)
SET g.digest = null
RETURN g.scope AS scope ORDER BY scope
""",
)

SCOPE_COUNTS = _template(
    "scope_counts",
    f"""
MATCH (e:Entity {{scope: $scope}}) WHERE e.norm_name IS NOT NULL
RETURN count(e) AS entities, coalesce(sum(e.df), 0) AS mentions,
       coalesce(sum(COUNT {{ (e)-[:{FACTS}]->() }}), 0) AS relations
""",
)

AREA_COUNTS = _template(
    "area_counts",
    """
MATCH (d:Document {scope: $scope}) WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL
RETURN d.origin AS origin, d.area AS area, count(d) AS documents ORDER BY origin, area
""",
)

TOP_ENTITIES = _template(
    "top_entities",
    """
MATCH (e:Entity {scope: $scope}) WHERE e.norm_name IS NOT NULL
RETURN e.name AS name, e.type AS type, e.df AS df, e.mentions AS mentions
ORDER BY e.df DESC, e.norm_name LIMIT $limit
""",
)

OPEN_UNITS = _template(
    "open_units",
    """
MATCH (u:Document {scope: $scope, origin: 'ingest'})
WHERE u.unit IS NOT NULL AND u.area = 'unit' AND NOT u.complete
RETURN u.source AS source, u.progress AS progress ORDER BY source
""",
)

DUMP_NODES = _template(
    "dump_nodes",
    """
MATCH (n:Document|Entity|EntityAlias|GraphScope {scope: $scope})
RETURN [l IN labels(n) | l] AS labels, properties(n) AS properties
""",
)

DUMP_RELATIONS = _template(
    "dump_relations",
    """
MATCH (a:Document|Entity {scope: $scope})-[r]->(b)
RETURN a.key AS source, type(r) AS type, b.key AS target, properties(r) AS properties
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
