"""The registry of the read templates, with their parameters: the only Cypher of a turn or a screen.

The long texts (pin, expand, search) are in ``read_templates``, the short ones here.

Each is static text, fixed at import, with a schema of its parameters; nothing from a turn is ever
formatted into it. The registry is sealed, reads run in READ mode, and writing templates live
elsewhere (``graphrag.graph``), out of reach of this module.

All parameters travel in one map, ``$p``. The server keeps a plan for each combination of parameter
types, and the type of a list includes the order of its size: with parameters of their own, almost
every question would be planned again, for a second or more.

A turn takes two: ``pin`` and ``expand``; the strategy `queries` also takes ``search``. Every node
and every relation on a path is filtered by scope. Entities are joined over scopes by their id,
never by a relation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from .errors import TemplateError
from .read_templates import EXPAND, PIN, SEARCH
from .turn_parameters import (
    ExpandParameters,
    NoParameters,
    Parameters,
    PinParameters,
    ScopeParameters,
    SearchParameters,
)
from .view_parameters import (
    EntitiesParameters,
    NamedParameters,
    OneScopeParameters,
    OutdatedParameters,
    PictureParameters,
)
from .view_templates import ENTITIES, NAMED, OUTDATED, PICTURE, SCOPE_SIZE


@dataclass(frozen=True, slots=True)
class ReadTemplate:
    """A query that may be run, and what it may be given.

    Attributes:
        name: Its name in the registry.
        text: Its Cypher, static, with its parameters as entries of ``$p``.
        parameters: The model that its parameters must satisfy.
    """

    name: str
    text: str
    parameters: type[Parameters]


_SCOPE_INFO = """
UNWIND $scopes AS scope
MATCH (s:GraphScope {scope: scope})
RETURN s.scope AS scope, s.documents AS documents, s.dimension AS dimension, s.mean AS mean,
       s.embedder AS embedder, s.first_day AS first_day, s.last_day AS last_day,
       EXISTS {
         MATCH (e:Entity) WHERE e.scope = s.scope AND e.norm_name IS NOT NULL
       } AS has_entities
"""

_INDEX_STATES = """
SHOW INDEXES YIELD name, state, type
WHERE name STARTS WITH 'graphrag_'
RETURN name, state, type
"""


def _in_one_map(text: str) -> str:
    """Return the text with each parameter read from the one map that is sent."""
    return re.sub(r"\$(\w+)", r"$p.\1", text)


TEMPLATES: Mapping[str, ReadTemplate] = MappingProxyType(
    {
        template.name: replace(template, text=_in_one_map(template.text))
        for template in (
            ReadTemplate("ping", "RETURN 1 AS one", NoParameters),
            ReadTemplate("index_states", _INDEX_STATES, NoParameters),
            ReadTemplate("scope_info", _SCOPE_INFO, ScopeParameters),
            ReadTemplate("pin", PIN, PinParameters),
            ReadTemplate("expand", EXPAND, ExpandParameters),
            ReadTemplate("search", SEARCH, SearchParameters),
            ReadTemplate("named", NAMED, NamedParameters),
            ReadTemplate("picture", PICTURE, PictureParameters),
            ReadTemplate("entities", ENTITIES, EntitiesParameters),
            ReadTemplate("scope_size", SCOPE_SIZE, OneScopeParameters),
            ReadTemplate("outdated", OUTDATED, OutdatedParameters),
        )
    }
)
"""Every query that reads the graph for a turn or a screen, by name."""


def prepare(name: str, parameters: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the text of a template with its checked parameters.

    Args:
        name: The template's name.
        parameters: Its parameters: all of them, and nothing else.

    Returns:
        The static Cypher text, and the parameters to send with it.

    Raises:
        TemplateError: There is no such template, or a parameter is missing, unknown, of a wrong
            type or out of its bounds.
    """
    template = TEMPLATES.get(name)
    if template is None:
        raise TemplateError(f"there is no query template {name!r}")
    try:
        checked = template.parameters.model_validate(parameters)
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise TemplateError(f"template {name!r}: {where}: {problem['msg']}") from None
    return template.text, {"p": checked.model_dump()}
