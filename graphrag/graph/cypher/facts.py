"""The templates of facts: relations between entities, with the documents that support them.

Relationship types are never taken from data: there is one template for each allowed type.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...model import FACT_TYPES
from ...read_templates.fragments import FACTS
from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

# A fact's supports are strings of fixed columns. So the database itself can derive the rest, in
# whatever order documents come and go:
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

# Drops what a document no longer says. It must run before the document's mentions go: it finds
# facts through them, since a supporting document mentions both ends of its facts.
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

# A unit of bare triples supports facts without mentioning anything: look at all entities, in pages.
# A few names may have most of the facts: a page takes as many of them as fit one transaction.
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
  WITH r LIMIT $max_facts
  WITH r, [x IN r.support WHERE left(x, 20) <> $document] AS support
  {_DERIVED}
  FOREACH (_ IN CASE WHEN support = [] THEN [1] ELSE [] END | DELETE r)
  RETURN count(*) AS facts
}}
RETURN last, size(page) AS entities, facts
""",
)

SUPPORTED_BY_UNIT = _template(
    "supported_by_unit",
    f"""
MATCH (e:Entity {{scope: $scope}}) WHERE e.norm_name IS NOT NULL
MATCH (e)-[r:{FACTS}]->(:Entity) WHERE $document IN r.documents
RETURN r.id AS fact LIMIT 1
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
