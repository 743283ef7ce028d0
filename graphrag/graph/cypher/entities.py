"""The templates of entities and their aliases."""

from __future__ import annotations

from collections.abc import Mapping

from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

STORED_ENTITIES = _template(
    "stored_entities",
    """
MATCH (e:Entity {scope: $scope}) WHERE e.norm_name IS NOT NULL
RETURN e.key AS key, e.hash AS hash
""",
)

# A vector is that of the name; ingest makes a new one.
UPSERT_ENTITIES = _template(
    "upsert_entities",
    """
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
ON CREATE SET e:$($label), e.scope = $scope, e.id = row.id, e.norm_name = row.norm_name,
              e.type = row.type, e.df = 0, e.mentions = 0
FOREACH (_ IN CASE WHEN e.name <> row.name THEN [1] ELSE [] END | REMOVE e.embedding)
SET e.name = row.name, e.aliases = row.aliases, e.description = row.description, e.hash = row.hash
""",
)

# For inputs, which share the entities of a scope: none takes from another one. The first spelling
# stays the name, the others become aliases. Of two descriptions the first stays while an input is
# read as a stream, since its batches may end anywhere; else that of the input that is written.
MERGE_ENTITIES = _template(
    "merge_entities",
    """
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
ON CREATE SET e:$($label), e.scope = $scope, e.id = row.id, e.norm_name = row.norm_name,
              e.type = row.type, e.df = 0, e.mentions = 0, e.name = row.name,
              e.aliases = row.aliases, e.description = row.description
SET e.hash = coalesce(row.hash, e.hash)
WITH e, row WHERE e.name <> row.name OR row.aliases <> [] OR row.description <> ''
SET e.aliases = COLLECT { UNWIND e.aliases + row.aliases + row.name AS x
                          WITH DISTINCT x WHERE x <> e.name
                          RETURN x ORDER BY x LIMIT $max_aliases },
    e.description = CASE WHEN e.description = '' OR ($renews AND row.description <> '')
                         THEN row.description ELSE e.description END
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

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
