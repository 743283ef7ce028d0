"""The plugin's own Python packages: at the end of the search path, after everything of the host."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def folder_in(cache: Path) -> Path:
    """Return the folder of the packages.

    Args:
        cache: The plugin's folder for what can be downloaded again.
    """
    return cache / "site-packages"


def activate(site_packages: Path) -> None:
    """Append the folder of the plugin's own packages to the module search path, once.

    The folder is never put first: if the host has a package, the host's is used.

    Args:
        site_packages: The folder; nothing happens if it does not exist.
    """
    folder = str(site_packages)
    if folder not in sys.path and site_packages.is_dir():
        sys.path.append(folder)
        importlib.invalidate_caches()
