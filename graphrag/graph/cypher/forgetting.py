"""The templates that remove a whole scope, in bounded transactions."""

from __future__ import annotations

from collections.abc import Mapping

from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

FORGET_DOCUMENT_NODES = _template(
    "forget_document_nodes",
    """
MATCH (d:Document {scope: $scope}) WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL
WITH d LIMIT $limit
DETACH DELETE d
RETURN count(*) AS done
""",
)

# A few names may have most of the facts: deleted with their nodes, these would not fit the memory
# of one transaction.
FORGET_FACTS = _template(
    "forget_facts",
    """
MATCH (e:Entity {scope: $scope})-[r]->(:Entity) WHERE e.norm_name IS NOT NULL
WITH r LIMIT $limit
DELETE r
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

# Who writes to a scope claims its node first. So with the node locked, what is there is all that
# there will be: the node goes only from an empty scope.
FORGET_SCOPE_NODE = _template(
    "forget_scope_node",
    """
OPTIONAL MATCH (g:GraphScope {scope: $scope})
SET g.revision = g.revision + 1
WITH g, EXISTS { MATCH (d:Document {scope: $scope})
                 WHERE d.origin IS NOT NULL AND d.unit IS NOT NULL }
        OR EXISTS { MATCH (e:Entity {scope: $scope}) WHERE e.norm_name IS NOT NULL }
        OR EXISTS { MATCH (a:EntityAlias {scope: $scope}) WHERE a.norm IS NOT NULL } AS is_filled
FOREACH (_ IN CASE WHEN is_filled THEN [] ELSE [1] END | DETACH DELETE g)
RETURN is_filled
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
