"""The templates that read the state of the schema; its DDL is in ``graph.index_ddl``."""

from __future__ import annotations

from collections.abc import Mapping

from ...read_templates import fragments
from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

SHOW_INDEXES = _template("show_indexes", fragments.SHOW_INDEXES)

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

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
