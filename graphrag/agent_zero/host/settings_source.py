"""Where settings come from inside the host: the environment, then the plugin's configuration.

Every turn reads the switch. So the plugin's configuration is read again only when one of the files
that the host would read has changed, or one of the variables with which the host sets defaults.
Otherwise a look costs a few ``stat`` calls.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from ... import caps
from ...errors import SettingsError
from ...switch import deciding_variable, is_switched_on, unreadable_switch
from . import layouts
from .places import WHOLE_HOST, Place, folders_of, is_enabled, place_of

_CONFIG = "config.json"
_NO_CONFIG: Mapping[str, Any] = {}

_Stamp = tuple[object, ...]
_paths: dict[Place, tuple[str, ...]] = {}
_read: dict[Place, tuple[_Stamp, Mapping[str, Any]]] = {}


def is_on(agent: Any = None) -> bool:
    """Whether the plugin is switched on for an agent; without one, for the host as a whole.

    What is disabled in the host's list of plugins is off. The host may still call the hooks: if it
    was just listing them, it keeps the list that it had begun. Where the settings cannot be read,
    the plugin is off as well: nobody knows which database they name.
    """
    if deciding_variable() and not is_switched_on():
        return False  # off, a turn does not even ask where it belongs
    return _is_surely_on_in(place_of(agent))


def is_on_in(place: Place) -> bool:
    """Whether the plugin is switched on in a place, and enabled in the host's list of plugins.

    Args:
        place: The place.

    Raises:
        SettingsError: Its settings cannot be read.
    """
    config = config_in(place)
    return is_switched_on(config.get("graphrag_enabled", False)) and is_enabled(place)


def _is_surely_on_in(place: Place) -> bool:
    try:
        return is_on_in(place)
    except SettingsError:
        return False


def is_on_somewhere(besides: Place | None = None) -> bool:
    """Whether the plugin is on for the host as a whole, or for a project.

    Args:
        besides: Leave out this place, and every place that inherits its configuration.
    """
    if deciding_variable():
        return is_switched_on()
    return any(
        _is_surely_on_in(place)
        for place in _places()
        if besides is None or not _follows(place, besides)
    )


def is_disabled_everywhere() -> bool:
    """Whether the host's list of plugins leaves no place in which the plugin may run."""
    return not any(map(is_enabled, _places()))


def _places() -> Iterator[Place]:
    """Yield the places that the host has: itself, those that were read, and its projects.

    The projects are listed only if somebody asks for more than the host itself.
    """
    yield WHOLE_HOST
    from .projects import project_names  # only while the plugin is on: off, nothing is imported

    projects = project_names(layouts.root_around()) or ()
    # What was read before may be of a project that was deleted.
    yield from (place for place in list(_read) if not place.project or place.project in projects)
    yield from map(Place, projects)


def switch_problem(agent: Any) -> str:
    """Return why nobody knows whether the plugin is on, in one line; empty if it is known."""
    try:
        return unreadable_switch(plugin_config(agent).get("graphrag_enabled", False))
    except SettingsError as error:
        return str(error)


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
    """Return the plugin's configuration as the host resolves it; empty in the 0.9 layout.

    Args:
        agent: The host's agent, whose project and profile may have a configuration of their own.

    Raises:
        SettingsError: It cannot be read.
    """
    return config_in(place_of(agent))


def config_of_folder(subdir: str) -> Mapping[str, Any]:
    """Return the configuration of the project of a memory folder, or else of the whole host.

    Args:
        subdir: The host's memory folder: ``default`` or ``projects/<name>``.

    Raises:
        SettingsError: It cannot be read.
    """
    return config_in(_place_of_folder(subdir))


def is_folder_enabled(subdir: str) -> bool:
    """Whether the host's list of plugins lets the plugin run in the project of a memory folder.

    Args:
        subdir: The host's memory folder; one of no project counts for the whole host.
    """
    return is_enabled(_place_of_folder(subdir))


def _place_of_folder(subdir: str) -> Place:
    from .projects import project_names, project_of

    name = project_of(subdir)
    # Whoever asks may name anything; a name that is no folder of the host's is no project.
    return Place(name if name in (project_names(layouts.root_around()) or ()) else "")


def share_config(subdir: str, other: str) -> bool:
    """Whether two memory folders have the same configuration.

    Args:
        subdir: The host's memory folder.
        other: Another one.
    """
    try:
        return config_of_folder(subdir) == config_of_folder(other)
    except SettingsError:
        return False


def config_in(place: Place) -> Mapping[str, Any]:
    """Return the plugin's configuration in a place, as saved now; empty in the 0.9 layout.

    Args:
        place: The place.

    Raises:
        SettingsError: It cannot be read.
    """
    plugins = layouts.loaded(*layouts.PLUGINS)
    if plugins is None or layouts.PLUGIN_FOLDER.parent.name != layouts.PLUGINS_PATH[-1]:
        return _NO_CONFIG
    paths = _paths.get(place)
    if paths is None:
        paths = _paths[place] = _candidates(place)
    stamp = (*map(_stamp, paths), *_defaults_set())
    known = _read.get(place)
    if known is None or known[0] != stamp:
        try:
            found = plugins.get_plugin_config(
                layouts.PLUGIN_FOLDER.name, project_name=place.project, agent_profile=place.profile
            )
        except (OSError, ValueError) as error:
            read = next((path for path in paths if os.path.exists(path)), paths[-1])
            raise SettingsError(
                f"{read} cannot be read ({type(error).__name__})",
                "delete it or correct it, then save the settings of GraphRAG",
            ) from None
        known = _read[place] = (stamp, found if isinstance(found, Mapping) else _NO_CONFIG)
    return known[1]


def _candidates(place: Place) -> tuple[str, ...]:
    """Return the files of the user's that the host looks at; the first that exists wins.

    A configuration that another plugin brings for a profile is not watched; it is read again when
    one of these files changes.
    """
    found = [folder / _CONFIG for folder in folders_of(place)]
    return *map(str, found), str(layouts.PLUGIN_FOLDER / "default_config.yaml")


def _follows(place: Place, other: Place) -> bool:
    """Whether what is saved for the other place counts in this one, since nothing nearer does."""
    files, saved = _candidates(place), _candidates(other)[0]
    return saved in files and not any(map(os.path.exists, files[: files.index(saved)]))


def _stamp(path: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _defaults_set() -> list[tuple[str, str]]:
    """Return the variables with which the host replaces defaults of the plugin."""
    prefix = f"A0_SET_{layouts.PLUGIN_FOLDER.name}__".upper()
    return [item for item in os.environ.items() if item[0].upper().startswith(prefix)]
