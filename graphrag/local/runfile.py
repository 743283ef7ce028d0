"""Small JSON files through which processes tell each other where they are.

They hold a password, so only their owner may read them; they are replaced as a whole, so a reader
never sees half of one; and they name the process that wrote them, so one left by a killed process
is recognised.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from .machine import process_birth


@dataclass(frozen=True, slots=True)
class Run:
    """What a server says of itself.

    Args:
        state: ``starting``, ``running``, ``stopped`` or ``failed``.
        pid: Its process.
        birth: That process's start time, as the system gives it.
        run_id: Made anew for each run.
        version: The Neo4j version.
        detail: What it is doing, or why it ended, in words for the user.
        uri: Bolt address, once it is running.
        user: User name.
        password: Password.
        heap_mb: Largest Java heap, in MB.
        page_cache_mb: Page cache, in MB.
        started_at: When it was started, seconds since the epoch.
        folder: Which folder it serves; a copy of the folder is another one.
    """

    state: str
    pid: int
    birth: str
    run_id: str
    version: str
    detail: str = ""
    uri: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    heap_mb: int = 0
    page_cache_mb: int = 0
    started_at: float = 0.0
    folder: str = ""

    @property
    def alive(self) -> bool:
        """Whether the process that wrote this still runs."""
        return self.state in ("starting", "running") and is_alive(self.pid, self.birth)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a download says of itself.

    Args:
        pid: The process that downloads.
        birth: That process's start time.
        done_bytes: Bytes that are there.
        total_bytes: Bytes in all.
        failure: Why it ended, if it failed.
    """

    pid: int
    birth: str
    done_bytes: int
    total_bytes: int
    failure: str = ""


def is_alive(pid: int, birth: str) -> bool:
    """Whether the process with this id is still the one that started then."""
    return bool(birth) and process_birth(pid) == birth


def folder_identity(folder: Path) -> str:
    """A text that a folder keeps as long as it is the same one, whatever its path."""
    found = folder.stat()
    return f"{found.st_dev}:{found.st_ino}"


def write_private(path: Path, text: str) -> None:
    """Replace a file as a whole, readable by its owner only (0600)."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    temporary.replace(path)


def write_record(path: Path, record: Run | Setup) -> None:
    """Write a run or setup file."""
    write_private(path, json.dumps(asdict(record), indent=1))


def _read(path: Path) -> Mapping[str, Any] | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def read_run(path: Path) -> Run | None:
    """The run file, or None if there is none or it makes no sense.

    In a copy of a data folder, its run file names a server that lives, but serves the original:
    for the copy that server is not alive.
    """
    found = _read(path)
    try:
        run = Run(**found) if found is not None else None
    except TypeError:
        return None
    if run is not None and run.folder != folder_identity(path.parent):
        return replace(run, birth="")
    return run


def read_setup(path: Path) -> Setup | None:
    """The setup file, or None if there is none or it makes no sense."""
    found = _read(path)
    try:
        return Setup(**found) if found is not None else None
    except TypeError:
        return None
