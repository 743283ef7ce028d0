"""What a request of the screen asks: anybody may send anything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

from ...errors import GraphragError, SettingsError
from ...text.storable import is_storable
from ...threads import run_in_thread
from ...wording import sentence
from ..host import settings_source

Config = Mapping[str, Any]

Given = ParamSpec("Given")
Result = TypeVar("Result")


async def apart(
    work: Callable[Given, Result], *arguments: Given.args, **named: Given.kwargs
) -> Result:
    """Return the result of work, done on a thread that a host that ends does not wait for.

    A thread of ``asyncio.to_thread`` is joined when the process ends, and doctor takes up to a
    minute where Neo4j does not answer.

    Args:
        work: What to do; it may take long.
        arguments: What it is called with.
        named: The same, by name.
    """
    return await asyncio.wrap_future(
        run_in_thread("graphrag-page", lambda: work(*arguments, **named))
    )


async def answer(asked: object, work: Callable[[Config, str], dict[str, Any]]) -> dict[str, Any]:
    """Return the answer to a request, worked out on another thread, or ``error`` in one line.

    Args:
        asked: The request. Its ``folder`` says whose settings count.
        work: Returns the answer for the settings as saved, and the memory folder.
    """
    if not isinstance(asked, dict):
        return refusal(asked)
    folder = str(asked.get("folder") or "")
    try:
        return await apart(lambda: work(settings_source.config_of_folder(folder), folder))
    except GraphragError as error:
        return {"error": sentence(str(error))}


def refusal(asked: object) -> dict[str, str]:
    """Return the answer to a request that is no JSON object; empty if it is one.

    Args:
        asked: The request.
    """
    if isinstance(asked, dict):
        return {}
    return {"error": "The request is no JSON object; send {...}."}


def text_asked(asked: Mapping[str, Any], field: str) -> str:
    """Return a text of a request; empty if it is not given.

    Args:
        asked: The request.
        field: Its field.

    Raises:
        SettingsError: It is no text, or holds what cannot be stored.
    """
    given = asked.get(field)
    if given is None:
        return ""
    if not isinstance(given, str):
        raise SettingsError(f"{field} is no text", "send a string")
    if not is_storable(given):
        raise SettingsError(f"{field} holds a character that cannot be stored", "send UTF-8 text")
    return given
