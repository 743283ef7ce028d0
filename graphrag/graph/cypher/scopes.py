"""The templates of a scope's own node.

The node remembers what the scope was made for (vectors, analyzer, schema version), the mean of its
vectors, its first and last day, and how far memory sync got.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...store.writer import WriteTemplate
from .register import TemplateRegister

_template = TemplateRegister()

CREATE_SCOPE = _template(
    "create_scope",
    """
MERGE (g:GraphScope {scope: $scope})
ON CREATE SET g.key = $key, g.install = $install, g.documents = 0, g.revision = 0,
              g.dimension = $dimension, g.embedder = $embedder, g.analyzer = $analyzer,
              g.schema_version = $schema_version
RETURN g.dimension AS dimension, g.embedder AS embedder, g.analyzer AS analyzer,
       g.schema_version AS schema_version, g.documents AS documents, g.importing AS importing
""",
)

READ_SCOPE = _template(
    "read_scope",
    """
MATCH (g:GraphScope {scope: $scope})
RETURN g.digest AS digest, g.dimension AS dimension, g.embedder AS embedder
""",
)

SET_DIMENSION = _template(
    "set_dimension",
    """
MATCH (g:GraphScope {scope: $scope})
SET g.dimension = $dimension, g.embedder = $embedder, g.digest = null, g.mean = null
""",
)

# The first statement of every writing transaction: it makes writers of one scope wait for each
# other, invalidates caches (revision), and leaves a mark if the rest of the work never comes. That
# mark also ends a look of the sync that is under way: it would write what it found different from a
# graph that is gone, and then take the mark away.
CLAIM_SCOPE = _template(
    "claim_scope",
    """
MATCH (g:GraphScope {scope: $scope})
SET g.revision = g.revision + 1
FOREACH (_ IN CASE WHEN $dirty THEN [1] ELSE [] END | SET g.digest = null, g.sync_token = null)
RETURN g.revision AS revision
""",
)

# A look of the sync takes the scope before it compares. If another process takes it meanwhile, this
# one writes no more: each would write what it found different from a graph that is gone. No look
# takes a scope into which an import has begun. The look answers what was requested before it.
TAKE_SCOPE = _template(
    "take_scope",
    "MATCH (g:GraphScope {scope: $scope}) WHERE g.importing IS NULL "
    "SET g.sync_token = $token, g.sync_requested = null RETURN g.digest AS digest",
)

# As CLAIM_SCOPE, for a look that has taken the scope.
CLAIM_TAKEN = _template(
    "claim_taken",
    """
MATCH (g:GraphScope {scope: $scope}) WHERE g.sync_token = $token
SET g.revision = g.revision + 1
FOREACH (_ IN CASE WHEN $dirty THEN [1] ELSE [] END | SET g.digest = null)
RETURN g.revision AS revision
""",
)

# As CLAIM_SCOPE, for an input whose ingest has begun: whoever forgets the scope removes its node.
CLAIM_UNIT = _template(
    "claim_unit",
    """
MATCH (g:GraphScope {scope: $scope})
MATCH (u:Document {key: $unit}) WHERE u.scope = $scope
SET g.revision = g.revision + 1
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

# After a look during which another one was requested, the next one must compare too.
SET_DIGEST = _template(
    "set_digest",
    """
MATCH (g:GraphScope {scope: $scope})
SET g.digest = CASE WHEN g.sync_requested IS NULL THEN $digest END,
    g.synced_at = $synced_at, g.held = $held,
    g.without_extraction = $without_extraction, g.mixed = $mixed
""",
)

LIST_SCOPES = _template(
    "list_scopes",
    """
MATCH (g:GraphScope)
WHERE ($scope = '' OR g.scope = $scope) AND ($install = '' OR g.install = $install)
RETURN g.scope AS scope, g.documents AS documents, g.first_day AS first_day,
       g.last_day AS last_day, g.dimension AS dimension, g.embedder AS embedder,
       g.analyzer AS analyzer, g.synced_at AS synced_at, g.digest AS digest, g.held AS held,
       g.without_extraction AS without_extraction, g.schema_version AS schema_version,
       g.importing AS importing
ORDER BY g.scope
""",
)

REQUEST_SYNC = _template(
    "request_sync",
    """
MATCH (g:GraphScope)
WHERE g.synced_at IS NOT NULL AND ($scope = '' OR g.scope = $scope)
  AND ($install = '' OR g.install = $install)
SET g.digest = null, g.sync_requested = true
RETURN g.scope AS scope ORDER BY scope
""",
)

TEMPLATES: Mapping[str, WriteTemplate] = _template.sealed()
"""All of them by name; sealed."""
