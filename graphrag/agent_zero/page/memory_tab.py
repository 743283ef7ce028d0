"""The tab "Memory" of the screen: what the graph holds, and the user's own list of names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import SettingsError
from ...text.words import MAX_NAME_LENGTH, normalize_name
from ..host import layouts, name_lists
from .asked import text_asked
from .open_graph import PATIENCE_MS, OpenGraph, open_graph

if TYPE_CHECKING:
    from ...text.names.name_list import NameList

PAGE = 25
"""Names on one page of the list."""

_OUTDATED = 30
"""Pairs of an outdated memory and the newer one that are shown."""

_TEXT = 400
"""Characters that are shown of each memory."""

_CHANGES: Mapping[str, Callable[[NameList, str, str], NameList]] = {
    "rule_out": lambda names, name, other: names.rule_out(name),
    "join": lambda names, name, other: names.join(name, other),
    "undo": lambda names, name, other: names.separate(name, other) if other else names.undo(name),
}


def memory_state(
    plugin_config: Mapping[str, Any] | None, folder: str, asked: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what the graph holds of a memory folder: ready for JSON; blocking.

    Args:
        plugin_config: The settings as saved.
        folder: The host's memory folder.
        asked: ``text``, a part of the names to list, and ``page``, from 0.

    Returns:
        ``size`` (counts), ``entities`` (one page, by mentions), ``has_more``, ``outdated`` and
        ``listed`` (the user's list).

    Raises:
        GraphragError: The graph or the list cannot be read.
    """
    listed = listed_names(folder)
    with open_graph(plugin_config, folder) as graph:
        return {**graph.run(_contents(graph, asked)), **listed}


def change_names(folder: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Change the user's list of names of a memory folder; the sync follows it within seconds.

    Args:
        folder: The host's memory folder.
        asked: ``action`` (``rule_out``, ``join``, ``undo``), ``name``, and ``other`` for a pair.

    Returns:
        ``listed``, the list as it is now.

    Raises:
        SettingsError: The list cannot be changed in this way.
    """
    change = _CHANGES.get(text_asked(asked, "action"))
    name, other = text_asked(asked, "name"), text_asked(asked, "other")
    if change is None:
        raise SettingsError("there is no such change of the list")
    name_lists.change_names(_root(), folder, lambda names: change(names, name, other))
    return listed_names(folder)


def listed_names(folder: str) -> dict[str, Any]:
    """Return the user's list of names of a memory folder, ready for JSON.

    Args:
        folder: The host's memory folder.

    Raises:
        SettingsError: The list cannot be read.
    """
    names = name_lists.read_names(_root(), folder)
    return {"listed": {"ruled_out": names.ruled_out, "joined": names.joined}}


async def _contents(graph: OpenGraph, asked: Mapping[str, Any]) -> dict[str, Any]:
    page = asked.get("page")
    skip = PAGE * page if isinstance(page, int) and 0 <= page < 10_000 else 0
    scope = graph.scopes[0]
    wanted = {
        "scopes": [scope],
        "text": normalize_name(text_asked(asked, "text"))[:MAX_NAME_LENGTH],
        "skip": skip,
        "limit": PAGE + 1,
    }
    entities = await graph.store.read("entities", wanted, deadline_ms=PATIENCE_MS)
    size = await graph.store.read("scope_size", {"scope": scope}, deadline_ms=PATIENCE_MS)
    limits = {"scope": scope, "limit": _OUTDATED, "text_limit": _TEXT}
    outdated = await graph.store.read("outdated", limits, deadline_ms=PATIENCE_MS)
    nothing = {"documents": 0, "entities": 0, "mentions": 0, "held": 0, "synced_at": None}
    return {
        "size": size[0] if size else nothing,
        "entities": [_entity(row) for row in entities[:PAGE]],
        "has_more": len(entities) > PAGE,
        "outdated": [
            {**row, "day": _day(row["day"]), "old_day": _day(row["old_day"])} for row in outdated
        ],
    }


def _entity(row: Mapping[str, Any]) -> dict[str, Any]:
    from ...view.picture import type_in_words

    return {**row, "type": type_in_words(row["type"]), "aliases": row["aliases"] or []}


def _day(ordinal: int | None) -> str:
    return "" if ordinal is None else date.fromordinal(ordinal).isoformat()


def _root() -> Path:
    return layouts.root() or layouts.root_around()
