"""The CPU time of a call, for ratios within one run: neither a slow nor a busy machine counts."""

from __future__ import annotations

import time
from collections.abc import Callable

CALLS = 50


def least_cpu(call: Callable[[], object]) -> float:
    """Return the least CPU time of this thread for a call, of many calls, in seconds."""
    took = []
    for _ in range(CALLS):
        started = time.thread_time()
        call()
        took.append(time.thread_time() - started)
    return min(took)
