"""Setting up, starting, watching and stopping the local Neo4j."""

from __future__ import annotations

import contextlib
import os
import time

from ..command_line import command
from ..errors import (
    LocalServerError,
    NotSetUpError,
    PackageMissingError,
    StartingError,
    UnreachableError,
)
from ..file_lock import is_locked
from ..threads import start_thread
from . import setup
from .ending import end_process
from .jars import PARALLEL, Progress, ProgressCallback
from .paths import LocalPaths, LocalSettings
from .runfile import Mark, Run, left_server, read_mark, read_run
from .starter import java_part_folders, launch, require_readable
from .status import LocalStatus, how_to_set_up, read_status

_START_TIMEOUT_S = 180.0
"""Longest wait for a start, in seconds; recovering a large graph takes minutes."""

_TAKEN_TIMEOUT_S = 30
_LEFT_TIMEOUT_S = 15.0
_POLL_S = 0.1


def _ignore(_progress: Progress) -> None:
    """Ignore progress."""


class LocalNeo4j:
    """The local Neo4j: one data folder, at most one server process.

    Any number of these objects, in any number of processes, may manage the same folders.

    Args:
        paths: Where the graph and the jars are stored.
        settings: Size and behaviour of the server.

    Example:
        ::

            neo4j = LocalNeo4j(paths, LocalSettings(heap_mb=1024))
            neo4j.set_up()            # downloads once; call it only if the user asked for it
            status = neo4j.start()    # status.uri, status.user, status.password
            neo4j.stop()
    """

    def __init__(self, paths: LocalPaths, settings: LocalSettings | None = None) -> None:
        self.paths = paths
        self.settings = settings or LocalSettings()
        self._start_failure = ""
        self._run_file_then: tuple[int, int] | None = None

    @property
    def is_set_up(self) -> bool:
        """Whether the jars are there."""
        return os.path.exists(self.paths.complete_mark(self.settings.version))

    @property
    def ran_before(self) -> bool:
        """Whether a server ran on this data: jars that are missing may be fetched again."""
        return os.path.exists(self.paths.run_file)

    @property
    def stays_stopped(self) -> bool:
        """Whether the user stopped it, so that the plugin must not start it by itself."""
        return os.path.exists(self.paths.stopped_mark)

    @property
    def new_password_hint(self) -> str:
        """What to do if the graph store does not accept the password that is stored beside it."""
        return (
            f"delete {self.paths.password_file} and run `{command('neo4j stop')}`, then "
            f"`{command('neo4j start')}`, to create a new password"
        )

    def status(self) -> LocalStatus:
        """Return what it is doing at this moment; this reads a file or two, nothing else."""
        # A server that has run since, whoever started it, shows that the reason is gone.
        is_news = self._start_failure and self._run_file_now() == self._run_file_then
        failure = self._start_failure if is_news else ""
        return read_status(self.paths, self.settings.version, failure)

    def require_running(self) -> LocalStatus:
        """Return the status of a running server.

        Raises:
            NotSetUpError: It has never been set up.
            StartingError: It is being downloaded or started.
            UnreachableError: It is stopped, or failed to start.
        """
        status = self.status()
        if status.state == "running":
            return status
        if status.state == "not_set_up":
            message = status.detail if self.ran_before else "Neo4j is not set up yet"
            raise NotSetUpError(message, how_to_set_up())
        if status.state in ("starting", "downloading"):
            raise StartingError(status.detail, "try again in a moment")
        # The reason of a failed start already says what to do, and that is seldom another start.
        hint = (
            ""
            if status.state == "failed"
            else f"run `{command('neo4j start')}`, or press Start on the settings page (1.x, 2.x)"
        )
        raise UnreachableError(status.detail, hint)

    def set_up(self, progress: ProgressCallback = _ignore, *, parallel: int = PARALLEL) -> None:
        """Download Neo4j's jars and check them; jars that are there are kept.

        This is the only call that downloads: call it only if the user chose the local Neo4j, and
        never where a turn waits.

        Args:
            progress: Called with the bytes done and in all, from several threads, one at a time.
            parallel: Downloads at a time; few of them leave time for other threads.

        Raises:
            PackageMissingError: The Java parts of this package are not installed.
            LocalServerError: No network, no disk space, a file with the wrong checksum, or a folder
                that Java cannot read.
        """
        require_readable(self.paths)
        java_part_folders("jgo")
        setup.set_up(self.paths, self.settings.version, progress, parallel)

    def start(
        self,
        *,
        wait: bool = True,
        progress: ProgressCallback = _ignore,
    ) -> LocalStatus:
        """Start the server, unless it runs already. Downloads nothing.

        Args:
            wait: Whether to wait until it answers.
            progress: Called with what it is doing, in words, while waiting.

        Raises:
            NotSetUpError: :meth:`set_up` has never been done.
            PackageMissingError: The Java parts of this package are not installed.
            LocalServerError: It did not start; the message says why.
        """
        try:
            return self._start(wait, progress)
        except (LocalServerError, NotSetUpError, PackageMissingError) as error:
            self._run_file_then = self._run_file_now()
            self._start_failure = str(error)
            raise

    def _start(self, wait: bool, progress: ProgressCallback) -> LocalStatus:
        if (left := self._left_server()) is not None:
            end_process(left, _LEFT_TIMEOUT_S)
        # Not before: a server of this folder that still runs stops when it sees the mark.
        with contextlib.suppress(OSError):  # a folder that cannot be written is named below
            self.paths.stopped_mark.unlink(missing_ok=True)
        if not self.status().is_alive:
            self._require_set_up()
            self._launch_until_taken()
        return self._wait(progress) if wait else self.status()

    def start_in_background(self) -> None:
        """Start the server and return at once; :meth:`status` shows the outcome.

        Raises:
            NotSetUpError: :meth:`set_up` has never been done.
        """
        self._require_set_up()

        def start() -> None:
            # The status says why it failed.
            with contextlib.suppress(LocalServerError, NotSetUpError, PackageMissingError):
                self.start(wait=False)

        start_thread("graphrag-neo4j-start", start)

    def stop(self, *, timeout_s: float = 60.0, stay_stopped: bool = False) -> LocalStatus:
        """Stop the server cleanly, if it runs.

        Args:
            timeout_s: After this many seconds it is killed; everything committed is still safe.
            stay_stopped: Whether the plugin must not start it by itself; :meth:`start` ends that.

        Raises:
            LocalServerError: Its process cannot even be killed, or another one, which is not
                known, has locked the folder.
        """
        if stay_stopped:
            with contextlib.suppress(OSError):  # what cannot be written was never started
                self.paths.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
                self.paths.stopped_mark.touch()
        if (server := self._server()) is not None:
            end_process(server, timeout_s)
        return self.status()

    def _run_file_now(self) -> tuple[int, int] | None:
        """Return what changes when a server writes its run file; None if there is none."""
        try:
            found = self.paths.run_file.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino

    def _left_server(self) -> Mark | None:
        run = read_run(self.paths.run_file)
        return left_server(run, read_mark(self.paths.run_mark))

    def _server(self) -> Run | Mark | None:
        """Return who has the folder; if nothing names it, wait until it does or has ended."""
        deadline = time.monotonic() + _LEFT_TIMEOUT_S
        while True:
            run = read_run(self.paths.run_file)
            if run is not None and run.alive:
                return run
            if (left := self._left_server()) is not None:
                return left
            if not self._is_locked():
                return None
            if time.monotonic() >= deadline:
                raise self._locked_error()
            time.sleep(_POLL_S)

    def _is_locked(self) -> bool:
        try:
            return is_locked(self.paths.lock_file)
        except OSError:  # of another user; we never started anything there
            return False

    def _locked_error(self) -> LocalServerError:
        return LocalServerError(
            f"another process has locked {self.paths.lock_file}, and its run file does not name it",
            "stop that process, or choose another data folder",
        )

    def _require_set_up(self) -> None:
        if not self.is_set_up:
            raise NotSetUpError("Neo4j is not set up yet", how_to_set_up())

    def _launch_until_taken(self) -> None:
        """Launch; if another server has the folder, wait until it is up or gone: one may stop."""
        deadline = time.monotonic() + _TAKEN_TIMEOUT_S
        self._start_failure = ""
        while not launch(self.paths, self.settings) and not self.status().is_alive:
            if time.monotonic() >= deadline:
                if self.status().state == "stopping":
                    raise LocalServerError("the last Neo4j is still stopping", "try again later")
                raise self._locked_error()
            time.sleep(_POLL_S)

    def _wait(self, progress: ProgressCallback) -> LocalStatus:
        deadline = time.monotonic() + _START_TIMEOUT_S
        shown = ""
        while True:
            status = self.status()
            if status.state == "running":
                return status
            if status.state == "stopping":
                raise LocalServerError(status.detail, "start it again in a moment")
            if status.state != "starting":
                raise LocalServerError(status.detail)
            if status.detail != shown:
                shown = status.detail
                progress(Progress(shown))
            if time.monotonic() >= deadline:
                raise LocalServerError(
                    f"Neo4j was not up after {_START_TIMEOUT_S:.0f} s",
                    f"it is still starting; check with `{command('neo4j status')}`",
                )
            time.sleep(_POLL_S)
