"""Ending a server's process."""

from __future__ import annotations

import contextlib
import os
import signal
import time

from ..errors import LocalServerError
from .runfile import Mark, Run, is_alive

_KILL_TIMEOUT_S = 10.0
_POLL_S = 0.05


def end_process(server: Run | Mark, timeout_s: float) -> None:
    """End a server's process: ask it, and kill it if it is not gone in time.

    Args:
        server: What names the process.
        timeout_s: Time that it has to end by itself, in seconds.

    Raises:
        LocalServerError: It cannot even be killed.
    """
    _send(server.pid, signal.SIGTERM)
    if not _has_ended(server, timeout_s):
        _send(server.pid, signal.SIGKILL)
        if not _has_ended(server, _KILL_TIMEOUT_S):
            raise LocalServerError(f"process {server.pid} does not end", "end it yourself")


def _has_ended(server: Run | Mark, timeout_s: float) -> bool:
    """Wait for the end of a server; whether it came in time."""
    deadline = time.monotonic() + timeout_s
    while is_alive(server.pid, server.birth):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_S)
    return True


def _send(pid: int, signal_number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):  # it may just have ended by itself
        os.kill(pid, signal_number)
