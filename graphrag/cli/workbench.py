"""What the commands work with: settings, folders, and the database they lead to."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..agent_zero.homes import homes
from ..agent_zero.host_folder import host_around, saved_settings
from ..config import Settings, load_settings
from ..connect import connection_provider, local_neo4j
from ..store import GraphStore, GraphWriter, StoreLimits

if TYPE_CHECKING:
    from ..local import LocalNeo4j

PATIENT_QUERY_MS = 30_000
"""On the command line nobody waits for the next word of a model."""


@dataclass(frozen=True)
class Workbench:
    """The command line's surroundings.

    Attributes:
        settings: The settings.
        data_dir: User data.
        cache_dir: What can be downloaded again.
    """

    settings: Settings
    data_dir: Path
    cache_dir: Path

    @classmethod
    def open(cls, env_file: Path | None = None) -> Workbench:
        """Read the settings; wrong values are said on standard error.

        Args:
            env_file: An env file; by default ``.env`` of the working folder, if there is one, or
                the host's own where the package was installed into Agent Zero.
        """
        host = host_around()
        usual = Path(".env") if host is None else host / "usr" / ".env"
        if env_file is None and usual.is_file():
            env_file = usual
        saved = {} if host is None else saved_settings(host)
        loaded = load_settings(saved, env_file)
        for warning in loaded.warnings:
            typer.echo(f"a0-graphrag: {warning}", err=True)
        home = loaded.settings.graphrag_home
        if home is not None or host is not None:
            found = homes(host, home)
            return cls(loaded.settings, found.data, found.cache)
        from platformdirs import user_cache_path, user_data_path

        return cls(loaded.settings, user_data_path("a0-graphrag"), user_cache_path("a0-graphrag"))

    @cached_property
    def local(self) -> LocalNeo4j | None:
        """The local Neo4j, or None where ``NEO4J_URI`` is an address."""
        return local_neo4j(self.settings, self.data_dir / "neo4j", self.cache_dir / "neo4j-jars")

    @cached_property
    def install_id(self) -> str:
        """The id that keeps two installs on one server apart; made once."""
        if self.settings.graphrag_install_id:
            return self.settings.graphrag_install_id
        path = self.data_dir / "install-id"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(secrets.token_hex(6) + "\n", encoding="ascii")
        return path.read_text(encoding="ascii").strip()

    def scope(self, given: str | None) -> str:
        """Give a scope's full name; ``shared`` of this install by default."""
        name = given or "shared"
        return name if "/" in name else f"{self.install_id}/{name}"

    @contextmanager
    def store(self, query_timeout_ms: int = PATIENT_QUERY_MS) -> Iterator[GraphStore]:
        """Open the read side, for a while.

        Args:
            query_timeout_ms: Longest time of one query.
        """
        limits = StoreLimits(query_timeout_ms=query_timeout_ms)
        with GraphStore(connection_provider(self.settings, self.local), limits) as store:
            yield store

    @contextmanager
    def writer(self, timeout_s: float = 300.0) -> Iterator[GraphWriter]:
        """Open the write side, for a while.

        Args:
            timeout_s: Longest time of one statement.
        """
        provider = connection_provider(self.settings, self.local)
        with GraphWriter(provider, timeout_s=timeout_s) as writer:
            yield writer
