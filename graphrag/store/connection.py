"""Where the database is, and how long anything with it may take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Connection:
    """An address with its credentials; the password never shows in a ``repr``.

    Attributes:
        uri: ``bolt://`` or ``neo4j://``, with ``+s`` or ``+ssc`` for TLS; no credentials in it.
        user: The user's name.
        password: The password.
        database: The database, always named explicitly: it saves looking up the home database.
        login_hint: What to do where user and password are refused.
    """

    uri: str
    user: str
    password: str = field(repr=False)
    database: str = "neo4j"
    login_hint: str = "check NEO4J_USER and NEO4J_PASSWORD"


ConnectionProvider = Callable[[], Connection]
"""Gives the connection at the time of connecting. It may raise ``NotSetUpError`` or
``StartingError``; it is asked again for each attempt to connect, so a new address is noticed."""


@dataclass(frozen=True, slots=True)
class StoreLimits:
    """Bounds of everything that the store does.

    Attributes:
        query_timeout_ms: Longest time of one query on the server, and so on the client.
        connect_timeout_ms: Longest time for import, TCP, login and a first query. A turn does not
            wait for it longer than its own deadline; connecting goes on in the background.
        warm_up_timeout_ms: Longest time for one query of the warm-up.
        close_timeout_ms: Longest time for a clean goodbye to the server.
        pool_size: Most connections to one server.
        breaker_open_ms: How long the first failure keeps the circuit breaker open; doubled with
            each failed probe,
        breaker_max_open_ms: up to this.
        breaker_least_wait_ms: A query that was given less time than this says nothing about the
            server when it runs out of it.
        probe_for_ms: For so long after the last demand the server is probed in the background.
    """

    query_timeout_ms: float = 400
    connect_timeout_ms: float = 5_000
    warm_up_timeout_ms: float = 30_000
    close_timeout_ms: float = 1_000
    pool_size: int = 4
    breaker_open_ms: float = 500
    breaker_max_open_ms: float = 30_000
    breaker_least_wait_ms: float = 100
    probe_for_ms: float = 300_000
