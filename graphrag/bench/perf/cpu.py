"""The CPU time of another process."""

from __future__ import annotations

import os
from pathlib import Path


def process_cpu_ms(pid: int | None) -> float | None:
    """Return the CPU time that a process has used, in milliseconds.

    Args:
        pid: The process, if it runs on this machine.

    Returns:
        User and system time; None if it cannot be read, as on macOS.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")
