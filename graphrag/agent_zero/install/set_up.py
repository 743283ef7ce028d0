"""Installing the Python packages: when the user asks, and again where a new container lost them.

An image update may keep no more than the host's ``usr/``. Whoever has installed the packages once
has agreed to the download, so a mark in ``usr/`` lets the plugin fetch them again by itself.
"""

from __future__ import annotations

import contextlib
import threading
import time

from ...local import LocalNeo4j
from ...threads import start_thread
from . import requirements, site_packages
from .folders import PluginFolders
from .requirements import InstallState, OnProgress

RETRY_S = 60.0
"""Time from one try to fetch lost packages to the next, in seconds."""


def install_packages(
    found: PluginFolders, *, local: bool = False, on_progress: OnProgress | None = None
) -> InstallState:
    """Install the packages that are missing, and make them importable; blocking.

    Args:
        found: The plugin's folders.
        local: Whether to install the requirements of the local Neo4j too; where it ran before,
            they always are.
        on_progress: Called with one line for each step.

    Returns:
        The state afterwards: ``installed``, or ``failed`` with the reason. Nothing is raised.
    """
    local = local or _had_local(found)
    state = requirements.ensure(found.cache, local=local, on_progress=on_progress)
    site_packages.activate(found.site_packages)
    if state.state == "installed":
        mark_installed(found)
    return state


def install_in_background(found: PluginFolders) -> None:
    """Run ``install_packages`` on a thread."""
    start_thread("graphrag-install", lambda: install_packages(found))


def mark_installed(found: PluginFolders) -> None:
    """Note in the user's data that the packages were installed."""
    with contextlib.suppress(OSError):  # then they are not fetched again by themselves
        found.data.mkdir(parents=True, exist_ok=True)
        found.packages_mark.touch()


def has_lost_packages(found: PluginFolders) -> bool:
    """Whether packages that were installed here once are gone, or belong to another Python.

    Args:
        found: The plugin's folders.
    """
    # An earlier version left no mark, and a user may have put this one's files in place by hand.
    if not (found.packages_mark.exists() or requirements.were_installed(found.cache)):
        return False
    return requirements.status(found.cache, local=_had_local(found)).state != "installed"


class LostPackages:
    """Fetches lost packages, one try at a time and at most one a minute."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last_try = -RETRY_S

    def fetch(self, found: PluginFolders) -> None:
        """Install what was lost, if anything was; blocking, unless another thread is at it.

        Args:
            found: The plugin's folders.
        """
        if not self._lock.acquire(blocking=False):
            return
        try:
            due = time.monotonic() - self._last_try >= RETRY_S
            if due and has_lost_packages(found):
                self._last_try = time.monotonic()
                install_packages(found)
        finally:
            self._lock.release()


lost_packages = LostPackages()
"""The one of this process."""


def _had_local(found: PluginFolders) -> bool:
    return LocalNeo4j(found.local_paths).ran_before
