"""The templates that read a scope for its export, and those that only an import needs.

An import writes with the templates of sync and ingest. So what it leaves obeys the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...read_templates.fragments import FACTS
from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

EXPORT_SCOPE = _template(
    "export_scope",
    f"""
MATCH (g:GraphScope {{scope: $scope}})
RETURN g {{.*}} AS properties,
       COUNT {{ MATCH (e:Entity {{scope: $scope}})-[:{FACTS}]->(:Entity)
               WHERE e.norm_name IS NOT NULL }} AS facts
""",
)

EXPORT_ENTITY_KEYS = _template(
    "export_entity_keys",
    """
MATCH (e:Entity {scope: $scope}) WHERE e.norm_name IS NOT NULL
WITH e.key AS key ORDER BY e.id
RETURN collect(key) AS keys
""",
)

EXPORT_DOCUMENT_KEYS = _template(
    "export_document_keys",
    """
MATCH (d:Document {scope: $scope}) WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL
WITH d ORDER BY d.id, d.key
WITH CASE WHEN d.area = 'unit' THEN 'unit' WHEN d.area IN $containers THEN 'container'
          ELSE 'passage' END AS kind, d.key AS key
RETURN kind, collect(key) AS keys
""",
)

EXPORT_REVISED_KEYS = _template(
    "export_revised_keys",
    """
MATCH (d:Document {scope: $scope})
WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL AND EXISTS { (d)-[:SUPERSEDES|AMENDS]->() }
WITH d.key AS key ORDER BY d.id, d.key
RETURN collect(key) AS keys
""",
)

EXPORT_ENTITIES = _template(
    "export_entities",
    """
UNWIND $keys AS key
MATCH (e:Entity {key: key})
RETURN key, e {.*} AS properties,
       COLLECT { MATCH (a:EntityAlias {scope: $scope, entity_id: e.id})
                 RETURN a.norm ORDER BY a.norm } AS norms
""",
)

EXPORT_DOCUMENTS = _template(
    "export_documents",
    """
UNWIND $keys AS key
MATCH (d:Document {key: key})
RETURN key, d {.*} AS properties,
       COLLECT { MATCH (d)-[r:MENTIONS]->(e:Entity)
                 RETURN [e.key, e.id, r.count, r.start] } AS mentions,
       COLLECT { MATCH (d)-[r:CONTAINS]->(m:Document)
                 RETURN [m.key, m.id, r.pos, r.ordered] } AS members,
       COLLECT { MATCH (d)-[r:SUPERSEDES|AMENDS]->(o:Document)
                 RETURN [o.key, o.id, CASE WHEN r.inferred THEN 'inferred' ELSE type(r) END]
               } AS revisions
""",
)

EXPORT_FACTS = _template(
    "export_facts",
    f"""
UNWIND $keys AS key
MATCH (s:Entity {{key: key}})-[r:{FACTS}]->(o:Entity)
RETURN key, s.id AS subject, type(r) AS type, o.id AS object, r {{.*}} AS properties,
       COLLECT {{ UNWIND r.support AS support
                  OPTIONAL MATCH (d:Document {{key: left(support, 20)}})
                  RETURN [support, d.id] }} AS support
""",
)

# While a scope has `importing`, it counts as empty for turns, and nobody else may write to it.
BEGIN_IMPORT = _template(
    "begin_import",
    """
MERGE (g:GraphScope {scope: $scope})
ON CREATE SET g.revision = 0
SET g = {scope: $scope, key: $key, install: $install, revision: g.revision + 1, documents: 0,
         importing: $source, import_token: $token, schema_version: $schema_version}
""",
)

CLAIM_IMPORT = _template(
    "claim_import",
    """
MATCH (g:GraphScope {scope: $scope, import_token: $token})
SET g.revision = g.revision + 1
RETURN g.revision AS revision
""",
)

FINISH_IMPORT = _template(
    "finish_import",
    """
MATCH (g:GraphScope {scope: $scope, import_token: $token})
SET g += $properties, g.importing = null, g.revision = g.revision + 1
RETURN g.revision AS revision
""",
)

RESTORE_ACCESSES = _template(
    "restore_accesses",
    f"""
UNWIND $rows AS row
MATCH (:Entity {{key: row.subject}})-[r:{FACTS} {{id: row.id}}]->(:Entity)
SET r.accesses = row.accesses, r.last_access = row.last_access
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
