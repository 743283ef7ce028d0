"""The Agent Zero folder that this package was installed into, for the command line.

On the command line no host runs, so everything is judged from where the files lie.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..host import layouts
from ..host.places import WHOLE_HOST, Place, folders_of
from . import folders, site_packages
from .file_layout import layout_of

_ASSIGNMENT = re.compile(r"^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(.*)$", re.MULTILINE)


def surrounding_host() -> Path | None:
    """Return Agent Zero's root folder; None if the package is not installed in Agent Zero."""
    root = layouts.root_around()
    return root if layout_of(root) is not None else None


def host_and_folders() -> tuple[Path | None, folders.PluginFolders]:
    """Return the host that the package is installed in, or None, and the plugin's folders."""
    host = surrounding_host()
    home = None if host is None else environment_of(host).get("GRAPHRAG_HOME")
    return host, folders.plugin_folders(host, home)


def activate_packages() -> None:
    """Make the plugin's own Python packages importable if the package is installed in a host."""
    host, found = host_and_folders()
    if host is not None:
        site_packages.activate(found.site_packages)


def environment_of(host: Path) -> Mapping[str, str]:
    """Read the variables that the host loads when it starts; they win over the process environment.

    Args:
        host: Agent Zero's root folder.
    """
    try:
        text = (host / "usr" / ".env").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    try:
        from dotenv import dotenv_values
    except ImportError:  # the host's own Python has it; the installer's may not
        return {name: _value(written) for name, written in _ASSIGNMENT.findall(text)}
    found = dotenv_values(stream=io.StringIO(text))
    return {name: value for name, value in found.items() if value is not None}


def _value(written: str) -> str:
    """Return the value of an assignment, without its quotes and the comment after it."""
    written = written.strip()
    if written.startswith(("'", '"')):
        return written[1:].partition(written[0])[0]
    return written.partition(" #")[0].rstrip()


def _defaults_set(spelled: Callable[[str], str]) -> dict[str, str]:
    """Return the defaults that the environment sets, by the names of the settings.

    The host looks for each as it is, and then in capitals.
    """
    prefix = spelled("A0_SET_graphrag__")
    found = {
        name.removeprefix(prefix): value
        for name, value in os.environ.items()
        if name.startswith(prefix)
    }
    return {name.lower(): value for name, value in found.items() if name == spelled(name.lower())}


def saved_settings(host: Path, place: Place = WHOLE_HOST) -> Mapping[str, Any]:
    """Read what was saved on the settings page, or the defaults that the environment sets.

    Args:
        host: Agent Zero's root folder.
        place: The project and the profile of an agent; the nearest saved settings count.

    Returns:
        The settings by name; empty if there are none, or if they cannot be read.
    """
    where = (*folders_of(place)[:-1], host.joinpath(*layouts.PLUGINS_PATH, "graphrag"))
    paths = [folder / "config.json" for folder in where]
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        return {**_defaults_set(str.upper), **_defaults_set(str)}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
