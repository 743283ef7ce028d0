"""A sync that begins at the first request, in the background: its code takes long to load."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ....threads import start_thread
from ... import markers

if TYPE_CHECKING:
    from .sync import GraphSync


class LateSync:
    """Begins the sync of one database once, and waits for it; for several threads at once.

    Attributes:
        begun: The sync; None before it has begun.
    """

    def __init__(self) -> None:
        self.begun: GraphSync | None = None
        self._begins = False
        self._failed = False
        self._is_closed = False
        self._changed = threading.Condition()

    def request(self, make: Callable[[], GraphSync]) -> None:
        """Request a look of the sync; returns at once.

        Args:
            make: Returns the sync if it has not begun yet; called on a thread of its own.
        """
        with self._changed:
            sync = self.begun
            begins = sync is None and not self._begins and not self._is_closed
            self._begins |= begins
            self._failed &= not begins
        if sync is not None:
            sync.request()
        elif begins:
            try:
                start_thread("graphrag-sync-start", self._begin, make)
            except RuntimeError as error:  # the machine allows no further thread at the moment
                self._could_not_begin(error)

    def wait_idle(self, timeout_s: float) -> bool:
        """Wait until the sync has begun and every request so far has been answered; blocking.

        Args:
            timeout_s: Longest wait, in seconds.

        Returns:
            Whether that happened in time. If the sync could not begin, False at once.
        """
        ends = time.monotonic() + timeout_s
        with self._changed:
            self._changed.wait_for(
                lambda: self.begun is not None or self._failed or self._is_closed, timeout_s
            )
            sync = self.begun
        return sync is not None and sync.wait_idle(ends - time.monotonic())

    def close(self) -> None:
        """End the sync. After that, none begins."""
        with self._changed:
            self._is_closed = True
            sync = self.begun
            self._changed.notify_all()
        if sync is not None:
            sync.close()

    def _begin(self, make: Callable[[], GraphSync]) -> None:
        try:
            sync = make()
            sync.request()  # whoever waits for the sync finds it busy
        except Exception as error:
            self._could_not_begin(error)
            return
        with self._changed:
            is_closed = self._is_closed
            if not is_closed:
                self.begun = sync
                self._changed.notify_all()
        if is_closed:
            sync.close()

    def _could_not_begin(self, error: Exception) -> None:
        markers.note(f"memory sync could not start: {type(error).__name__}: {error}")
        with self._changed:
            self._begins = False  # the next turn tries again
            self._failed = True
            self._changed.notify_all()
