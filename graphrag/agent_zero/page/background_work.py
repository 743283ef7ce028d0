"""What a button of the settings page does in the background, and why it failed."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from ...errors import GraphragError
from ...threads import start_thread

_LOG = logging.getLogger(__name__)


class BackgroundWork:
    """The one thing that the page does at a time: installing, starting, stopping.

    Attributes:
        action: The button that was pressed last; empty before the first.
    """

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._failure = ""
        self._failed_at = 0.0
        self.action = ""

    @property
    def is_running(self) -> bool:
        """Whether it is still being done."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, action: str, work: Callable[[], object]) -> None:
        """Start it, unless the same is running already.

        Args:
            action: The button that was pressed.
            work: What to do.

        Raises:
            GraphragError: Something else is running.
        """
        with self._lock:
            if self.is_running:
                if action != self.action:
                    raise GraphragError("something else is still running", "press again later")
                return
            self._failure = ""
            self.action = action
            self._thread = start_thread("graphrag-set-up", self._run, work)

    def failure(self, run_file: Path) -> str:
        """Return why it failed; empty if it did not, or if the local Neo4j has run since.

        Args:
            run_file: The file that a server writes when it starts and when it stops.
        """
        with contextlib.suppress(OSError):
            if run_file.stat().st_mtime > self._failed_at:
                return ""
        return self._failure

    def _run(self, work: Callable[[], object]) -> None:
        try:
            work()
        except GraphragError as error:
            self._fail(str(error))
        except Exception as error:  # whatever it is, the page is where the user looks
            _LOG.exception("%s failed", self.action)
            self._fail(" ".join(f"{type(error).__name__}: {error}".split()))

    def _fail(self, why: str) -> None:
        self._failed_at = time.time()
        self._failure = why
