"""Questions to the operating system: is this still the same process, and what is free."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED_MB = 16
"""Free disk that Neo4j needs to start: an empty graph takes 2 MB. If the disk gets full while the
graph is opened, Neo4j hangs."""

_PROC = Path("/proc")
_CGROUP = Path("/sys/fs/cgroup")
_LIMITS = (
    ("memory.max", "memory.current"),
    ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
)
"""The files with a container's limit and what it uses, in cgroup v2 and v1."""


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


def free_memory_mb(proc: Path = _PROC, cgroup: Path = _CGROUP) -> int | None:
    """Return the memory that a new process could take, in MB, within the container's limit.

    Args:
        proc: Where the system shows the machine's memory.
        cgroup: Where it shows the container's.

    Returns:
        The free memory; None if the system does not show it.
    """
    free = []
    try:
        for line in (proc / "meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                free.append(int(line.split()[1]) // 1024)
    except OSError:
        return None
    for limit, used in _LIMITS:
        # Without such a file, or with the limit "max", the machine's own figure stands.
        with contextlib.suppress(OSError, ValueError):
            free.append((_number(cgroup / limit) - _number(cgroup / used)) // (1 << 20))
    return max(0, min(free)) if free else None


def existing_part(folder: Path) -> Path:
    """Return a folder if it exists, or else the nearest one above it that does."""
    # `Path.is_dir` raises an error for a folder that we may not look into.
    return next(path for path in (folder, *folder.parents) if os.path.isdir(path))


def free_disk_mb(folder: Path) -> int:
    """Return the free space of the disk that a folder is on, or will be on, in MB."""
    return shutil.disk_usage(existing_part(folder)).free >> 20


def _number(path: Path) -> int:
    return int(path.read_text(encoding="ascii"))
