"""The server's hold on its run file: its own entries, and whether a backup has replaced them.

A backup that is restored while the server runs replaces the store under it. The server notices this
by its run file, which is then another, or gone. It must write no more: what it knows of the store
belongs to the files that were there before.
"""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import replace
from pathlib import Path

from .paths import LocalPaths
from .runfile import Mark, Run, read_mark, read_run, write_record

_SECOND_LOOK_S = 2.0
_SETTLES_NS = 2_000_000_000
"""A shared folder, as of Docker on a Mac, may round the time of a file some moments after it was
written. Nobody takes a backup and restores it in that time."""

_QUIET_S = 2.0
_QUIET_TIMEOUT_S = 120.0


class OwnRun:
    """The run file of one server, and its mark outside the data folder.

    Args:
        paths: The folders of the local Neo4j.
    """

    def __init__(self, paths: LocalPaths) -> None:
        self._paths = paths
        self._mark: Mark | None = None
        self.is_unchecked = False
        """Whether the store was replaced under a server and is not checked yet; kept in the mark,
        so that a check that fails or is cut off is done again."""

    def write(self, run: Run) -> None:
        """Write the run file, and the mark that identifies it.

        Args:
            run: What the server says of itself.

        Raises:
            OSError: One of them could not be written.
        """
        write_record(self._paths.run_file, run)
        written_ns = _written_ns(self._paths.run_file)
        self._mark = Mark(run.run_id, written_ns, run.pid, run.birth, self.is_unchecked)
        self._paths.run_mark.parent.mkdir(parents=True, exist_ok=True)
        write_record(self._paths.run_mark, self._mark)

    def is_replaced(self) -> bool:
        """Whether the run file is no longer the one that was written last.

        One that is gone or cannot be read counts only if it stays so: a restore may be writing it,
        and a disk may fail for a moment.
        """
        if self._mark is None:
            return False
        found = self._found()
        if found is None:
            time.sleep(_SECOND_LOOK_S)
            found = self._found()
        if found is not None and found[0] == self._mark.run_id:
            self._take_settled(self._mark, found[1])
        return found != (self._mark.run_id, self._mark.written_ns)

    def _take_settled(self, mark: Mark, written_ns: int) -> None:
        """Take a time of the run file that hardly differs for that of the last write."""
        if 0 < abs(written_ns - mark.written_ns) <= _SETTLES_NS:
            self._mark = replace(mark, written_ns=written_ns)
            with contextlib.suppress(OSError):
                write_record(self._paths.run_mark, self._mark)

    def note_replaced(self) -> None:
        """Note outside the data folder that the next start must check the store."""
        if self._mark is not None:
            with contextlib.suppress(OSError):
                write_record(self._paths.run_mark, replace(self._mark, is_unchecked=True))

    def _found(self) -> tuple[str, int] | None:
        try:
            run = read_run(self._paths.run_file)
            return None if run is None else (run.run_id, _written_ns(self._paths.run_file))
        except OSError:
            return None


def must_be_checked(paths: LocalPaths, last: Run | None) -> bool:
    """Return whether a backup put the store there that may hold half of a write.

    Args:
        paths: The folders of the local Neo4j.
        last: What the run file says before the start.

    Returns:
        True for a copy of a running server's folder, and for a store that was replaced while a
        server ran.
    """
    mark = read_mark(paths.run_mark)
    if mark is not None and mark.is_unchecked:
        return True
    if last is None or last.state in ("stopped", "failed"):
        return False
    found = (last.run_id, _written_ns(paths.run_file))
    return mark is None or (mark.run_id, mark.written_ns) != found


def wait_until_quiet(folder: Path) -> None:
    """Wait until nobody changes the files of a folder any more: a restore may still be writing.

    Args:
        folder: The folder; it need not exist.
    """
    deadline = time.monotonic() + _QUIET_TIMEOUT_S
    last = _content(folder)
    while time.monotonic() < deadline:
        time.sleep(_QUIET_S)
        before, last = last, _content(folder)
        if last == before:
            return


def _content(folder: Path) -> dict[Path, tuple[int, int]]:
    """Return length and time of change of each file below a folder."""
    found = {}
    # Unlike `rglob` before Python 3.12, this passes over a folder that was just removed.
    for parent, _, names in os.walk(folder):
        for path in (Path(parent, name) for name in names):
            with contextlib.suppress(OSError):  # it is being replaced
                status = path.stat()
                found[path] = (status.st_size, status.st_mtime_ns)
    return found


def _written_ns(path: Path) -> int:
    return path.stat().st_mtime_ns
