"""The server's process: it holds the data folder, keeps the run file and obeys signals.

It runs apart from the process that started it; Neo4j itself is in ``embedded_neo4j``.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import sys
import time
import traceback
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..command_line import command
from ..file_lock import try_lock
from ..wording import counted
from .diagnosis import NEW_RUN, explain
from .embedded_neo4j import HOST, USER, CannotStartError, EmbeddedNeo4j
from .jars import damaged, read_jar_list
from .jars.unsigned_jar import jar_to_run
from .machine import process_birth
from .own_run import OwnRun, must_be_checked, wait_until_quiet
from .paths import LocalPaths, LocalSettings
from .runfile import Run, folder_identity, read_run
from .stop_signals import StopSignals

_TICK_S = 2.0
_LOG_LIMIT_BYTES = 5 << 20


class Server:
    """One run of the server, from taking the data folder to the last entry in the run file.

    Args:
        paths: The folders of the local Neo4j.
        settings: Size and behaviour of the server.
    """

    def __init__(self, paths: LocalPaths, settings: LocalSettings) -> None:
        self._paths, self._settings = paths, settings
        self._stop = StopSignals()
        self._run: Run | None = None
        self._last_version = self._settings.version
        self._own = OwnRun(self._paths)
        self._farewell = "Neo4j was stopped"

    @classmethod
    def from_json(cls, options: Mapping[str, Any]) -> Server:
        """Return the server for what the starter passed on: two folders, and the settings by name.

        Args:
            options: The options by name.
        """
        rest = dict(options)
        paths = LocalPaths(Path(rest.pop("data_dir")), Path(rest.pop("jars_dir")))
        return cls(paths, LocalSettings(**rest))

    def take_folder(self) -> bool:
        """Take the data folder for this process and its child; False if another has it."""
        self._paths.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Kept open until the process ends: that frees the lock, however the process ends.
        self._folder_lock = try_lock(self._paths.lock_file)
        return self._folder_lock is not None

    def enter_background(self) -> None:
        """Leave the starter's session and standard streams, and announce the start."""
        os.setsid()
        os.chdir(self._paths.data_dir)
        os.umask(0o077)
        log = self._paths.log_file
        if log.exists() and log.stat().st_size > _LOG_LIMIT_BYTES:
            log.replace(log.with_suffix(".log.1"))
        sink = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((nothing, 0), (sink, 1), (sink, 2)):
            os.dup2(source, target)
        os.close(sink)
        os.close(nothing)
        self._stop.listen()
        last = read_run(self._paths.run_file)
        self._own.is_unchecked = must_be_checked(self._paths, last)
        if last is not None:
            self._last_version = last.version
        pid = os.getpid()
        self._run = Run(
            state="starting",
            pid=pid,
            birth=process_birth(pid) or "",
            run_id=secrets.token_hex(8),
            version=self._settings.version,
            heap_mb=self._settings.heap_mb,
            page_cache_mb=self._settings.page_cache_mb,
            started_at=time.time(),
            folder=folder_identity(self._paths.data_dir),
        )
        print(NEW_RUN)
        self._tell(detail="Neo4j is starting")

    def run(self) -> None:
        """Serve until a signal or a long time without clients; never returns to the starter."""
        code = 1
        try:
            neo4j = self._start()
            self._serve(neo4j)
            self._leave_if_replaced()
            # A start that comes now must wait for the end, and not take this server for its own.
            with contextlib.suppress(OSError):  # a full disk must not keep it from a clean end
                self._tell(state="stopping", detail="Neo4j is stopping", uri="", password="")
            neo4j.shut_down()
            self._tell(state="stopped", detail=self._farewell, uri="", password="")
            code = 0
        except CannotStartError as error:
            self._fail(str(error))
        except BaseException as error:  # the reason must reach the run file
            traceback.print_exc()
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            self._fail(explain(self._paths.log_file))
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            # Java's own exit waits for threads that have nothing left to do.
            os._exit(code)

    def _tell(self, **changes: Any) -> None:
        assert self._run is not None
        self._leave_if_replaced()
        self._run = replace(self._run, **changes)
        _log(f"{self._run.state}: {self._run.detail}")
        self._own.write(self._run)

    def _leave_if_replaced(self) -> None:
        """End at once, as if killed, if a backup was restored into the folder meanwhile.

        A clean end would write to the store, and over what was restored.
        """
        if self._own.is_replaced():
            _log("ended at once: the data folder was replaced, as by a backup that was restored")
            self._own.note_replaced()
            os._exit(1)

    def _fail(self, detail: str) -> None:
        self._tell(state="failed", detail=detail, uri="", password="")

    def _start(self) -> EmbeddedNeo4j:
        self._check_port()
        jars = self._checked_jars()
        if self._own.is_unchecked:
            self._tell(detail="waiting until the restored graph is complete")
            wait_until_quiet(self._paths.store_dir)
        neo4j = EmbeddedNeo4j(self._paths, self._settings, self._last_version)
        self._tell(detail="Java is starting")
        neo4j.start_java(jars)
        self._tell(detail="Neo4j is opening the graph")
        must_check = self._own.is_unchecked
        neo4j.open(check=must_check, tell=lambda detail: self._tell(detail=detail))
        self._own.is_unchecked = False
        self._tell(
            state="running",
            detail="Neo4j is running",
            password=neo4j.password(),
            uri=neo4j.uri,
            user=USER,
        )
        return neo4j

    def _check_port(self) -> None:
        if not self._settings.port:
            return
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, self._settings.port))
            except OSError as error:
                raise CannotStartError(
                    f"port {self._settings.port} cannot be used ({error.strerror}); choose another "
                    "NEO4J_LOCAL_PORT, or 0 for any free one"
                ) from error

    def _checked_jars(self) -> list[Path]:
        """Return the jars, after a check that each is exactly the listed one.

        One of them is replaced by its copy without a signature.
        """
        jars = read_jar_list(self._settings.version)
        folder = self._paths.jars_of(self._settings.version)
        if wrong := damaged(jars, folder):
            self._paths.complete_mark(self._settings.version).unlink(missing_ok=True)
            raise CannotStartError(
                f"{counted(len(wrong), 'Neo4j file')} {'is' if len(wrong) == 1 else 'are'} missing "
                f"or changed ({wrong[0].file_name}); run `{command('neo4j start')}` to fetch them"
            )
        return [jar_to_run(jar, folder) for jar in jars]

    def _serve(self, neo4j: EmbeddedNeo4j) -> None:
        last_client = time.monotonic()
        was_well = True
        while not self._stop.wait(_TICK_S):
            self._leave_if_replaced()
            if os.path.exists(self._paths.stopped_mark):  # a stop that came before the run file
                return
            is_well = neo4j.is_well
            if not (is_well or was_well):  # it stays so; a new start repairs it
                raise CannotStartError(explain(self._paths.log_file))
            was_well = is_well
            now = time.monotonic()
            if neo4j.has_clients:
                last_client = now
            elif self._settings.idle_stop_s and now - last_client >= self._settings.idle_stop_s:
                self._farewell = "Neo4j stopped because it was idle"
                return


def _log(line: str) -> None:
    print(f"{time.strftime('%F %T')} {line}", flush=True)
