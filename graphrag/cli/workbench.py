"""What the commands work with: settings, folders, and the database they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..agent_zero.install.folders import PluginFolders, install_id, plugin_folders
from ..agent_zero.install.surrounding_host import saved_settings, surrounding_host
from ..config import Settings, load_settings
from ..connect import connection_provider, local_neo4j
from ..errors import SettingsError
from ..store import GraphStore, GraphWriter, StoreLimits

if TYPE_CHECKING:
    from ..local import LocalNeo4j

named_env_file: ContextVar[Path | None] = ContextVar("named_env_file", default=None)
"""What ``--env-file`` names."""

PATIENT_QUERY_MS = 30_000
"""On the command line nobody waits for the next word of a model."""


@dataclass(frozen=True)
class Workbench:
    """The command line's surroundings.

    Attributes:
        settings: The settings.
        where: The folders of user data, and of what can be downloaded again.
        warnings: What was wrong with the settings.
    """

    settings: Settings
    where: PluginFolders
    warnings: tuple[str, ...] = ()

    @classmethod
    def open(cls) -> Workbench:
        """Read the settings; wrong values are said on standard error.

        The env file is that of ``--env-file``; else ``.env`` of the working folder, if there is
        one, or the host's own where the package was installed into Agent Zero.

        Raises:
            SettingsError: There is no such env file, or ``NEO4J_URI`` is no address: whoever
                typed a command meant that one, and no other.
        """
        host = surrounding_host()
        env_file = named_env_file.get()
        if env_file is not None and not env_file.is_file():
            raise SettingsError(f"{env_file} does not exist", "give --env-file another path")
        usual = Path(".env") if host is None else host / "usr" / ".env"
        if env_file is None and usual.is_file():
            env_file = usual
        saved = {} if host is None else saved_settings(host)
        loaded = load_settings(saved, env_file)
        for warning in loaded.warnings:
            if warning.startswith("NEO4J_URI="):
                raise SettingsError(warning.rpartition("; using ")[0])
        for warning in loaded.warnings:
            typer.echo(f"a0-graphrag: {warning}", err=True)
        home = loaded.settings.graphrag_home
        if home is not None or host is not None:
            return cls(loaded.settings, plugin_folders(host, home), loaded.warnings)
        from platformdirs import user_cache_path, user_data_path

        name = "a0-graphrag"
        where = PluginFolders(user_data_path(name), user_cache_path(name))
        return cls(loaded.settings, where, loaded.warnings)

    @cached_property
    def local(self) -> LocalNeo4j | None:
        """The local Neo4j, or None where ``NEO4J_URI`` is an address."""
        return local_neo4j(self.settings, **self.where.local_paths_args)

    @cached_property
    def install_id(self) -> str:
        """The id that keeps two installs on one server apart; made once."""
        return install_id(self.where, self.settings.graphrag_install_id)

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
