"""The graph of one memory folder, opened for one request of the screen."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from ...config import Settings, load_settings
from ...connect import connection_provider, local_neo4j
from ...errors import SettingsError
from ...scopes import scopes_of_folder
from ...switch import is_switched_on
from ..host.name_lists import require_folder_name
from ..install import folders, site_packages

if TYPE_CHECKING:
    from ...store import GraphStore

PATIENCE_MS = 20_000

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class OpenGraph:
    """The graph of one memory folder.

    Attributes:
        store: The store.
        settings: The settings.
        scopes: The scopes that a turn of the folder reads, its own first.
    """

    store: GraphStore
    settings: Settings
    scopes: tuple[str, str]

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run something on the store's loop, and wait for it."""
        return self.store.run(work, timeout_s=2 * PATIENCE_MS / 1000)


@contextmanager
def open_graph(plugin_config: Mapping[str, Any] | None, folder: str) -> Iterator[OpenGraph]:
    """Open the graph of a memory folder, for the duration of the context; blocking.

    Args:
        plugin_config: The settings as saved.
        folder: The host's memory folder.

    Raises:
        SettingsError: The plugin is off, or there can be no such memory folder.
        StoreError: Neo4j cannot be used.
    """
    config = plugin_config or {}
    if not is_switched_on(config.get("graphrag_enabled", False)):
        raise SettingsError("GraphRAG is off", "switch it on in its settings")
    require_folder_name(folder)
    settings = load_settings(config).settings
    found = folders.plugin_folders(configured=settings.graphrag_home)
    site_packages.activate(found.site_packages)
    from ...store import GraphStore, StoreLimits

    install = folders.install_id(found, settings.graphrag_install_id)
    provider = connection_provider(settings, local_neo4j(settings, found.data, found.cache))
    with GraphStore(provider, StoreLimits(query_timeout_ms=PATIENCE_MS)) as store:
        yield OpenGraph(store, settings, scopes_of_folder(install, folder))
