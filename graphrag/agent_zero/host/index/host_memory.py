"""Read the memory index that the host has opened: texts, vectors and nearest neighbours.

Nothing here opens an index: the host's ``Memory.get`` loads models and imports knowledge. Other
threads of the host change the index at any time. So it is copied, the copy is checked for
consistency, and it is kept until the index has changed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from .. import layouts
from .copying import Stamp, copy_of, copy_of_damaged
from .view import IndexView

DAMAGED_AFTER_S = 10.0
"""An index with another number of vectors than of memories is being changed; after so many seconds
it is damaged."""


class HostMemory:
    """The host's open memory indexes, each copied once and again when it has changed.

    Example:
        ::

            view = HostMemory().view("default")
            if view is not None and view.vectors is not None:
                view.nearest(view.vectors[0], limit=5)    # ids of documents, best first
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._views: dict[str, tuple[Stamp, IndexView]] = {}
        self._uneven: dict[str, tuple[int, float]] = {}
        """By folder: how many vectors too many its index has, and since when."""
        self._locks: dict[str, threading.Lock] = {}

    def is_still(self, subdir: str, state: object) -> bool:
        """Whether an index is as it was copied; microseconds, so the host's loop may call it.

        Args:
            subdir: The host's memory folder.
            state: ``IndexView.state`` of the copy; None if the host had not opened the index.
        """
        store = _open_index(subdir)
        if store is None or state is None:
            return store is None and state is None
        known = self._views.get(subdir)
        return known is not None and known[1].state is state and known[0].is_same(Stamp.of(store))

    def view(self, subdir: str) -> IndexView | None:
        """Return the copy of an index; None while the host has not opened it.

        Copying may take long, but it keeps nobody waiting who asks for another folder.

        Args:
            subdir: The host's memory folder: ``default`` or ``projects/<name>``.
        """
        store = _open_index(subdir)
        with self._locks.setdefault(subdir, threading.Lock()):
            if store is None:
                self._views.pop(subdir, None)
                return None
            stamp = Stamp.of(store)
            known = self._views.get(subdir)
            if known is not None and known[0].is_same(stamp):
                return known[1]
            fresh = copy_of(store)
            if fresh is not None:
                self._uneven.pop(subdir, None)
            elif self._is_damaged(subdir, stamp):
                fresh = copy_of_damaged(store)
            if fresh is None:  # it changes too fast to be copied; the last copy is a moment old
                return known[1] if known is not None else None
            self._views[subdir] = fresh
            return fresh[1]

    def drop(self, subdir: str) -> None:
        """Let go of the copy of an index, for a folder that was deleted.

        Args:
            subdir: The host's memory folder.
        """
        self._views.pop(subdir, None)
        self._uneven.pop(subdir, None)

    def _is_damaged(self, subdir: str, stamp: Stamp) -> bool:
        """Whether an index has had so many vectors too many, or too few, for a while."""
        surplus, since = self._uneven.get(subdir, (0, 0.0))
        if surplus != stamp.surplus:
            surplus, since = self._uneven[subdir] = (stamp.surplus, self._clock())
        return surplus != 0 and self._clock() - since >= DAMAGED_AFTER_S


class IndexWatch:
    """Notices that an index has changed, for one who asks again and again."""

    def __init__(self) -> None:
        self._seen: dict[str, Stamp | None] = {}

    def has_changed(self, subdir: str) -> bool:
        """Whether an index may differ from when this was last called. Takes microseconds.

        Args:
            subdir: The host's memory folder.
        """
        store = _open_index(subdir)
        stamp = None if store is None else Stamp.of(store)
        before = self._seen.get(subdir)
        self._seen[subdir] = stamp
        return stamp is not None and (before is None or not stamp.is_same(before))


def _open_index(subdir: str) -> Any | None:
    """Return the host's index object of a memory folder; None if the host has not opened it."""
    memory = layouts.memory_module()
    return None if memory is None else memory.Memory.index.get(subdir)
