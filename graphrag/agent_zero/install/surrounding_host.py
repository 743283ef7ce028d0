"""The Agent Zero folder that this package was installed into, for the command line.

On the command line no host runs, so everything is judged from where the files lie.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..host import layouts
from . import folders, site_packages


def surrounding_host(package: Path = layouts.PACKAGE) -> Path | None:
    """Return Agent Zero's root folder if the package is installed in it, in either layout.

    Args:
        package: The folder of this package.

    Returns:
        The root folder, or None if the package is not installed in Agent Zero.
    """
    root = layouts.root_around(package)
    return root if any((root / sign).is_file() for sign in layouts.ROOT_SIGNS) else None


def activate_packages() -> None:
    """Make the plugin's own Python packages importable if the package is installed in a host."""
    host = surrounding_host()
    if host is not None:
        site_packages.activate(folders.plugin_folders(host).site_packages)


def saved_settings(host: Path) -> Mapping[str, Any]:
    """Read what was saved on the settings page.

    Args:
        host: Agent Zero's root folder.

    Returns:
        The settings by name; empty if there are none, or if they cannot be read.
    """
    path = host.joinpath(*layouts.PLUGINS_PATH, "graphrag", "config.json")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
