"""Questions to the operating system: is this still the same process, how much memory is free."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_PROC = Path("/proc")
_CGROUP = Path("/sys/fs/cgroup")


def process_birth(pid: int) -> str | None:
    """Return a text that, with its id, identifies a process until the machine restarts.

    Args:
        pid: Process id.

    Returns:
        Its start time in the system's own form; None if there is no such process, or it is a
        zombie. A process id alone is not enough: the system reuses it.
    """
    if not sys.platform.startswith("linux"):
        shown = subprocess.run(
            ["ps", "-p", str(pid), "-o", "stat=,lstart="],
            capture_output=True,
            text=True,
            check=False,
            # Otherwise the output depends on time zone and language.
            env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
        )
        state, _, birth = shown.stdout.strip().partition(" ")
        return birth.strip() if birth and not state.startswith("Z") else None
    try:
        stat = (_PROC / str(pid) / "stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    # The name, in parentheses, may hold spaces; state is field 3, the start time field 22.
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else fields[19]


def free_memory_mb() -> int | None:
    """Return the memory that a new process could take, in MB, within the container's limit.

    Returns:
        The free memory; None if the system does not show it.
    """
    free = []
    try:
        for line in (_PROC / "meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                free.append(int(line.split()[1]) // 1024)
    except OSError:
        return None
    try:
        limit = (_CGROUP / "memory.max").read_text(encoding="ascii").strip()
        used = int((_CGROUP / "memory.current").read_text(encoding="ascii"))
        if limit != "max":
            free.append((int(limit) - used) // (1 << 20))
    except (OSError, ValueError):
        pass  # no cgroup v2: the machine's own figure stands
    return max(0, min(free)) if free else None
