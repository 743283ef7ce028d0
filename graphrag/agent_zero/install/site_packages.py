"""The plugin's own Python packages: behind everything that the host has."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def activate(site_packages: Path) -> None:
    """Append the folder of the plugin's own packages to the module search path, once.

    It is never put in front: a package that the host has is taken from the host.

    Args:
        site_packages: The folder; nothing happens where it does not exist.
    """
    folder = str(site_packages)
    if folder not in sys.path and site_packages.is_dir():
        sys.path.append(folder)
        importlib.invalidate_caches()
