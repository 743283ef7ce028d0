"""From the settings to a database: an address as given, or the local Neo4j as it runs just now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .store import Connection, ConnectionProvider

if TYPE_CHECKING:
    from .config import Settings
    from .local import LocalNeo4j


def local_neo4j(settings: Settings, data_dir: Path, jars_dir: Path) -> LocalNeo4j | None:
    """Give the local Neo4j if the settings choose it; nothing is started.

    Args:
        settings: ``NEO4J_URI`` and the sizes.
        data_dir: Where its graph store lies.
        jars_dir: Where its jars lie.

    Returns:
        The local Neo4j, or None where ``NEO4J_URI`` is an address.
    """
    if settings.neo4j_uri != "local":
        return None
    from .local import LocalNeo4j, LocalPaths, LocalSettings

    return LocalNeo4j(
        LocalPaths(data_dir, jars_dir),
        LocalSettings(
            heap_mb=settings.neo4j_local_heap_mb,
            page_cache_mb=settings.neo4j_local_page_cache_mb,
            port=settings.neo4j_local_port,
            idle_stop_s=60.0 * settings.neo4j_local_idle_minutes,
        ),
    )


def connection_provider(settings: Settings, local: LocalNeo4j | None) -> ConnectionProvider:
    """Give what tells the store where to connect, at the time of connecting.

    Args:
        settings: The address and the credentials, unless the Neo4j is local.
        local: The local Neo4j, or None.

    Returns:
        A function that gives the connection; for a local Neo4j it raises ``NotSetUpError`` or
        ``StartingError`` while there is none.
    """

    def given() -> Connection:
        return Connection(
            settings.neo4j_uri,
            settings.neo4j_user,
            settings.neo4j_password.get_secret_value(),
            settings.neo4j_database,
        )

    def running() -> Connection:
        server = local.require_running()
        return Connection(
            server.uri,
            server.user,
            server.password,
            settings.neo4j_database,
            login_hint=local.new_password_hint,
        )

    return given if local is None else running
