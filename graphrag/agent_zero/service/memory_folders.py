"""The host's memory folders that the graph follows."""

from __future__ import annotations

from collections.abc import Iterator

from ..host.memory_index import HostMemory, IndexView


class MemoryFolders:
    """The memory folders of the agents that were seen so far, each with its scope.

    Args:
        memory: The host's memory indexes.
    """

    def __init__(self, memory: HostMemory) -> None:
        self._memory = memory
        self._scopes: dict[str, str] = {}

    def add(self, subdir: str, scope: str) -> None:
        """Follow a folder from now on.

        Args:
            subdir: The host's memory folder.
            scope: Its scope in the graph.
        """
        self._scopes[subdir] = scope

    def views(self) -> Iterator[tuple[str, IndexView]]:
        """Yield scope and index of each folder that the host has open, as it is now."""
        for subdir, scope in list(self._scopes.items()):
            view = self._memory.view(subdir)
            if view is not None:
                yield scope, view

    def have_changed(self) -> bool:
        """Whether a folder may differ from when this was last called."""
        return any(self._memory.has_changed(subdir) for subdir in list(self._scopes))
