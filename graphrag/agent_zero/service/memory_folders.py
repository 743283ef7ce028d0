"""The host's memory folders that the graph follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..host.memory_index import HostMemory, IndexView
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

    def views(self) -> Iterator[tuple[str, IndexView]]:
        """Yield scope and index of each folder that the host has open, as it is now.

        The host keeps the index of a project that was deleted; that one is left out.
        """
        for subdir, scope in list(self._scopes.items()):
            view = self._memory.view(subdir)
            if view is not None and not is_deleted(self.root, subdir):
                yield scope, view

    def have_changed(self) -> bool:
        """Whether a folder, or the list of projects, may differ from the last call."""
        before, self._projects = self._projects, project_names(self.root)
        changed = [self._memory.has_changed(subdir) for subdir in list(self._scopes)]
        return self._projects != before or any(changed)
