"""Where settings come from inside the host: the environment, then the 1.x plugin's configuration.

Every turn reads the switch. So the plugin's configuration is read again only when one of the files
that the host would read has changed. Otherwise a look costs a few ``stat`` calls.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ... import caps
from ...switch import deciding_variable, is_switched_on, unreadable_switch
from . import layouts

_CONFIG = "config.json"
_WHOLE_HOST = ("", "")
_NO_CONFIG: Mapping[str, Any] = {}

_Stamp = tuple[tuple[int, int, int] | None, ...]
_paths: dict[tuple[str, str], tuple[str, ...]] = {}
_read: dict[tuple[str, str], tuple[_Stamp, Mapping[str, Any]]] = {}


def is_on(agent: Any = None) -> bool:
    """Whether the plugin is switched on for an agent; without one, for the host as a whole."""
    if deciding_variable():
        return is_switched_on()
    return is_switched_on(plugin_config(agent).get("graphrag_enabled", False))


def is_on_somewhere(besides: tuple[str, str] | None = None) -> bool:
    """Whether the plugin is on for the host as a whole, or for a project.

    Args:
        besides: Project and profile whose configuration does not count.
    """
    if deciding_variable():
        return is_switched_on()
    from .projects import project_names  # only while the plugin is on: off, nothing is imported

    projects = project_names(_root()) or ()
    # What was read before may be of a project that was deleted.
    read = [place for place in list(_read) if not place[0] or place[0] in projects]
    places = dict.fromkeys([_WHOLE_HOST, *read, *((name, "") for name in projects)])
    return any(
        is_switched_on(_config_of(*place).get("graphrag_enabled", False))
        for place in places
        if place != besides
    )


def switch_problem(agent: Any = None) -> str:
    """Return what is wrong with the switch's value, in one line; empty if it can be read."""
    return unreadable_switch(plugin_config(agent).get("graphrag_enabled", False))


def turn_budget_ms(config: Mapping[str, Any]) -> int:
    """Read the time budget of one turn's graph work, without building the settings.

    Args:
        config: The plugin's configuration.

    Returns:
        Milliseconds, as the settings would have them.
    """
    given = os.environ.get("GRAPHRAG_TURN_BUDGET_MS") or config.get("graphrag_turn_budget_ms")
    return caps.turn_budget_ms(given)


def is_shadow(config: Mapping[str, Any]) -> bool:
    """Whether the mode keeps the block out of the prompt, without building the settings.

    Args:
        config: The plugin's configuration.
    """
    return (os.environ.get("GRAPHRAG_MODE") or config.get("graphrag_mode")) == "shadow"


def secrets(config: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the texts that nothing may show.

    Args:
        config: The plugin's configuration.
    """
    given = (os.environ.get("NEO4J_PASSWORD"), config.get("neo4j_password"))
    return tuple(str(password) for password in given if password)


def plugin_config(agent: Any = None) -> Mapping[str, Any]:
    """Return the 1.x plugin's configuration as the host resolves it; empty in the 0.9 layout.

    Args:
        agent: The host's agent, whose project and profile may have a configuration of their own.
    """
    if agent is None or layouts.loaded(*layouts.PLUGINS) is None:
        return _config_of(*_WHOLE_HOST)
    return _config_of(agent.context.get_data("project") or "", agent.config.profile or "")


def config_of_folder(subdir: str) -> Mapping[str, Any]:
    """Return the configuration of the project of a memory folder, or else of the whole host.

    Args:
        subdir: The host's memory folder: ``default`` or ``projects/<name>``.
    """
    from .projects import SUBDIR, project_names

    name = subdir.removeprefix(SUBDIR) if subdir.startswith(SUBDIR) else ""
    # Whoever asks may name anything; a name that is no folder of the host's is no project.
    return _config_of(name if name in (project_names(_root()) or ()) else "", "")


def _config_of(project: str, profile: str) -> Mapping[str, Any]:
    plugins = layouts.loaded(*layouts.PLUGINS)
    if plugins is None or layouts.PLUGIN_FOLDER.parent.name != layouts.PLUGINS_PATH[-1]:
        return _NO_CONFIG
    where = (project, profile)
    paths = _paths.get(where)
    if paths is None:
        paths = _paths[where] = _candidates(*where)
    stamp = tuple(_stamp(path) for path in paths)
    known = _read.get(where)
    if known is None or known[0] != stamp:
        found = plugins.get_plugin_config(
            layouts.PLUGIN_FOLDER.name, project_name=project, agent_profile=profile
        )
        known = _read[where] = (stamp, found if isinstance(found, Mapping) else _NO_CONFIG)
    return known[1]


def _candidates(project: str, profile: str) -> tuple[str, ...]:
    """Return the files of the user's that the host looks at; the first that exists wins.

    A configuration that another plugin brings for a profile is read again with the next of these.
    """
    plugin = layouts.PLUGIN_FOLDER
    tail = ("plugins", plugin.name, _CONFIG)
    root = _root()
    found: list[Path] = []
    projects = layouts.loaded(*layouts.PROJECTS)
    if project and projects is not None:
        if profile:
            found.append(Path(projects.get_project_meta(project, "agents", profile, *tail)))
        found.append(Path(projects.get_project_meta(project, *tail)))
    if profile:
        found.append(root.joinpath("usr", "agents", profile, *tail))
        found.append(root.joinpath("agents", profile, *tail))
    found += [plugin / _CONFIG, plugin / "default_config.yaml"]
    return tuple(str(path) for path in found)


def _root() -> Path:
    return layouts.root_around(layouts.PLUGIN_FOLDER / layouts.PACKAGE.name)


def _stamp(path: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
