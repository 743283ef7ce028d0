"""Small JSON files in which processes record what they do, for each other.

They hold a password, so only their owner may read them. They are replaced as a whole, so a reader
never sees half of one. They name the process that wrote them, so that a file left by a killed
process is recognised.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import TypeVar

from ..whole_file import write_whole
from .machine import process_birth


@dataclass(frozen=True, slots=True)
class Run:
    """A server's record of itself.

    Attributes:
        state: ``starting``, ``running``, ``stopping``, ``stopped`` or ``failed``.
        pid: Its process.
        birth: That process's start time, as the system shows it.
        run_id: A new one for each run.
        version: The Neo4j version.
        detail: What it is doing, or why it ended, in words for the user.
        uri: Bolt address, once it is running.
        user: User name.
        password: Password.
        heap_mb: Maximum Java heap, in MB.
        page_cache_mb: Page cache, in MB.
        started_at: When it was started, seconds since the epoch.
        folder: Identity of the folder that it serves; a copy of the folder has another one.
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
        has_begun = self.state in ("starting", "running", "stopping")
        return has_begun and is_alive(self.pid, self.birth)


@dataclass(frozen=True, slots=True)
class Setup:
    """A download's record of itself.

    Attributes:
        pid: The process that downloads.
        birth: That process's start time.
        done_bytes: Bytes downloaded.
        total_bytes: Bytes in all.
        failure: Why it ended, if it failed.
    """

    pid: int
    birth: str
    done_bytes: int
    total_bytes: int
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A server's record of itself outside the data folder, where no restored backup replaces it.

    Attributes:
        run_id: Its run.
        written_ns: When its run file was written last, as the file itself says, in nanoseconds.
        pid: Its process.
        birth: That process's start time.
        is_unchecked: Whether the store may be inconsistent, since it was replaced under a running
            server, and no start has checked it yet.
    """

    run_id: str
    written_ns: int
    pid: int
    birth: str
    is_unchecked: bool = False


Record = TypeVar("Record", Run, Setup, Mark)

_TYPES: dict[str, type | tuple[type, ...]] = {
    "str": str,
    "int": int,
    "float": (int, float),
    "bool": bool,
}


def is_alive(pid: int, birth: str) -> bool:
    """Whether the process with this id is still the one that started at that time."""
    return bool(birth) and process_birth(pid) == birth


def folder_identity(folder: Path) -> str:
    """Return a text that identifies a folder, whatever its path."""
    found = folder.stat()
    return f"{found.st_dev}:{found.st_ino}"


def write_record(path: Path, record: Run | Setup | Mark) -> None:
    """Write a run or setup file, or the mark of a run."""
    write_whole(path, json.dumps(asdict(record), indent=1), private=True)


def _read(path: Path, kind: type[Record]) -> Record | None:
    """Read a record; None if there is none, or if a value of it is missing or of another type."""
    try:
        record = kind(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    known = all(isinstance(getattr(record, f.name), _TYPES[str(f.type)]) for f in fields(record))
    return record if known else None


def read_run(path: Path) -> Run | None:
    """Read the run file; None if there is none or it is damaged.

    A copied data folder has a run file that names the original's server. For the copy that server
    is not alive.
    """
    run = _read(path, Run)
    if run is None:
        return None
    try:
        is_of_this_folder = run.folder == folder_identity(path.parent)
    except OSError:  # removed meanwhile, as when the plugin is deleted
        return None
    return run if is_of_this_folder else replace(run, birth="")


def read_setup(path: Path) -> Setup | None:
    """Read the setup file; None if there is none or it is damaged."""
    return _read(path, Setup)


def read_mark(path: Path) -> Mark | None:
    """Read the mark of the last run; None if there is none or it is damaged."""
    return _read(path, Mark)


def left_server(run: Run | None, mark: Mark | None) -> Mark | None:
    """Return the server whose run file was replaced under it, while its process still lives.

    Args:
        run: What the run file says.
        mark: What the last server left outside the data folder.

    Returns:
        Its mark; None if there is no such server.
    """
    if mark is None or not is_alive(mark.pid, mark.birth):
        return None
    is_its_own = run is not None and (run.run_id, run.birth) == (mark.run_id, mark.birth)
    return None if is_its_own else mark
