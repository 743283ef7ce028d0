"""Where the database is, and how long its use may take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Connection:
    """An address with its credentials; ``repr`` never shows the password.

    Attributes:
        uri: ``bolt://`` or ``neo4j://``, with ``+s`` or ``+ssc`` for TLS; no credentials in it.
        user: The user's name.
        password: The password.
        database: The database's name. It is always sent, which saves looking up the default one.
        login_hint: What the user can do if the server refuses user and password.
        address_hint: What the user can do if nothing answers at the address.

    Example:
        ::

            connection = Connection("neo4j+s://abc.databases.neo4j.io", "neo4j", password)
            store = GraphStore(connection)
    """

    uri: str
    user: str
    password: str = field(repr=False)
    database: str = "neo4j"
    login_hint: str = "check NEO4J_USER and NEO4J_PASSWORD"
    address_hint: str = "start Neo4j, or check NEO4J_URI"


ConnectionProvider = Callable[[], Connection]
"""Returns the connection. It is called before each attempt to connect, so a new address is noticed,
and it may raise ``NotSetUpError`` or ``StartingError``."""


TCP_TIMEOUT_MS = 5_000
"""Maximum time for a TCP connection. A server that takes longer counts as absent."""


@dataclass(frozen=True, slots=True)
class StoreLimits:
    """Bounds of everything that the store does; all times in milliseconds.

    Attributes:
        query_timeout_ms: Longest time of one query, on the server and on the client.
        connect_timeout_ms: Longest time for TCP, login and a first query; TCP has at most
            ``TCP_TIMEOUT_MS`` of it. A turn waits no longer than its own deadline; connecting
            continues in the background.
        warm_up_timeout_ms: Longest time for one query of the warm-up.
        close_timeout_ms: Longest time for a clean close.
        pool_size: Maximum number of connections to one server.
        breaker_open_ms: How long the first failure keeps the circuit breaker open. Each failed
            probe doubles it. After a query that ran out of its time, the first probe comes at once.
        breaker_max_open_ms: Upper bound of that doubling.
        breaker_least_wait_ms: A query that had less time than this and timed out says nothing
            about the server.
        probe_for_ms: How long after the last demand the server is probed in the background.

    Example:
        ::

            store = GraphStore(connection, StoreLimits(query_timeout_ms=5000, pool_size=16))
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
