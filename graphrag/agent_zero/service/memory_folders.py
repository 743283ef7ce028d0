"""The host's memory folders that the graph follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...text.name_list import NameList
from ..host.memory_index import HostMemory, IndexView
from ..host.name_lists import Stamp, read_names, stamp_of
from ..host.projects import is_deleted, project_names


class MemoryFolders:
    """The memory folders of the agents that were seen so far, each with its scope.

    Args:
        memory: The host's memory indexes.
        root: The host's root folder.
    """

    def __init__(self, memory: HostMemory, root: Path) -> None:
        self.root = root
        self.install = ""
        """The install id of the scopes."""
        self._memory = memory
        self._scopes: dict[str, str] = {}
        self._projects = project_names(root)
        self._listed: dict[str, Stamp] = {}

    def add(self, subdir: str, scope: str) -> None:
        """Follow a folder from now on.

        Args:
            subdir: The host's memory folder.
            scope: Its scope in the graph: the install id, and the folder.
        """
        self._scopes[subdir] = scope
        self.install = scope.removesuffix(f"/{subdir}")

    def subdirs(self) -> tuple[str, ...]:
        """Return the folders."""
        return tuple(self._scopes)

    def remove(self, subdir: str) -> None:
        """Follow a folder no more.

        Args:
            subdir: The host's memory folder.
        """
        self._scopes.pop(subdir, None)

    def views(self) -> Iterator[tuple[str, str, IndexView]]:
        """Yield folder, scope and index of each folder that the host has open, as it is now.

        The host keeps the index of a project that was deleted; that one is left out.
        """
        for subdir, scope in list(self._scopes.items()):
            view = self._memory.view(subdir)
            if view is not None and not is_deleted(self.root, subdir):
                yield subdir, scope, view

    def names(self, subdir: str) -> NameList:
        """Return the user's own list of names of a folder.

        Args:
            subdir: The host's memory folder.

        Raises:
            SettingsError: It cannot be read.
        """
        return read_names(self.root, subdir)

    def have_changed(self) -> bool:
        """Whether a folder, or the list of projects, may differ from the last call."""
        before, self._projects = self._projects, project_names(self.root)
        subdirs = list(self._scopes)
        changed = [self._memory.has_changed(subdir) for subdir in subdirs]
        relisted = [self._names_changed(subdir) for subdir in subdirs]
        return self._projects != before or any(changed) or any(relisted)

    def _names_changed(self, subdir: str) -> bool:
        stamp = stamp_of(self.root, subdir)
        before = self._listed.get(subdir)
        self._listed[subdir] = stamp
        return stamp != before
