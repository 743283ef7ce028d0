"""The host's memory folders that one database follows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import SettingsError
from ...text.names.name_list import NameList
from ..host import layouts, settings_source
from ..host.index import HostMemory, IndexView, IndexWatch
from ..host.name_lists import Stamp, read_names, stamp_of
from ..host.places import WHOLE_HOST, Place
from ..host.projects import is_deleted, project_names
from .engine import Engine
from .latest_settings import LatestSettings

if TYPE_CHECKING:
    from ...config import Settings


@dataclass(frozen=True, slots=True)
class MemoryFolder:
    """A memory folder of the host.

    Attributes:
        subdir: The folder: ``default`` or ``projects/<name>``.
        scope: Its scope in the graph: the install id, and the folder.
        settings: The settings of the last agent that had a turn with this memory.
        place: The place of that agent.
    """

    subdir: str
    scope: str
    settings: Settings
    place: Place = WHOLE_HOST


class MemoryFolders:
    """The memory folders of the agents that were seen so far and use one database.

    Any thread may use it.

    Args:
        memory: The host's memory indexes.
        root: The host's root folder.
        disabled: Called when the plugin was removed, or disabled in the host's list of plugins and
            in all projects: the host then calls no hook that could end the sync.
    """

    def __init__(
        self, memory: HostMemory, root: Path, disabled: Callable[[], None] = lambda: None
    ) -> None:
        self.root = root
        self.install = ""
        """The install id of the scopes."""
        self._memory = memory
        self._disabled = disabled
        self._folders: dict[str, dict[Place, MemoryFolder]] = {}
        self._lock = threading.Lock()  # for those who change it; readers copy
        self._watch = IndexWatch()
        self._projects = project_names(root)
        self._settings = LatestSettings()
        self._settings_have_changed = False
        self._listed: dict[str, Stamp] = {}

    def add(self, folder: MemoryFolder) -> None:
        """Follow a folder from now on, with these settings.

        Args:
            folder: The folder.
        """
        with self._lock:
            others = self._folders.get(folder.subdir, {}).items()
            of_places = {place: other for place, other in others if place != folder.place}
            self._folders[folder.subdir] = {**of_places, folder.place: folder}  # the latest is last
            self.install = folder.scope.partition("/")[0]

    def subdirs(self) -> tuple[str, ...]:
        """Return the names of the folders."""
        return tuple(self._folders)

    def of_scope(self, scope: str) -> MemoryFolder | None:
        """Return the folder of a scope, if it is followed.

        Args:
            scope: A scope in the graph.
        """
        return next((one for one in self._latest() if one.scope == scope), None)

    def remove(self, subdir: str, place: Place | None = None) -> None:
        """Stop following a folder, unless agents of other places still use it.

        Args:
            subdir: The host's memory folder.
            place: The place whose agents no longer count; None for all places.
        """
        with self._lock:
            self._remove(subdir, place)

    def followed(self) -> Iterator[MemoryFolder]:
        """Yield each folder that is followed.

        The host keeps the index of a project that was deleted; that one is left out.
        """
        self._apply_saved_settings()
        for folder in self._latest():
            if is_deleted(self.root, folder.subdir):
                self._memory.drop(folder.subdir)
            else:
                yield folder

    def view(self, folder: MemoryFolder) -> IndexView | None:
        """Return a folder's index as it is now; None if the host has not opened it.

        Args:
            folder: The folder.
        """
        return self._memory.view(folder.subdir)

    def names(self, subdir: str) -> NameList:
        """Return the user's own list of names of a folder.

        Args:
            subdir: The host's memory folder.

        Raises:
            SettingsError: It cannot be read.
        """
        return read_names(self.root, subdir)

    def have_changed(self) -> bool:
        """Whether a folder, its settings or the list of projects may differ from the last call."""
        if settings_source.is_disabled_everywhere() or not layouts.PACKAGE.is_dir():
            self._disabled()
            return False
        self._apply_saved_settings()
        resaved, self._settings_have_changed = self._settings_have_changed, False
        before, self._projects = self._projects, project_names(self.root)
        subdirs = list(self._folders)
        changed = [self._watch.has_changed(subdir) for subdir in subdirs]
        relisted = [self._names_changed(subdir) for subdir in subdirs]
        return self._projects != before or resaved or any(changed) or any(relisted)

    def _apply_saved_settings(self) -> None:
        """Apply the settings as saved now to each folder; no turn may come to bring them.

        A folder is no longer followed if the plugin or the sync is now off for its agents, or if
        they now use another database.
        """
        for of_places in list(self._folders.values()):
            for folder in list(of_places.values()):
                try:
                    saved = self._saved_settings(folder.place)
                except SettingsError:  # perhaps they are just being saved
                    continue
                if saved != folder.settings:
                    self._replace(folder, saved)

    def _saved_settings(self, place: Place) -> Settings | None:
        """Return the settings of a place; None if nothing of its agents is to be followed."""
        if not settings_source.is_on_in(place):
            return None
        settings = self._settings.read(settings_source.config_in(place)).settings
        return settings if settings.graphrag_sync else None

    def _replace(self, folder: MemoryFolder, saved: Settings | None) -> None:
        """Keep a folder with other settings, or stop following it."""
        with self._lock:
            of_places = self._folders.get(folder.subdir, {})
            if of_places.get(folder.place) is not folder:  # a turn has just brought newer settings
                return
            self._settings_have_changed = True
            if saved is not None and Engine.key(saved) == Engine.key(folder.settings):
                of_places[folder.place] = replace(folder, settings=saved)
            else:
                self._remove(folder.subdir, folder.place)

    def _remove(self, subdir: str, place: Place | None) -> None:
        """Do what ``remove`` says; the lock is held."""
        others = self._folders.get(subdir, {}).items()
        left = {other: folder for other, folder in others if place not in (None, other)}
        if left:
            self._folders[subdir] = left
        else:
            self._folders.pop(subdir, None)

    def _latest(self) -> list[MemoryFolder]:
        """Return each folder as the latest turn with it had it."""
        of_all = [list(of_places.values()) for of_places in list(self._folders.values())]
        return [of_places[-1] for of_places in of_all if of_places]

    def _names_changed(self, subdir: str) -> bool:
        stamp = stamp_of(self.root, subdir)
        before = self._listed.get(subdir)
        self._listed[subdir] = stamp
        return stamp != before
