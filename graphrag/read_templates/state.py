"""The short templates: is the server there, what are its indexes, what do the scopes hold."""

from __future__ import annotations

from .fragments import SHOW_INDEXES
from .parameter_types import Scopes
from .template import NoParameters, Parameters, ReadTemplate


class ScopeParameters(Parameters):
    """Parameters of a template that looks at whole scopes."""

    scopes: Scopes


_SCOPE_INFO = """
UNWIND $scopes AS scope
MATCH (s:GraphScope {scope: scope}) WHERE s.importing IS NULL
RETURN s.scope AS scope, s.documents AS documents, s.dimension AS dimension, s.mean AS mean,
       s.embedder AS embedder, coalesce(s.mixed, false) AS mixed,
       s.first_day AS first_day, s.last_day AS last_day,
       EXISTS {
         MATCH (e:Entity) WHERE e.scope = s.scope AND e.norm_name IS NOT NULL
       } AS has_entities
"""

PING = ReadTemplate("ping", "RETURN 1 AS one", NoParameters)
INDEX_STATES = ReadTemplate("index_states", SHOW_INDEXES, NoParameters)
SCOPE_INFO = ReadTemplate("scope_info", _SCOPE_INFO, ScopeParameters)
