"""Which database follows which of the host's memory folders: that of the folder's own settings."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .. import markers
from ..host.index import HostMemory
from ..host.places import Place
from ..host.utility_model import UtilityModel
from ..install.folders import plugin_folders
from .engine import Engine
from .memory_folders import MemoryFolder, MemoryFolders

if TYPE_CHECKING:
    from ...graph.extraction.llm import LlmExtractor


class Following:
    """Lets the graph of one database follow a memory folder, and of no other.

    Projects may have databases of their own, and the memory of one must not reach that of another.

    Args:
        memory: The host's memory indexes.
        root: The host's root folder.
        disabled: Called when the plugin was removed, or disabled in the host's list of plugins.

    Example:
        ::

            following = Following(HostMemory(), Path("/a0"))
            following.follow(engine, MemoryFolder("default", "me/default", settings))
            following.unfollow("default")
    """

    def __init__(
        self, memory: HostMemory, root: Path, disabled: Callable[[], None] = lambda: None
    ) -> None:
        self.utility_model = UtilityModel()
        self._memory = memory
        self._root = root
        self._disabled = disabled
        self._folders: dict[tuple[object, ...], MemoryFolders] = {}
        self._lock = threading.Lock()
        self._complaints: set[str] = set()

    def follow(self, engine: Engine, folder: MemoryFolder) -> None:
        """Let an engine's graph follow a folder, unless its settings switch that off.

        Args:
            engine: The engine of the folder's settings.
            folder: The folder.
        """
        if not folder.settings.graphrag_sync:
            self.unfollow(folder.subdir, folder.place)
            return
        key = Engine.key(folder.settings)
        with self._lock:  # two turns of one project may name two databases
            ours = self._folders.get(key)
            if ours is None:
                ours = self._folders[key] = MemoryFolders(self._memory, self._root, self._disabled)
            for other in list(self._folders.values()):
                if other is not ours:
                    other.remove(folder.subdir)
            ours.add(folder)
        engine.request_sync(ours, self._llm_extractor)

    def unfollow(self, subdir: str, place: Place | None = None) -> None:
        """Leave the graph of a memory folder as it is from now on; microseconds.

        Args:
            subdir: The host's memory folder.
            place: The agents that no longer count; None for all of them.
        """
        for folders in list(self._folders.values()):
            folders.remove(subdir, place)

    def _llm_extractor(self, folder: MemoryFolder) -> LlmExtractor | None:
        """Return what asks the folder's utility model about memories, if the user chose that."""
        settings = folder.settings
        if settings.graphrag_extraction != "llm":
            return None
        from ...graph.extraction.llm import LlmExtractor

        return LlmExtractor(
            partial(self.utility_model.ask, folder.subdir),
            plugin_folders(self._root, settings.graphrag_home).data / "extraction.sqlite3",
            calls_per_day=settings.graphrag_llm_calls_per_day,
            available=partial(self.utility_model.is_available, folder.subdir),
            complain=self._complain,
        )

    def _complain(self, problem: str) -> None:
        if problem not in self._complaints:
            self._complaints.add(problem)
            markers.note(f"the graph has no answers of the utility model: {problem}")
