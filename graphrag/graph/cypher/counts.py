"""The templates that count what a scope holds."""

from __future__ import annotations

from collections.abc import Mapping

from ...model import PHRASE_TYPE, TOKEN_TYPE
from ...read_templates.fragments import FACTS
from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

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
    f"""
MATCH (e:Entity {{scope: $scope}}) WHERE e.norm_name IS NOT NULL
  AND NOT e.type = '{PHRASE_TYPE}'
  AND NOT (e.type = '{TOKEN_TYPE}' AND EXISTS {{
    MATCH (o:Entity {{scope: $scope, norm_name: e.norm_name}}) WHERE o.type <> '{TOKEN_TYPE}'
  }})
RETURN e.name AS name, e.type AS type, e.df AS df, e.mentions AS mentions
ORDER BY e.df DESC, e.norm_name LIMIT $limit
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
