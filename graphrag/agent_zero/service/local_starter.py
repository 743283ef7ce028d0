"""Starts a local Neo4j that was set up and does not run, and waits while it comes up."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...local import LocalNeo4j

_RESTART_PAUSE_S = 60.0
_START_S = 180.0
_LAUNCH_S = 10.0
_POLL_S = 0.3


class LocalStarter:
    """Starts the local Neo4j when it is needed, at most once a minute; never downloads.

    Args:
        local: The local Neo4j; None if the database is elsewhere, and nothing is ever started.
    """

    def __init__(self, local: LocalNeo4j | None) -> None:
        self._local = local
        self._lock = threading.Lock()
        self._started = -_RESTART_PAUSE_S
        self._is_closed = False

    def start_if_stopped(self) -> bool:
        """Start the server if it does not run, unless the user stopped it; returns at once.

        Returns:
            Whether it was started just now.
        """
        local = self._local
        if local is None or local.stays_stopped:
            return False
        if local.status().state not in ("stopped", "failed"):
            return False
        with self._lock:
            if not local.is_set_up or time.monotonic() - self._started < _RESTART_PAUSE_S:
                return False
            self._started = time.monotonic()
        local.start_in_background()
        return True

    def wait(self) -> None:
        """Wait while the server comes up, for three minutes at most."""
        local = self._local
        if local is None:
            return
        ends = time.monotonic() + _START_S
        while not self._is_closed and time.monotonic() < ends:
            state = local.status().state
            # Just after the launch, the server's process may not have reported yet.
            launching = state == "stopped" and time.monotonic() - self._started < _LAUNCH_S
            if state != "starting" and not launching:
                return
            time.sleep(_POLL_S)

    def close(self) -> None:
        """End a wait that is under way; the server keeps running."""
        self._is_closed = True
