"""Where in the host an agent lives: what its project and profile may set for themselves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from . import layouts

DISABLED, ENABLED = ".toggle-0", ".toggle-1"
"""The files with which the host disables and enables a plugin, in one of ``folders_of``."""


class Place(NamedTuple):
    """The project and the profile of an agent.

    Attributes:
        project: The project; empty for none.
        profile: The profile; empty for any.
    """

    project: str = ""
    profile: str = ""


WHOLE_HOST = Place()


def place_of(agent: Any) -> Place:
    """Return the place of an agent; the whole host in the 0.9 layout, and for None.

    Args:
        agent: The host's agent.
    """
    if agent is None or layouts.loaded(*layouts.PLUGINS) is None:
        return WHOLE_HOST
    return Place(agent.context.get_data("project") or "", agent.config.profile or "")


def folders_of(place: Place) -> tuple[Path, ...]:
    """Return the folders of the user's in which a place may set something, the nearest first.

    A folder that another plugin brings for a profile is left out.

    Args:
        place: The place.
    """
    plugin = layouts.PLUGIN_FOLDER
    tail = ("plugins", plugin.name)
    root = layouts.root_around()
    found: list[Path] = []
    if place.project:
        if place.profile:
            found.append(_project_meta(place.project, "agents", place.profile, *tail))
        found.append(_project_meta(place.project, *tail))
    if place.profile:
        found.append(root.joinpath("usr", "agents", place.profile, *tail))
        found.append(root.joinpath("agents", place.profile, *tail))
    return *found, plugin


def is_enabled(place: Place) -> bool:
    """Whether the plugin is enabled in a place; if not, the host calls none of its hooks there.

    The host enables a plugin unless a toggle file says otherwise; that of the nearest folder wins.

    Args:
        place: The place.
    """
    enabled = True
    for folder in reversed(folders_of(place)):
        toggle = DISABLED if enabled else ENABLED
        if os.path.exists(folder / toggle):
            enabled = not enabled
    return enabled


def _project_meta(project: str, *parts: str) -> Path:
    """Return a path in a project's own folder, also on the command line, where no host runs."""
    projects = layouts.loaded(*layouts.PROJECTS)
    if projects is None:
        return layouts.root_around().joinpath("usr", "projects", project, ".a0proj", *parts)
    return Path(projects.get_project_meta(project, *parts))
