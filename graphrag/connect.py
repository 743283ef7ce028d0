"""From the settings to a database: the address of a server, or the local Neo4j as it runs now."""

from __future__ import annotations

import ipaddress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .store import Connection, ConnectionProvider

if TYPE_CHECKING:
    from .config import Settings
    from .local import LocalNeo4j, LocalSettings

CONTAINER_FILES = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Docker or Podman makes one of these in each container."""

_IN_CONTAINER = (
    "in a container, this address is the container itself; to reach another one, see "
    '"Neo4j in Docker" in docs/INSTALL.md'
)


def database_of(settings: Settings) -> tuple[str, ...]:
    """Return what names a database and the login to it: the same for settings that share one.

    Args:
        settings: ``NEO4J_URI``, ``NEO4J_USER``, ``NEO4J_PASSWORD`` and ``NEO4J_DATABASE``.
    """
    password = settings.neo4j_password.get_secret_value()
    return settings.neo4j_uri, settings.neo4j_user, password, settings.neo4j_database


def local_neo4j(settings: Settings, data: Path, cache: Path) -> LocalNeo4j | None:
    """Return the local Neo4j if the settings choose it; nothing is started.

    Args:
        settings: ``NEO4J_URI`` and the sizes.
        data: The plugin's folder of user data.
        cache: The plugin's folder of what can be downloaded again.

    Returns:
        The local Neo4j, or None if ``NEO4J_URI`` is an address.
    """
    if settings.neo4j_uri != "local":
        return None
    from .local import LocalNeo4j, LocalPaths

    return LocalNeo4j(LocalPaths.inside(data, cache), local_settings(settings))


def local_settings(settings: Settings) -> LocalSettings:
    """Return the sizes and the behaviour of a local Neo4j.

    Args:
        settings: The settings, which hold them.
    """
    from .local import LocalSettings

    return LocalSettings(
        heap_mb=settings.neo4j_local_heap_mb,
        page_cache_mb=settings.neo4j_local_page_cache_mb,
        port=settings.neo4j_local_port,
        idle_stop_s=60.0 * settings.neo4j_local_idle_minutes,
    )


def connection_provider(settings: Settings, local: LocalNeo4j | None) -> ConnectionProvider:
    """Return the function that the store calls to learn where to connect.

    A local Neo4j has another port after each start, so the store asks each time it connects.

    Args:
        settings: The address and the credentials of a server; the name of the database.
        local: The local Neo4j, or None for a server.

    Returns:
        A function without arguments that returns the connection. For a local Neo4j it raises
        ``NotSetUpError`` or ``StartingError`` while there is none.
    """
    if local is not None:
        return _connection_to_local(local, settings.neo4j_database)
    server = Connection(
        settings.neo4j_uri,
        settings.neo4j_user,
        settings.neo4j_password.get_secret_value(),
        settings.neo4j_database,
    )
    if _is_loopback(server.uri) and any(file.exists() for file in CONTAINER_FILES):
        server = replace(server, address_hint=f"{server.address_hint}: {_IN_CONTAINER}")
    return lambda: server


def _is_loopback(uri: str) -> bool:
    try:
        host = urlsplit(uri).hostname or ""
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name, or no address at all
        return False


def _connection_to_local(local: LocalNeo4j, database: str) -> ConnectionProvider:
    def connection() -> Connection:
        server = local.require_running()
        return Connection(
            server.uri, server.user, server.password, database, login_hint=local.new_password_hint
        )

    return connection
