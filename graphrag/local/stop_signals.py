"""Waiting for a signal that asks the server's process to stop."""

from __future__ import annotations

import signal
from queue import Empty, SimpleQueue


class StopSignals:
    """The signals that ask this process to stop; the main thread waits for them.

    A handler runs in the middle of whatever the main thread does, perhaps of this very wait. It
    must not take a lock there, as ``threading.Event.set`` does. ``SimpleQueue.put`` is reentrant.
    """

    def __init__(self) -> None:
        self._received: SimpleQueue[int] = SimpleQueue()

    def listen(self) -> None:
        """Take over SIGTERM, SIGINT and SIGHUP; call it on the main thread."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda received, _frame: self._received.put(received))

    def wait(self, seconds: float) -> bool:
        """Wait for a signal, also one that came before.

        Args:
            seconds: Longest wait.

        Returns:
            Whether there was one.
        """
        try:
            self._received.get(timeout=seconds)
        except Empty:
            return False
        return True
