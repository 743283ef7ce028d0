"""Where the parts of the local Neo4j are stored, and how it is sized."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

DEFAULT_VERSION = "5.26.12"


@dataclass(frozen=True, slots=True)
class LocalPaths:
    """The two folders of the local Neo4j.

    Attributes:
        data_dir: The graph store, the password, the run file and the log. User data.
        jars_dir: Neo4j's jars, which can be downloaded again; backups can leave them out.

    Example:
        ::

            paths = LocalPaths(data_dir=Path("graph"), jars_dir=Path("jars"))
            paths.password_file    # graph/store/password
    """

    data_dir: Path
    jars_dir: Path

    @classmethod
    def inside(cls, data: Path, cache: Path) -> LocalPaths:
        """Return the two folders inside those of the plugin.

        Args:
            data: The plugin's folder of user data.
            cache: The plugin's folder of what can be downloaded again.
        """
        return cls(data / "neo4j", cache / "neo4j-jars")

    @property
    def store_dir(self) -> Path:
        """Neo4j's own folder: the store, its transaction logs and its debug log."""
        return self.data_dir / "store"

    @property
    def conf_file(self) -> Path:
        """Neo4j's configuration, rewritten at each start."""
        return self.data_dir / "neo4j.conf"

    @property
    def password_file(self) -> Path:
        """The generated password (mode 0600), beside the store that it was set in."""
        return self.store_dir / "password"

    @property
    def run_file(self) -> Path:
        """The server's address and state, for its clients (mode 0600)."""
        return self.data_dir / "run.json"

    @property
    def lock_file(self) -> Path:
        """Held by the server while it lives: one server per data folder."""
        return self.data_dir / "server.lock"

    @property
    def stopped_mark(self) -> Path:
        """A file that exists while the user has stopped the server and it must stay stopped."""
        return self.data_dir / "stopped"

    @property
    def log_file(self) -> Path:
        """What the server's process prints."""
        return self.data_dir / "server.log"

    @property
    def run_mark(self) -> Path:
        """The last server's mark; outside the data, so that a restored copy is recognised."""
        # A byte of a name that is not UTF-8 stands in it as half of a pair.
        where = str(self.data_dir.absolute()).encode("utf-8", "surrogateescape")
        return self.jars_dir / "runs" / hashlib.blake2b(where, digest_size=6).hexdigest()

    @property
    def setup_file(self) -> Path:
        """How far a download is."""
        return self.jars_dir / "setup.json"

    @property
    def setup_lock(self) -> Path:
        """Held while jars are downloaded."""
        return self.jars_dir / "setup.lock"

    def jars_of(self, version: str) -> Path:
        """Return the folder of one version's jars."""
        return self.jars_dir / f"neo4j-{version}"

    def complete_mark(self, version: str) -> Path:
        """Return the file that is written once all jars of a version are there and checked."""
        return self.jars_of(version) / "complete"


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """Size and behaviour of the local Neo4j.

    Attributes:
        heap_mb: Maximum Java heap, in MB.
        page_cache_mb: Neo4j's page cache, in MB; it takes no more than the graph's files have.
        port: Bolt port on loopback; 0 for any free port.
        idle_stop_s: The server stops after this many seconds without a client; 0: never.
        version: Which of the listed Neo4j versions runs.

    Example:
        ::

            LocalSettings(heap_mb=2048, port=7687, idle_stop_s=0)
    """

    heap_mb: int = 512
    page_cache_mb: int = 512
    port: int = 0
    idle_stop_s: float = 1800.0
    version: str = DEFAULT_VERSION
