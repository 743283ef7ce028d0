"""Starts a local Neo4j that was set up and does not run, and waits while it comes up."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from ....errors import GraphragError, PackageMissingError
from ....threads import start_thread

if TYPE_CHECKING:
    from ....local import LocalNeo4j

_STARTS = 2
_STARTS_WITHIN_S = 60.0
"""At most two starts in a minute: a server that was killed comes back at once, and one that cannot
start is not tried all the time."""

_START_S = 180.0
"""How long a start is waited for, in seconds: a recovery after a crash takes minutes."""

_LAUNCH_S = 10.0
"""How long a process that was just launched may take to report its state, in seconds."""

_POLL_S = 0.3
_DOWNLOADS = 2
"""Downloads at a time: more of them slow down the host's own threads while a user waits."""


class LocalStarter:
    """Starts the local Neo4j when it is needed, at most twice a minute.

    It downloads only what a new container has lost: the jars of a server that ran before.

    Args:
        local: The local Neo4j; None if the database is elsewhere, and nothing is ever started.
        clock: Returns monotonic seconds.
    """

    def __init__(
        self, local: LocalNeo4j | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._local = local
        self._clock = clock
        self._lock = threading.Lock()
        self._starts: deque[float] = deque(maxlen=_STARTS)
        self._fetching: threading.Thread | None = None
        self._is_closed = False

    def start_if_stopped(self) -> bool:
        """Start the server if it does not run, unless the user stopped it; returns at once.

        Returns:
            Whether it was started just now, or its jars are being fetched.
        """
        local = self._local
        if local is None or local.stays_stopped or self._is_closed:
            return False
        if self._is_fetching:
            return True
        if local.status().state not in ("stopped", "failed", "not_set_up"):
            return False
        with self._lock:
            if not (local.is_set_up or local.ran_before):
                return False
            if self._is_closed or self._is_launching or self._is_tried_often:
                return False
            self._starts.append(self._clock())
            if not local.is_set_up:
                self._fetching = start_thread("graphrag-set-up", self._fetch_and_start, local)
                return True
        local.start_in_background()
        return True

    @property
    def failure(self) -> str:
        """Why the server did not come up; empty if it did, or if the user stopped it."""
        local = self._local
        if local is None or local.stays_stopped:
            return ""
        status = local.status()
        return status.detail if status.state == "failed" else ""

    def wait(self) -> None:
        """Wait while the server comes up, for three minutes at most, not counting a download."""
        local = self._local
        if local is None:
            return
        ends = time.monotonic() + _START_S
        while not self._is_closed and time.monotonic() < ends:
            state = local.status().state
            if state == "downloading" or self._is_fetching:
                ends = time.monotonic() + _START_S
            elif state != "starting" and not (state == "stopped" and self._is_launching):
                return
            time.sleep(_POLL_S)

    @property
    def _is_launching(self) -> bool:
        """Whether it was just launched, so that its process may not have reported yet."""
        return bool(self._starts) and self._clock() - self._starts[-1] < _LAUNCH_S

    @property
    def _is_tried_often(self) -> bool:
        is_full = len(self._starts) == _STARTS
        return is_full and self._clock() - self._starts[0] < _STARTS_WITHIN_S

    def close(self) -> None:
        """End a wait that is under way, and start nothing from now on; the server keeps running."""
        self._is_closed = True

    @property
    def _is_fetching(self) -> bool:
        return self._fetching is not None and self._fetching.is_alive()

    def _fetch_and_start(self, local: LocalNeo4j) -> None:
        try:
            local.set_up(parallel=_DOWNLOADS)
            if not (self._is_closed or local.stays_stopped):  # the user may have stopped it
                local.start(wait=False)
        except PackageMissingError:
            self._starts.clear()  # the packages come back first
        except GraphragError:
            return  # the status of the local Neo4j says why
