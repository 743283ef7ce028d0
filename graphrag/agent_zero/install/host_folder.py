"""The Agent Zero folder that this package was installed into, for the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import folders, site_packages

_PACKAGE = Path(__file__).absolute().parents[2]
_SIGNS = ("helpers/extension.py", "python/helpers/extension.py")


def host_around(package: Path = _PACKAGE) -> Path | None:
    """Give Agent Zero's folder if the package lies in it, as a plugin (1.x) or beside it (0.9).

    Args:
        package: The folder of this package.
    """
    above = package.parent
    is_plugin = above.parts[-3:-1] == ("usr", "plugins")
    root = above.parents[2] if is_plugin else above
    return root if any((root / sign).is_file() for sign in _SIGNS) else None


def activate_packages() -> None:
    """Make the plugin's own Python packages importable, where it was installed into a host."""
    host = host_around()
    if host is not None:
        site_packages.activate(folders.homes(host).site_packages)


def saved_settings(host: Path) -> Mapping[str, Any]:
    """Read what was saved on the settings page; nothing where it cannot be read."""
    path = host / "usr" / "plugins" / "graphrag" / "config.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
