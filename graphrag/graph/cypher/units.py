"""The templates of a unit's node: one ingested input, its hash, and how far it was read."""

from __future__ import annotations

from collections.abc import Mapping

from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

STORED_UNIT = _template(
    "stored_unit",
    """
MATCH (d:Document {key: $key})
RETURN d.hash AS hash, d.progress AS progress, d.complete AS complete,
       d.embedder AS embedder
""",
)

UPSERT_UNIT = _template(
    "upsert_unit",
    """
MERGE (u:Document {key: $key})
SET u.scope = $scope, u.id = $id, u.origin = 'ingest', u.unit = $unit, u.area = 'unit',
    u.source = $source, u.hash = $hash, u.progress = $progress, u.complete = $complete,
    u.embedder = $embedder
""",
)

REOPEN_UNIT = _template(
    "reopen_unit", "MATCH (u:Document {key: $key}) SET u.complete = false, u.hash = ''"
)

OPEN_UNITS = _template(
    "open_units",
    """
MATCH (u:Document {scope: $scope, origin: 'ingest'})
WHERE u.unit IS NOT NULL AND u.area = 'unit' AND NOT u.complete
RETURN u.source AS source, u.progress AS progress ORDER BY source
""",
)

INPUTS = _template(
    "inputs",
    """
MATCH (u:Document {scope: $scope, origin: 'ingest'})
WHERE u.unit IS NOT NULL AND u.area = 'unit'
RETURN u.unit AS unit, u.hash AS hash ORDER BY unit
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
