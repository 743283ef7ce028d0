"""What the screen lists: names, sizes, and which memory replaced which."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..model import PHRASE_TYPE, TOKEN_TYPE
from .parameter_types import Scope, Scopes, TextLimit
from .template import Parameters, ReadTemplate, filled


class EntitiesParameters(Parameters):
    """Parameters of ``entities``: names by how many documents mention them.

    Attributes:
        scopes: The scopes to look in.
        text: A part of the normalised name; empty for all.
        skip: How many to leave out.
        limit: Maximum number of entities.
    """

    scopes: Scopes
    text: Annotated[str, Field(max_length=300)]
    skip: Annotated[int, Field(ge=0, le=1_000_000)]
    limit: Annotated[int, Field(ge=1, le=200)]


class OneScopeParameters(Parameters):
    """Parameters of a template that looks at one whole scope."""

    scope: Scope


class OutdatedParameters(OneScopeParameters):
    """Parameters of ``outdated``: which memories replaced which.

    Attributes:
        limit: Maximum number of pairs.
        text_limit: Maximum number of characters of a text.
    """

    limit: Annotated[int, Field(ge=1, le=200)]
    text_limit: TextLimit


_UNNAMED = repr([PHRASE_TYPE, "day", "value"])
"""Entity types that are no names."""

_ENTITIES = filled(
    """
UNWIND $scopes AS scope
MATCH (e:Entity {scope: scope})
WHERE e.norm_name IS NOT NULL AND NOT e.type IN {unnamed} AND e.df > 0
  AND ($text = '' OR e.norm_name CONTAINS $text)
  AND NOT (e.type = '{token}' AND EXISTS {
    MATCH (o:Entity {scope: scope, norm_name: e.norm_name}) WHERE o.type <> '{token}'
  })
WITH e.id AS id, collect(e) AS nodes, sum(e.df) AS df
ORDER BY df DESC, id SKIP $skip LIMIT $limit
RETURN id, nodes[0].name AS name, nodes[0].type AS type, df,
     reduce(total = 0, x IN nodes | total + coalesce(x.mentions, 0)) AS mentions,
     nodes[0].aliases AS aliases
""",
    unnamed=_UNNAMED,
    token=TOKEN_TYPE,
)

_SCOPE_SIZE = filled(
    """
MATCH (g:GraphScope {scope: $scope})
CALL (g) {
  MATCH (e:Entity {scope: g.scope})
  WHERE e.norm_name IS NOT NULL AND NOT e.type IN {unnamed} AND e.df > 0
  RETURN count(DISTINCT e.norm_name) AS entities, coalesce(sum(e.df), 0) AS mentions
}
RETURN entities, mentions, coalesce(g.documents, 0) AS documents, g.synced_at AS synced_at,
     g.digest IS NOT NULL AS complete, coalesce(g.held, 0) AS held
""",
    unnamed=_UNNAMED,
)

# What consolidation and updates put in the place of older memories; a stand-in has no text.
_OUTDATED = """
MATCH (d:Document {scope: $scope, origin: 'memory'}) WHERE d.unit IS NOT NULL
MATCH (d)-[r:SUPERSEDES|AMENDS]->(old:Document) WHERE r.scope = $scope
WITH d, old, type(r) AS relation
ORDER BY d.day DESC, d.key LIMIT $limit
RETURN d.key AS key, left(d.text, $text_limit) AS text, d.day AS day, relation,
     left(old.text, $text_limit) AS old_text, old.day AS old_day
"""

ENTITIES = ReadTemplate("entities", _ENTITIES, EntitiesParameters)
SCOPE_SIZE = ReadTemplate("scope_size", _SCOPE_SIZE, OneScopeParameters)
OUTDATED = ReadTemplate("outdated", _OUTDATED, OutdatedParameters)
