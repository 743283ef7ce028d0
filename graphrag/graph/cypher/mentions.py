"""The templates of mentions: that a document names an entity.

Each keeps the entity's figures (``df``, ``mentions``) true within its own transaction.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

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

# For new documents, whose mentions cannot exist yet. Each node is looked up once, and a mention is
# only the place of its document in the list. If the unit's progress shows that the batch was
# committed before, nothing happens.
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

# An entity is removed with its last mention, unless a fact still holds it. Its vector is removed
# when only one mention is left: only names that link documents have a vector.
DROP_MENTIONS = _template(
    "drop_mentions",
    """
UNWIND $rows AS row
MATCH (:Document {key: row.key})-[r:MENTIONS]->(e:Entity)
WHERE NOT e.key IN row.entities
SET e.df = e.df - 1, e.mentions = e.mentions - r.count
FOREACH (_ IN CASE WHEN e.df < 2 THEN [1] ELSE [] END | REMOVE e.embedding)
DELETE r
WITH DISTINCT e
WHERE NOT EXISTS { (e)--() }
OPTIONAL MATCH (a:EntityAlias {scope: $scope, entity_id: e.id})
DETACH DELETE a, e
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
