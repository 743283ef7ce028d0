"""The templates of vectors: those of passages and those of entities.

A procedure sets them, because it stores single precision: half the size of store and transaction
log, and cosines that cost a third less.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

SET_PASSAGE_VECTORS = _template(
    "set_passage_vectors",
    """
UNWIND $rows AS row
MATCH (d:Document {key: row.key})
SET d.mixed = row.mixed
FOREACH (_ IN CASE WHEN row.embedding IS NULL THEN [1] ELSE [] END | REMOVE d.embedding)
WITH d, row WHERE row.embedding IS NOT NULL
CALL db.create.setNodeVectorProperty(d, 'embedding', row.embedding)
""",
)

CLEAR_PASSAGE_VECTORS = _template(
    "clear_passage_vectors",
    """
MATCH (d:Document {scope: $scope})
WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL AND d.embedding IS NOT NULL
WITH d LIMIT $limit
REMOVE d.embedding
RETURN count(d) AS done
""",
)

VECTOR_OF_ANOTHER_INPUT = _template(
    "vector_of_another_input",
    """
MATCH (d:Document {scope: $scope})
WHERE d.origin IS NOT NULL AND d.unit <> $unit AND d.embedding IS NOT NULL
RETURN d.unit AS unit LIMIT 1
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

ENTITIES_WITHOUT_VECTORS = _template(
    "entities_without_vectors",
    """
MATCH (e:Entity {scope: $scope})
WHERE e.norm_name IS NOT NULL AND e.df >= 2 AND e.embedding IS NULL AND NOT e.type IN $unlinked
RETURN e.key AS key, e.name AS name ORDER BY key LIMIT $limit
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

CLEAR_ENTITY_VECTORS = _template(
    "clear_entity_vectors",
    """
MATCH (e:Entity {scope: $scope}) WHERE e.norm_name IS NOT NULL AND e.embedding IS NOT NULL
WITH e LIMIT $limit
REMOVE e.embedding
RETURN count(e) AS done
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
