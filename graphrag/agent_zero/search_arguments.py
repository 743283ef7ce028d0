"""The arguments of the tool ``graph_search``: from a model, so of any type and under any name."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..model import SearchOptions
from ..packing.untrusted import clean
from .host.question_embedder import MAX_CHARACTERS

QUERY = "query"
_OPTIONS = {
    "max_results": "a number from 1",
    "use_graph": "true or false",
    "min_graph_score": "a number from 0 to 1",
}
_OF_THE_HOST = ("action", "method")
"""Agent Zero 2.x adds these to the arguments, if the model calls ``graph_search:something``."""

_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
_NAMES_SHOWN, _MAX_NAME = 5, 40


@dataclass(frozen=True, slots=True)
class SearchArguments:
    """What a search was given.

    Attributes:
        query: What to search for; empty if that was not given, or is no text.
        options: The options; what cannot be read counts as not given.
        remark: A line that names what was not used; empty if everything was.
    """

    query: str
    options: SearchOptions
    remark: str


def read_arguments(arguments: Mapping[str, Any]) -> SearchArguments:
    """Read the arguments of a search.

    Args:
        arguments: What the model wrote. Null and empty values count as not given; a list of words
            is a query, too.
    """
    results = _number(arguments.get("max_results"), least=1, most=math.inf)
    use_graph = _truth(arguments.get("use_graph"))
    score = _number(arguments.get("min_graph_score"), least=0, most=1)
    read = {"max_results": results, "use_graph": use_graph, "min_graph_score": score}
    options = SearchOptions(
        use_graph=use_graph is not False,
        max_results=None if results is None else int(results),
        min_graph_score=score,
    )
    return SearchArguments(_text(arguments.get(QUERY)), options, _remark(arguments, read))


def _text(given: object) -> str:
    if isinstance(given, list | tuple):
        return " ".join(filter(None, map(_text, given)))[:MAX_CHARACTERS]
    return (
        "" if given is None or isinstance(given, Mapping) else str(given).strip()[:MAX_CHARACTERS]
    )


def _number(given: object, *, least: float, most: float) -> float | None:
    try:
        number = float(str(given))
    except ValueError:
        return None
    return number if math.isfinite(number) and least <= number <= most else None


def _truth(given: object) -> bool | None:
    word = str(given).strip().lower()
    return word in _TRUE if word in (*_TRUE, *_FALSE) else None


def _remark(arguments: Mapping[str, Any], read: Mapping[str, object]) -> str:
    unused = [
        f"{name} (not {_OPTIONS[name]})"
        for name, value in read.items()
        if value is None and arguments.get(name) not in (None, "")
    ]
    unused += _unknown(arguments)
    known = ", ".join((QUERY, *_OPTIONS))
    return f"Not used: {', '.join(unused)}. The arguments are {known}." if unused else ""


def _unknown(arguments: Mapping[str, Any]) -> Iterator[str]:
    known = (QUERY, *_OPTIONS, *_OF_THE_HOST)
    names = [name for name in arguments if name not in known]
    yield from (clean(str(name))[:_MAX_NAME] for name in names[:_NAMES_SHOWN])
    if len(names) > _NAMES_SHOWN:
        yield f"{len(names) - _NAMES_SHOWN} more"
