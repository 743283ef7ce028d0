"""The templates of sync and ingest.

With those of ``admin_cypher`` and the schema's own DDL they are all Cypher that changes the graph.

Static text; every value is a parameter, and relationship types are never taken from data: there is
one relation template for each allowed type. Each keeps the figures that retrieval relies on
(``df``, ``mentions``, N) true within its own transaction, and may be repeated without harm.

Every node of a scope carries ``scope``; documents also say who owns them: ``origin`` (memory or
ingest) and ``unit`` (the input they came from), so that one owner never touches another's.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...model import FACT_TYPES
from ...store.writer import WriteTemplate
from .register import TemplateRegister

CONTAINER_AREAS = ("session", "file", "unit", "replaced")
"""Documents that are no passages: they hold others, or stand for what is gone."""

FACTS = "|".join(FACT_TYPES)
"""The relations between entities as a pattern in Cypher."""

# A fact's supports are strings of fixed columns, so that what is derived from them can be derived
# in the database, whatever the order in which documents come and go:
# key (20), confidence (22-25), weight (27-30), evidence start (32-37) and end (39-44), source.
_DERIVED = """
SET r.support = support,
    r.documents = [x IN support | left(x, 20)],
    r.confidence = reduce(m = 0.0, x IN support |
      CASE WHEN toFloat(substring(x, 21, 4)) > m THEN toFloat(substring(x, 21, 4)) ELSE m END),
    r.weight = reduce(m = 1.0, x IN support |
      CASE WHEN toFloat(substring(x, 26, 4)) > m THEN toFloat(substring(x, 26, 4)) ELSE m END),
    r.source = CASE
      WHEN any(x IN support WHERE x ENDS WITH ' user_edit') THEN 'user_edit'
      WHEN any(x IN support WHERE x ENDS WITH ' file') THEN 'file'
      WHEN any(x IN support WHERE x ENDS WITH ' system') THEN 'system'
      ELSE 'conversation' END,
    r.status = CASE
      WHEN size(support) > 1 OR any(x IN support WHERE x ENDS WITH ' user_edit') THEN 'confirmed'
      ELSE 'staged' END
"""

_template = TemplateRegister()


# --- scope -----------------------------------------------------------------------------------

CREATE_SCOPE = _template(
    "create_scope",
    """
MERGE (g:GraphScope {scope: $scope})
ON CREATE SET g.key = $key, g.install = $install, g.documents = 0, g.revision = 0,
              g.dimension = $dimension, g.embedder = $embedder, g.analyzer = $analyzer,
              g.schema_version = $schema_version
RETURN g.dimension AS dimension, g.embedder AS embedder, g.analyzer AS analyzer,
       g.schema_version AS schema_version, g.digest AS digest, g.documents AS documents
""",
)

SET_DIMENSION = _template(
    "set_dimension",
    """
MATCH (g:GraphScope {scope: $scope})
SET g.dimension = $dimension, g.embedder = $embedder, g.digest = null, g.mean = null
""",
)

READ_SCOPE = _template(
    "read_scope",
    """
MATCH (g:GraphScope {scope: $scope})
RETURN g.digest AS digest, g.documents AS documents, g.revision AS revision,
       g.dimension AS dimension, g.embedder AS embedder, g.synced_at AS synced_at,
       g.schema_version AS schema_version
""",
)

# The first statement of every writing transaction: it makes writers of one scope wait for each
# other, invalidates caches (revision), and leaves a mark if the rest of the work never comes.
LOCK_SCOPE = _template(
    "lock_scope",
    """
MATCH (g:GraphScope {scope: $scope})
SET g.revision = g.revision + 1
FOREACH (_ IN CASE WHEN $dirty THEN [1] ELSE [] END | SET g.digest = null)
RETURN g.revision AS revision
""",
)

SET_DAYS = _template(
    "set_days",
    """
MATCH (g:GraphScope {scope: $scope})
SET g.first_day = COLLECT { MATCH (d:Document {scope: $scope}) WHERE d.day IS NOT NULL
                            RETURN d.day ORDER BY d.day LIMIT 1 }[0],
    g.last_day = COLLECT { MATCH (d:Document {scope: $scope}) WHERE d.day IS NOT NULL
                           RETURN d.day ORDER BY d.day DESC LIMIT 1 }[0]
""",
)

SET_MEAN = _template("set_mean", "MATCH (g:GraphScope {scope: $scope}) SET g.mean = $mean")

SET_DIGEST = _template(
    "set_digest",
    """
MATCH (g:GraphScope {scope: $scope})
SET g.digest = $digest, g.synced_at = $synced_at, g.held = $held
""",
)

# Keys are hashes, so those with the smallest keys are a fair sample.
SAMPLE_VECTORS = _template(
    "sample_vectors",
    """
MATCH (d:Document {scope: $scope})
WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL AND d.embedding IS NOT NULL
WITH d ORDER BY d.key LIMIT $limit
RETURN d.embedding AS embedding
""",
)

# --- what is stored --------------------------------------------------------------------------

STORED_DOCUMENTS = _template(
    "stored_documents",
    """
MATCH (d:Document {scope: $scope, origin: $origin, unit: $unit})
RETURN d.key AS key, d.id AS id, d.hash AS hash, d.links AS links, d.area AS area,
       d.edited AS edited, d.timestamp AS timestamp, d.content AS content,
       d.embedding IS NOT NULL AS has_vector
""",
)

STORED_ENTITIES = _template(
    "stored_entities",
    """
MATCH (e:Entity {scope: $scope}) WHERE e.norm_name IS NOT NULL
RETURN e.key AS key, e.hash AS hash
""",
)

PRESENT = _template(
    "present",
    "UNWIND $keys AS key MATCH (d:Document {key: key}) WHERE d.text IS NOT NULL RETURN key",
)

STORED_UNIT = _template(
    "stored_unit",
    """
MATCH (d:Document {key: $key})
RETURN d.hash AS hash, d.progress AS progress, d.complete AS complete
""",
)

# Vectors are set by the procedure, which stores them in single precision: half the store and the
# transaction log, and cosines that cost a third less.

# --- documents -------------------------------------------------------------------------------

UPSERT_PASSAGES = _template(
    "upsert_passages",
    """
MATCH (g:GraphScope {scope: $scope})
UNWIND $rows AS row
OPTIONAL MATCH (old:Document {key: row.key})
WITH g, row, old IS NULL AS fresh
MERGE (d:Document {key: row.key})
SET d:$($label),
    d.scope = $scope, d.id = row.id, d.origin = $origin, d.unit = $unit, d.text = row.text,
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

SET_VECTORS = _template(
    "set_vectors",
    """
UNWIND $rows AS row
MATCH (d:Document {key: row.key})
FOREACH (_ IN CASE WHEN row.embedding IS NULL THEN [1] ELSE [] END | REMOVE d.embedding)
WITH d, row WHERE row.embedding IS NOT NULL
CALL db.create.setNodeVectorProperty(d, 'embedding', row.embedding)
""",
)

CLEAR_VECTORS = _template(
    "clear_vectors",
    """
MATCH (d:Document {scope: $scope})
WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL AND d.embedding IS NOT NULL
WITH d LIMIT $limit
REMOVE d.embedding
RETURN count(d) AS done
""",
)

UPSERT_CONTAINERS = _template(
    "upsert_containers",
    """
UNWIND $rows AS row
MERGE (c:Document {key: row.key})
SET c.scope = $scope, c.id = row.id, c.origin = $origin, c.unit = $unit, c.area = row.area,
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

UPSERT_UNIT = _template(
    "upsert_unit",
    """
MERGE (u:Document {key: $key})
SET u.scope = $scope, u.id = $id, u.origin = 'ingest', u.unit = $unit, u.area = 'unit',
    u.source = $source, u.hash = $hash, u.progress = $progress, u.complete = $complete
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

# Drops what a document no longer says. To run before its mentions go, since facts are found
# through the entities that it mentions: a supporting document mentions both ends of its facts.
DROP_SUPPORT = _template(
    "drop_support",
    f"""
UNWIND $rows AS row
MATCH (:Document {{key: row.key}})-[:MENTIONS]->(:Entity)-[r:{FACTS}]->(:Entity)
WHERE row.key IN r.documents AND NOT r.id IN row.facts
WITH r, collect(DISTINCT row.key) AS gone
WITH r, [x IN r.support WHERE NOT left(x, 20) IN gone] AS support
{_DERIVED}
WITH r WHERE r.support = []
DELETE r
""",
)

# Entities that nothing mentions or relates any more go with their last mention.
DROP_MENTIONS = _template(
    "drop_mentions",
    """
UNWIND $rows AS row
MATCH (:Document {key: row.key})-[r:MENTIONS]->(e:Entity)
WHERE NOT e.key IN row.entities
SET e.df = e.df - 1, e.mentions = e.mentions - r.count
DELETE r
WITH DISTINCT e
WHERE NOT EXISTS { (e)--() }
OPTIONAL MATCH (a:EntityAlias {scope: $scope, entity_id: e.id})
DETACH DELETE a, e
""",
)

# Supports that no mention leads to: those of a unit of bare triples, page by page of entities.
DROP_UNIT_SUPPORT = _template(
    "drop_unit_support",
    f"""
MATCH (e:Entity {{scope: $scope}}) WHERE e.norm_name >= $after
WITH e ORDER BY e.norm_name, e.key LIMIT $limit
WITH collect(e) AS page, max(e.norm_name) AS last
CALL (page) {{
  UNWIND page AS e
  MATCH (e)-[r:{FACTS}]->(:Entity)
  WHERE $document IN r.documents
  WITH r, [x IN r.support WHERE left(x, 20) <> $document] AS support
  {_DERIVED}
  WITH r WHERE r.support = []
  DELETE r
  RETURN count(*) AS dropped
}}
RETURN last, size(page) AS entities, dropped
""",
)

DROP_ORPHANS = _template(
    "drop_orphans",
    """
MATCH (e:Entity {scope: $scope}) WHERE e.norm_name >= $after
WITH e ORDER BY e.norm_name, e.key LIMIT $limit
WITH collect(e) AS page, max(e.norm_name) AS last, count(e) AS entities
CALL (page) {
  UNWIND page AS e
  WITH e WHERE NOT EXISTS { (e)--() }
  OPTIONAL MATCH (a:EntityAlias {scope: $scope, entity_id: e.id})
  DETACH DELETE a, e
  RETURN count(*) AS dropped
}
RETURN last, entities, dropped
""",
)

# --- entities --------------------------------------------------------------------------------

UPSERT_ENTITIES = _template(
    "upsert_entities",
    """
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
ON CREATE SET e:$($label), e.scope = $scope, e.id = row.id, e.norm_name = row.norm_name,
              e.type = row.type, e.df = 0, e.mentions = 0
SET e.name = row.name, e.aliases = row.aliases, e.description = row.description, e.hash = row.hash
""",
)

# For inputs that are read as a stream: the first spelling stays the name, others become aliases.
MERGE_ENTITIES = _template(
    "merge_entities",
    """
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
ON CREATE SET e:$($label), e.scope = $scope, e.id = row.id, e.norm_name = row.norm_name,
              e.type = row.type, e.df = 0, e.mentions = 0, e.name = row.name,
              e.aliases = row.aliases, e.description = row.description
WITH e, row WHERE e.name <> row.name OR row.aliases <> [] OR row.description <> ''
SET e.aliases = COLLECT { UNWIND e.aliases + row.aliases + row.name AS x
                          WITH DISTINCT x WHERE x <> e.name
                          RETURN x ORDER BY x LIMIT $max_aliases },
    e.description = CASE WHEN e.description = '' THEN row.description ELSE e.description END
""",
)

UPSERT_ALIASES = _template(
    "upsert_aliases",
    """
UNWIND $rows AS row
MERGE (a:EntityAlias {key: row.key})
ON CREATE SET a.scope = $scope, a.norm = row.norm, a.entity_id = row.entity_id
""",
)

DROP_ALIASES = _template(
    "drop_aliases",
    """
UNWIND $rows AS row
MATCH (a:EntityAlias {scope: $scope, entity_id: row.entity_id})
WHERE NOT a.key IN row.aliases
DELETE a
""",
)

ENTITIES_WITHOUT_VECTORS = _template(
    "entities_without_vectors",
    """
MATCH (e:Entity {scope: $scope})
WHERE e.norm_name IS NOT NULL AND e.df >= 2 AND e.embedding IS NULL AND NOT e.type IN $unlinked
RETURN e.key AS key, e.name AS name ORDER BY key LIMIT $limit
""",
)

CLEAR_ENTITY_VECTORS = _template(
    "clear_entity_vectors",
    """
MATCH (e:Entity {scope: $scope}) WHERE e.norm_name IS NOT NULL AND e.embedding IS NOT NULL
WITH e LIMIT $limit
REMOVE e.embedding
RETURN count(e) AS done
""",
)

SET_ENTITY_VECTORS = _template(
    "set_entity_vectors",
    """
UNWIND $rows AS row
MATCH (e:Entity {key: row.key})
CALL db.create.setNodeVectorProperty(e, 'embedding', row.embedding)
""",
)

# --- relations -------------------------------------------------------------------------------

UPSERT_MENTIONS = _template(
    "upsert_mentions",
    """
UNWIND $rows AS row
MATCH (d:Document {key: row.document})
MATCH (e:Entity {key: row.entity})
MERGE (d)-[r:MENTIONS]->(e)
ON CREATE SET r.scope = $scope, r.count = row.count, r.start = row.start,
              e.df = e.df + 1, e.mentions = e.mentions + row.count
ON MATCH SET e.mentions = e.mentions + row.count - r.count, r.count = row.count,
             r.start = row.start
""",
)

# For documents that are new: no look whether a mention is there. Each node is looked up once, and a
# mention is no more than the place of its document in the list. Nothing happens where the batch's
# progress says that it was committed before.
CREATE_MENTIONS = _template(
    "create_mentions",
    """
WITH 1 AS once
WHERE NOT EXISTS { MATCH (:Document {key: $unit, hash: $hash, progress: $progress}) }
UNWIND range(0, size($documents) - 1) AS place
MATCH (d:Document {key: $documents[place]})
WITH d ORDER BY place
WITH collect(d) AS documents
WHERE size(documents) = size($documents)
UNWIND $rows AS row
MATCH (e:Entity {key: row.entity})
SET e.df = e.df + size(row.documents), e.mentions = e.mentions + size(row.documents)
WITH documents, e, row
UNWIND row.documents AS place
WITH e, documents[place] AS d
CREATE (d)-[:MENTIONS {scope: $scope, count: 1}]->(e)
""",
)


def _relation_template(kind: str) -> WriteTemplate:
    return _template(
        f"upsert_{kind.lower()}",
        f"""
UNWIND $rows AS row
MATCH (s:Entity {{key: row.subject}})
MATCH (o:Entity {{key: row.object}})
MERGE (s)-[r:{kind} {{id: row.id}}]->(o)
ON CREATE SET r.scope = $scope, r.predicate = row.predicate, r.created = row.created,
              r.last_access = row.created, r.accesses = 0, r.support = [],
              r.description = row.description
WITH r, row, [x IN row.support | left(x, 20)] AS keys
WITH r, [x IN r.support WHERE NOT left(x, 20) IN keys] + row.support AS joined
WITH r, COLLECT {{ UNWIND joined AS x RETURN x ORDER BY x }} AS support
{_DERIVED}
""",
    )


UPSERT_RELATIONS: Mapping[str, WriteTemplate] = MappingProxyType(
    {kind: _relation_template(kind) for kind in FACT_TYPES}
)
"""One template for each relation type between entities."""

REPLACE_DOCUMENT_LINKS = _template(
    "replace_document_links",
    """
UNWIND $rows AS row
MATCH (d:Document {key: row.key})
OPTIONAL MATCH (d)-[old:SUPERSEDES|AMENDS]->(:Document)
DELETE old
WITH DISTINCT d, row
UNWIND row.supersedes + row.amends AS other
MATCH (o:Document {key: other})
FOREACH (_ IN CASE WHEN other IN row.supersedes THEN [1] ELSE [] END |
  MERGE (d)-[r:SUPERSEDES]->(o) SET r.scope = $scope)
FOREACH (_ IN CASE WHEN other IN row.amends THEN [1] ELSE [] END |
  MERGE (d)-[r:AMENDS]->(o) SET r.scope = $scope)
""",
)

COUNT_ACCESSES = _template(
    "count_accesses",
    f"""
UNWIND $rows AS row
MATCH (:Entity {{key: row.subject}})-[r:{FACTS} {{id: row.id}}]->(:Entity)
SET r.accesses = r.accesses + row.count,
    r.last_access = CASE WHEN coalesce(r.last_access, 0) < row.day
                         THEN row.day ELSE r.last_access END
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
