"""What projects and profiles set for themselves, read from their files. No host needs to run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..host import layouts
from ..host.places import DISABLED, ENABLED, WHOLE_HOST, Place, is_enabled
from ..host.projects import project_of
from .file_layout import layout_of
from .surrounding_host import saved_settings

_FILES = ("config.json", DISABLED, ENABLED)


@dataclass(frozen=True, slots=True)
class PlaceSettings:
    """What was saved for the whole host, or for a project or a profile of it.

    Attributes:
        name: The place in words; empty for the whole host.
        subdir: The memory folder of its agents.
        is_enabled: Whether the host's list of plugins enables the plugin there.
        saved: The settings by name.
    """

    name: str
    subdir: str
    is_enabled: bool
    saved: Mapping[str, Any]


def settings_of_places(host: Path) -> list[PlaceSettings]:
    """Return the settings of the whole host, then those of each place with settings or a toggle.

    Args:
        host: The host's root folder.
    """
    layout = layout_of(host)
    places = [WHOLE_HOST]
    if layout is not None and layout.has_plugins:
        tail = Path("plugins", layouts.PLUGIN_FOLDER.name)
        places += sorted({place for place, folder in _folders(host) if _is_set(folder / tail)})
    return [
        PlaceSettings(
            _in_words(place),
            layouts.memory_of_project(place.project),
            is_enabled(place),
            saved_settings(host, place),
        )
        for place in places
    ]


def settings_of_folder(host: Path, subdir: str) -> Mapping[str, Any]:
    """Return what was saved for the agents of a memory folder, by name.

    Args:
        host: The host's root folder.
        subdir: The memory folder: ``default`` or ``projects/<name>``.
    """
    return saved_settings(host, Place(project_of(subdir)))


def _folders(host: Path) -> Iterator[tuple[Place, Path]]:
    for folder in host.glob("usr/projects/*/.a0proj"):
        project = folder.parent.name
        yield Place(project), folder
        for profile in folder.glob("agents/*"):
            yield Place(project, profile.name), profile
    for pattern in ("usr/agents/*", "agents/*"):
        for profile in host.glob(pattern):
            yield Place(profile=profile.name), profile


def _is_set(folder: Path) -> bool:
    return any((folder / name).exists() for name in _FILES)


def _in_words(place: Place) -> str:
    parts = (("project", place.project), ("profile", place.profile))
    return " with ".join(f"{kind} {name}" for kind, name in parts if name)
