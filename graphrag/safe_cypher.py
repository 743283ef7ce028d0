"""The registry of the read templates: the only Cypher of a turn or a screen.

Each is static text, fixed at import, with a schema of its parameters; nothing from a turn is ever
formatted into it. The registry is sealed, reads run in READ mode, and writing templates live
elsewhere (``graphrag.graph``), out of reach of this module.

All parameters travel in one map, ``$p``, as those of writes do. The server keeps a plan for each
combination of parameter types, and the type of a list includes the order of magnitude of its
length. If each parameter were sent by itself, almost every question would be planned again, which
takes a second or more.

A turn takes two: ``pin`` and ``expand``; the strategy `queries` also takes ``search``. Every node
and every relation on a path is filtered by scope. Entities are joined over scopes by their id,
never by a relation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from .errors import TemplateError
from .read_templates.expand import EXPAND
from .read_templates.lists import ENTITIES, OUTDATED, SCOPE_SIZE
from .read_templates.picture import NAMED, PICTURE
from .read_templates.pin import PIN
from .read_templates.search import SEARCH
from .read_templates.state import INDEX_STATES, PING, SCOPE_INFO
from .read_templates.template import ReadTemplate


def in_one_map(text: str) -> str:
    """Return a text whose parameters are read from one map, the parameter ``p``.

    Args:
        text: The Cypher.
    """
    return re.sub(r"\$(\w+)", r"$p.\1", text)


TEMPLATES: Mapping[str, ReadTemplate] = MappingProxyType(
    {
        template.name: replace(template, text=in_one_map(template.text))
        for template in (
            *(PING, INDEX_STATES, SCOPE_INFO),
            *(PIN, EXPAND, SEARCH),
            *(NAMED, PICTURE, ENTITIES, SCOPE_SIZE, OUTDATED),
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
