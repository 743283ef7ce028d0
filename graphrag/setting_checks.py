"""Which values a setting may have; what is wrong with another is said in a few words."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from .wording import hide_credentials

URI_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")


def stripped(value: object) -> object:
    """Return a text without the spaces around it, and anything else as it is."""
    return value.strip() if isinstance(value, str) else value


def check_uri(value: str) -> str:
    """Return an address of Neo4j, or ``local``.

    Raises:
        ValueError: It is none, or holds a user or a password.
    """
    if value == "local":
        return value
    parts = urlsplit(value)
    if parts.scheme not in URI_SCHEMES or not parts.hostname:
        raise ValueError("must be 'local' or an address such as bolt://localhost:7687")
    if not _has_valid_port(parts):
        raise ValueError("must have a port from 1 to 65535")
    if hide_credentials(value) != value:
        raise ValueError("must not contain a user or password; use NEO4J_USER and NEO4J_PASSWORD")
    return value


def check_database(value: str) -> str:
    """Return the name of a database.

    Raises:
        ValueError: It is Neo4j's own.
    """
    if value.lower() == "system":
        raise ValueError("Neo4j keeps its own data there and no graph")
    return value


def _has_valid_port(address: SplitResult) -> bool:
    try:
        return address.port != 0
    except ValueError:
        return False
