"""The plugin's state in words, for the settings page. It asks nobody and starts nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...config import Settings, load_settings
from ...connect import local_neo4j
from ...reasons import Reason
from ...switch import is_switched_on, unreadable_switch
from ...wording import sentence
from .. import markers
from ..host import layouts, settings_source
from ..host.projects import project_of
from ..install import requirements
from ..install.folders import plugin_folders
from ..service import kept_turns

# What a turn met may be over: nothing here says that it still is so.
_WORDS: Mapping[str, str] = {
    "off": "Off: memory recall works as it does without the plugin. To begin, "
    "choose where Neo4j runs, turn on 'Use the graph', and save.",
    "disabled": "Off: the plugin is disabled in Agent Zero's list of plugins. Enable it there.",
    "idle": "On. Waiting for the first message.",
    "ready": "On: the last turn used the graph.",
    "silent": "On: the graph had nothing to add to the last turn.",
    Reason.SHADOW: "On, in shadow mode: nothing is added to the prompt.",
    Reason.STARTING: "On. Neo4j was still starting at the last turn.",
    Reason.BREAKER: "On, but the last Neo4j request failed. Retrying in the background.",
    Reason.REFUSED: "On, but Neo4j could not be reached at the last turn: check its address, and "
    "that it is running.",
    Reason.TIMEOUT: "On, but Neo4j did not answer the last turn in time: it may be slow or busy.",
    Reason.AUTH: "On, but Neo4j did not accept the user or the password at the last turn.",
    Reason.DATABASE: "On, but Neo4j had no database of that name at the last turn.",
    Reason.PACKAGE: "On, but a Python package was missing at the last turn: press 'Set up Neo4j', "
    "or 'Install' if you use a server.",
    Reason.CLOSED: "On: the plugin was closed during the last turn, as for an update. The next "
    "message starts it again.",
    Reason.EMPTY_GRAPH: "On, but the graph was still empty at the last turn. It fills from your "
    "memories in the background.",
}


def report(
    plugin_config: Mapping[str, Any] | None = None, folder: str = layouts.DEFAULT_MEMORY
) -> dict[str, Any]:
    """Return the plugin's state, ready for JSON, without secrets; never raises.

    Args:
        plugin_config: The plugin's configuration as saved in the host.
        folder: ``projects/<name>`` for the project whose turns count, whatever its memory folder
            is. Without a project, all turns count that have the same configuration.

    Returns:
        ``switch`` (whether it is on), ``warnings``, ``state`` (one word) and ``words`` (one line).
    """
    config = plugin_config or {}
    saved = config.get("graphrag_enabled", False)
    is_on = is_switched_on(saved)
    loaded = load_settings(config)
    if settings_source.is_folder_enabled(folder):
        state, words = _state(loaded.settings, is_on=is_on, last=_last_turn(folder))
    else:
        state, words = "disabled", _WORDS["disabled"]
    problem = unreadable_switch(saved)
    warnings = [problem] if problem else []
    warnings += [warning for warning in loaded.warnings if "GRAPHRAG_ENABLED" not in warning]
    return {
        "switch": is_on,
        "warnings": warnings,
        "state": state,
        "words": words,
    }


def _last_turn(folder: str) -> kept_turns.LastTurn | None:
    if project_of(folder):
        return kept_turns.last_turn(lambda other: other == folder)
    return kept_turns.last_turn(lambda other: settings_source.share_config(other, folder))


def _state(settings: Settings, *, is_on: bool, last: kept_turns.LastTurn | None) -> tuple[str, str]:
    if not is_on:
        return "off", _WORDS["off"]
    found = plugin_folders(configured=settings.graphrag_home)
    packages = requirements.status(found.cache)
    if packages.state in ("installing", "failed"):
        return packages.state, f"On. {sentence(packages.detail)}"
    local = local_neo4j(settings, found.data, found.cache)
    if local is not None:
        server = local.status()
        if server.state != "running":
            return server.state, f"On. {sentence(server.detail)}"
    if last is None:
        is_shadow = settings.graphrag_mode == "shadow"
        return "idle", _WORDS[Reason.SHADOW if is_shadow else "idle"]
    if last.marker == markers.NEO4J_DOWN or last.reason in _WORDS:
        cause = last.cause or last.reason
        words = _WORDS.get(cause, f"On, but Neo4j could not be used ({cause}).")
        if last.cause and cause != Reason.AUTH:
            words += " Retrying in the background."
        if cause == Reason.TIMEOUT and local is not None:
            words += " If the next turns say so too, press Stop, then Start."
        return last.reason, words
    state = "silent" if last.marker == markers.EMPTY else "ready"
    return state, _WORDS[state]
