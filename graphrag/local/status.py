"""What the local Neo4j is doing, read from the files that its processes leave."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ..command_line import command
from .diagnosis import DISK_FULL, explain
from .jars import MB, Progress
from .machine import NEEDED_MB, free_disk_mb
from .paths import LocalPaths
from .runfile import Mark, Run, Setup, is_alive, left_server, read_mark, read_run, read_setup

STAYS_STOPPED = "Neo4j was stopped, and stays so until you start it"
FILES_LOST = (
    "Neo4j's files are missing or changed, as in a new container; the next message or "
    "`neo4j start` downloads them again"
)
OF_ANOTHER_USER = (
    "the folder of the graph, {folder}, belongs to another user; make the user who starts Neo4j, "
    "or runs Agent Zero, its owner"
)

REPLACED = "its folder was replaced while Neo4j ran, as by a backup that was restored"

State = Literal["not_set_up", "downloading", "starting", "running", "stopping", "stopped", "failed"]
_LIVING: dict[str, State] = {"running": "running", "stopping": "stopping"}


def how_to_set_up() -> str:
    """Return what to do if the local Neo4j was never set up."""
    return f"run `{command('neo4j start')}`, or press the button on the settings page (1.x, 2.x)"


@dataclass(frozen=True, slots=True)
class LocalStatus:
    """What the local Neo4j is doing at this moment.

    Attributes:
        state: One word.
        detail: The same in words for the user, with what to do if anything is to be done.
        uri: Bolt address, while it runs.
        user: User name, while it runs.
        password: Password, while it runs; never shown by ``repr``.
        pid: The server's process, while there is one, also one that is stopping.
        version: The Neo4j version.
        progress: How far a download is.

    Example:
        ::

            status = LocalNeo4j(paths).status()
            if status.is_alive:
                print(status.pid, status.detail)
    """

    state: State
    detail: str
    uri: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    pid: int | None = None
    version: str = ""
    progress: Progress | None = None

    @property
    def is_alive(self) -> bool:
        """Whether there is a server to use: it is starting or running, and not stopping."""
        return self.state in ("starting", "running")


def read_status(paths: LocalPaths, version: str, start_failure: str) -> LocalStatus:
    """Read the status from a file or two; nothing is written.

    Args:
        paths: The folders of the local Neo4j.
        version: The Neo4j version that would run.
        start_failure: Why the last start failed, if it did and nothing has run since.
    """
    run = read_run(paths.run_file)
    if run is not None and run.alive:
        return _status_of_living(run)
    mark = read_mark(paths.run_mark)
    if (left := left_server(run, mark)) is not None:
        return LocalStatus("stopping", f"Neo4j is ending: {REPLACED}", pid=left.pid)
    if run is None and _is_closed_to_us(paths.data_dir):
        return LocalStatus("failed", OF_ANOTHER_USER.format(folder=paths.data_dir))
    setup = read_setup(paths.setup_file)
    if setup is not None and is_alive(setup.pid, setup.birth):
        return _status_of_setup(setup)
    if not os.path.exists(paths.complete_mark(version)):
        if setup is not None and setup.failure:
            return LocalStatus("failed", setup.failure)
        if run is None:
            return LocalStatus("not_set_up", f"Neo4j is not set up yet; {how_to_set_up()}")
        if not os.path.exists(paths.stopped_mark):
            return LocalStatus("not_set_up", FILES_LOST, version=run.version)
    if start_failure:
        return LocalStatus("failed", start_failure)
    return _status_of_dead(run, mark, paths)


def _is_closed_to_us(folder: Path) -> bool:
    try:
        os.scandir(folder).close()
    except OSError as error:
        return isinstance(error, PermissionError)
    return False


def _status_of_living(run: Run) -> LocalStatus:
    return LocalStatus(
        _LIVING.get(run.state, "starting"),
        run.detail,
        run.uri,
        run.user,
        run.password,
        run.pid,
        version=run.version,
    )


def _status_of_setup(setup: Setup) -> LocalStatus:
    done, total = setup.done_bytes // MB, setup.total_bytes // MB
    return LocalStatus(
        "downloading",
        f"Neo4j is being downloaded: {done} of {total} MB",
        progress=Progress("downloading Neo4j", setup.done_bytes, setup.total_bytes),
    )


def _status_of_dead(run: Run | None, mark: Mark | None, paths: LocalPaths) -> LocalStatus:
    is_unchecked = mark is not None and mark.is_unchecked
    unchecked = f"Neo4j ended: {REPLACED}; the next start checks the graph"
    if run is None:
        detail = unchecked if is_unchecked else "Neo4j has not been started yet"
        return LocalStatus("stopped", detail)
    # A server on a full disk could not note its end.
    is_full = free_disk_mb(paths.data_dir) < NEEDED_MB
    if run.state == "starting":
        detail = DISK_FULL if is_full else explain(paths.log_file)
        return LocalStatus("failed", detail, version=run.version)
    if run.state != "failed" and os.path.exists(paths.stopped_mark):
        return LocalStatus("stopped", STAYS_STOPPED, version=run.version)
    was_running = run.state in ("running", "stopping")
    if was_running and is_full:
        return LocalStatus("failed", DISK_FULL, version=run.version)
    if is_unchecked and run.state != "failed":
        return LocalStatus("stopped", unchecked, version=run.version)
    if was_running:
        detail = "Neo4j was killed; it recovers at the next start"
        return LocalStatus("stopped", detail, version=run.version)
    state: State = "failed" if run.state == "failed" else "stopped"
    return LocalStatus(state, run.detail, version=run.version)
