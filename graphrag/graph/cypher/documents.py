"""The templates of documents: passages, the containers that hold them, and their revisions.

Documents say who owns them: ``origin`` (memory or ingest) and ``unit`` (the input they came from),
so that one owner never touches another's.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

CONTAINER_AREAS = ("session", "file", "unit", "replaced")
"""Areas of documents that are not passages: they hold others, or stand for what is gone."""

STORED_DOCUMENTS = _template(
    "stored_documents",
    """
MATCH (d:Document {scope: $scope, origin: $origin, unit: $unit})
RETURN d.key AS key, d.id AS id, d.hash AS hash, d.links AS links, d.area AS area,
       d.edited AS edited, d.timestamp AS timestamp, d.content AS content,
       d.source AS source, d.embedding IS NOT NULL AS has_vector, d.mixed AS is_mixed
""",
)

PRESENT_DOCUMENTS = _template(
    "present_documents",
    "UNWIND $keys AS key MATCH (d:Document {key: key}) WHERE d.text IS NOT NULL RETURN key",
)

OWNED_BY_OTHERS = _template(
    "owned_by_others",
    """
UNWIND $keys AS key
MATCH (d:Document {key: key})
WHERE d.text IS NOT NULL AND d.origin = 'ingest'
WITH key, d, [unit IN [d.unit] + coalesce(d.shared_with, []) WHERE unit IN $units] AS holders
WHERE holders <> []
RETURN key, holders[0] AS unit, d.content AS content
""",
)

# Documents that another input owns or holds, too.
NOT_ALONE = _template(
    "not_alone",
    """
UNWIND $keys AS key
MATCH (d:Document {key: key}) WHERE d.shared_with IS NOT NULL OR d.unit <> $unit
RETURN key, d.unit = $unit AS is_own, d.shared_with AS shared_with
""",
)

HAND_OVER = _template(
    "hand_over",
    """
UNWIND $rows AS row
MATCH (d:Document {key: row.key}) WHERE d.unit = $unit
SET d.unit = row.unit, d.shared_with = CASE WHEN row.others <> [] THEN row.others END
""",
)

# What an input held before it is written again.
LEAVE_SHARED = _template(
    "leave_shared",
    """
MATCH (d:Document {scope: $scope, origin: 'ingest'})
WHERE d.unit IS NOT NULL AND $unit IN d.shared_with
WITH d, [x IN d.shared_with WHERE x <> $unit] AS others
SET d.shared_with = CASE WHEN others <> [] THEN others END
""",
)

READ_VECTORS = _template(
    "read_vectors",
    "UNWIND $keys AS key MATCH (d:Document {key: key}) WHERE d.embedding IS NOT NULL "
    "RETURN key, d.embedding AS vector",
)

FIND_DOCUMENT = _template(
    "find_document",
    """
MATCH (d:Document {scope: $scope})
WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL AND (d.id = $id OR d.key = $id)
OPTIONAL MATCH (d)-[:CONTAINS]->(m:Document) WHERE d.area = 'file'
WITH d, collect(m) AS members
RETURN d.key AS key, d.area AS area, d.unit AS unit, d.origin AS origin,
       [m IN members | m.key] AS members,
       reduce(holders = [], x IN [d] + members | holders + x.unit + coalesce(x.shared_with, []))
       AS holders
""",
)

FIND_PATHS = _template(
    "find_paths",
    """
MATCH (d:Document {scope: $scope})
WHERE d.origin = 'ingest' AND d.unit IS NOT NULL AND d.area IN ['file', 'unit']
      AND d.id ENDS WITH $name
RETURN d.id AS id
""",
)

UPSERT_PASSAGES = _template(
    "upsert_passages",
    """
MATCH (g:GraphScope {scope: $scope})
UNWIND $rows AS row
OPTIONAL MATCH (old:Document {key: row.key})
WITH g, row, old IS NULL AS fresh,
     row.embedding IS NULL AND old.content <> row.content AS outdates_vector,
     CASE WHEN row.shared_with IS NOT NULL THEN row.shared_with
          WHEN old.content <> row.content THEN null
          WHEN old.unit = $unit THEN old.shared_with
          WHEN old.origin = 'ingest'
          THEN [x IN coalesce(old.shared_with, []) WHERE x <> $unit] + old.unit
     END AS shared_with
MERGE (d:Document {key: row.key})
FOREACH (_ IN CASE WHEN outdates_vector THEN [1] ELSE [] END | REMOVE d.embedding, d.mixed)
SET d:$($label),
    d.scope = $scope, d.id = row.id, d.origin = $origin, d.unit = $unit, d.text = row.text,
    d.shared_with = shared_with,
    d.english = row.english,
    d.mixed = CASE WHEN row.embedding IS NULL THEN d.mixed ELSE row.mixed END,
    d.title = row.title, d.hash = row.hash, d.content = row.content, d.links = row.links,
    d.area = row.area, d.source = row.source, d.timestamp = row.timestamp, d.day = row.day,
    d.edited = row.edited
WITH g, d, row, fresh
CALL (d, row) {
  WITH * WHERE row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(d, 'embedding', row.embedding)
}
WITH g, sum(CASE WHEN fresh THEN 1 ELSE 0 END) AS created
SET g.documents = g.documents + created
""",
)

UPSERT_CONTAINERS = _template(
    "upsert_containers",
    """
UNWIND $rows AS row
MERGE (c:Document {key: row.key})
WITH c, row,
     CASE WHEN row.shared_with IS NOT NULL THEN row.shared_with
          WHEN c.unit = $unit THEN c.shared_with
          WHEN c.origin = 'ingest' THEN [x IN coalesce(c.shared_with, []) WHERE x <> $unit] + c.unit
     END AS shared_with
SET c.shared_with = shared_with,
    c.scope = $scope, c.id = row.id, c.origin = $origin, c.unit = $unit, c.area = row.area,
    c.source = row.source, c.title = row.title, c.timestamp = row.timestamp, c.hash = row.hash
WITH c, row
OPTIONAL MATCH (c)-[old:CONTAINS]->()
DELETE old
WITH DISTINCT c, row
UNWIND row.members AS member
MATCH (d:Document {key: member.key})
CREATE (c)-[:CONTAINS {scope: $scope, container: row.key, pos: member.pos,
                       ordered: row.ordered}]->(d)
""",
)

# Which older documents a document supersedes or amends. What it makes outdated by what the texts
# say is inferred, and the relation says so.
REPLACE_REVISIONS = _template(
    "replace_revisions",
    """
UNWIND $rows AS row
MATCH (d:Document {key: row.key})
OPTIONAL MATCH (d)-[old:SUPERSEDES|AMENDS]->(:Document)
DELETE old
WITH DISTINCT d, row
UNWIND row.supersedes + row.amends + row.outdates AS other
MATCH (o:Document {key: other})
FOREACH (_ IN CASE WHEN other IN row.supersedes THEN [1] ELSE [] END |
  MERGE (d)-[r:SUPERSEDES]->(o) SET r.scope = $scope)
FOREACH (_ IN CASE WHEN other IN row.amends THEN [1] ELSE [] END |
  MERGE (d)-[r:AMENDS]->(o) SET r.scope = $scope)
FOREACH (_ IN CASE WHEN other IN row.outdates AND NOT other IN row.amends THEN [1] ELSE [] END |
  MERGE (d)-[r:AMENDS]->(o) SET r.scope = $scope, r.inferred = true)
""",
)

DELETE_DOCUMENTS = _template(
    "delete_documents",
    """
MATCH (g:GraphScope {scope: $scope})
UNWIND $keys AS key
MATCH (d:Document {key: key, scope: $scope})
WITH g, d, CASE WHEN d.area IN $containers THEN 0 ELSE 1 END AS passages
DETACH DELETE d
WITH g, sum(passages) AS removed
SET g.documents = g.documents - removed
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
