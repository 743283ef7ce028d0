"""Where the parts of the local Neo4j live, and how it is sized."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

DEFAULT_VERSION = "5.26.12"


@dataclass(frozen=True, slots=True)
class LocalPaths:
    """The two folders of the local Neo4j.

    Args:
        data_dir: The graph store, the password, the run file and the log. User data.
        jars_dir: Neo4j's jars, which can be downloaded again; backups need not take them.
    """

    data_dir: Path
    jars_dir: Path

    @property
    def store_dir(self) -> Path:
        """Neo4j's own home: the store, its transaction logs and its debug log."""
        return self.data_dir / "store"

    @property
    def conf_file(self) -> Path:
        """Neo4j's configuration, written anew at each start."""
        return self.data_dir / "neo4j.conf"

    @property
    def password_file(self) -> Path:
        """The generated password (mode 0600); beside the store that it was set in."""
        return self.store_dir / "password"

    @property
    def run_file(self) -> Path:
        """Where the server is, for its clients (mode 0600)."""
        return self.data_dir / "run.json"

    @property
    def lock_file(self) -> Path:
        """Held by the server as long as it lives: one server per data folder."""
        return self.data_dir / "server.lock"

    @property
    def log_file(self) -> Path:
        """What the server's process prints."""
        return self.data_dir / "server.log"

    @property
    def run_mark(self) -> Path:
        """The last run's mark, kept away from the data, so that a restored copy is recognised."""
        where = hashlib.blake2b(str(self.data_dir.absolute()).encode(), digest_size=6)
        return self.jars_dir / "runs" / where.hexdigest()

    @property
    def setup_file(self) -> Path:
        """How far a download is."""
        return self.jars_dir / "setup.json"

    @property
    def setup_lock(self) -> Path:
        """Held while jars are downloaded."""
        return self.jars_dir / "setup.lock"

    def jars_of(self, version: str) -> Path:
        """The folder of one version's jars."""
        return self.jars_dir / f"neo4j-{version}"

    def complete_mark(self, version: str) -> Path:
        """Written when all jars of a version are there and were checked."""
        return self.jars_of(version) / "complete"


def default_paths() -> LocalPaths:
    """The folders that the command line uses: the platform's data and cache folders."""
    from platformdirs import user_cache_path, user_data_path

    return LocalPaths(
        data_dir=user_data_path("a0-graphrag") / "neo4j",
        jars_dir=user_cache_path("a0-graphrag") / "neo4j-jars",
    )


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """Size and behaviour of the local Neo4j.

    Args:
        heap_mb: Largest Java heap, in MB.
        page_cache_mb: Neo4j's page cache, in MB.
        port: Bolt port on loopback; 0 takes any free one.
        idle_stop_s: The server stops after so many seconds without a client; 0 never.
        version: Which of the pinned Neo4j versions runs.
    """

    heap_mb: int = 512
    page_cache_mb: int = 128
    port: int = 0
    idle_stop_s: float = 1800.0
    version: str = DEFAULT_VERSION
