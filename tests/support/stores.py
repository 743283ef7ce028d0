"""Stores for tests: a registry of their own, and ways to wait for what is done behind them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from graphrag.errors import TemplateError
from graphrag.store import Connection, GraphStore, StoreLimits

from .neo4j_server import Neo4jServer

SLACK_MS = 1000.0
"""How much later than its deadline something may end, on any machine.

What ends by itself in these tests takes 2 s and more. ``tests.faults.report`` measures the usual.
"""

HEAVY_MARK = f"/* heavy {secrets.token_hex(4)} */"
"""How this process's heavy query begins; another test process may use the same server."""

TEMPLATES = {
    "one": "RETURN 1 AS one",
    "echo": "RETURN $value AS value",
    "metadata": "CALL tx.getMetaData() YIELD metadata RETURN metadata",
    "rows": "UNWIND range(1, $count) AS number RETURN number, 'row ' + number AS text",
    "heavy": f"{HEAVY_MARK} UNWIND range(1, 1000000000) AS n "
    "WITH n WHERE n % 7 = 0 RETURN sum(n) AS total",
    "write": "CREATE (n:StoreTest) RETURN 1 AS one",
    "broken": "RETURN nonsense",
    "text": "CALL db.index.fulltext.queryNodes($index, 'x') YIELD node RETURN count(node) AS n",
    "vector": "CALL db.index.vector.queryNodes($index, 1, [1.0]) YIELD node RETURN node.id AS id",
}


def prepare(name: str, parameters: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """A registry like ``safe_cypher``'s, with queries that tests need."""
    if name not in TEMPLATES:
        raise TemplateError(f"no template {name!r}")
    return TEMPLATES[name], parameters


def connection_to(server: Neo4jServer, uri: str | None = None, **changes: str) -> Connection:
    """The server's connection, perhaps by way of a proxy, perhaps with something wrong."""
    values = {
        "uri": uri or server.uri,
        "user": server.user,
        "password": server.password,
        "database": server.database,
    }
    return Connection(**{**values, **changes})


def make_store(connection: Connection | Callable[[], Connection], **limits: float) -> GraphStore:
    """A store that notices and forgives faster than in earnest."""
    chosen = {
        "breaker_open_ms": 200,
        "breaker_max_open_ms": 400,
        "connect_timeout_ms": 2000,
        "query_timeout_ms": 20_000,  # the deadline of each read is shorter
    }
    return GraphStore(connection, StoreLimits(**{**chosen, **limits}), prepare=prepare)


def read(
    store: GraphStore, template: str = "one", deadline_ms: float = 400, **parameters: Any
) -> list[dict[str, Any]]:
    """Read as a turn does, but blocking; it may wait longer than the deadline, to see that."""
    return store.run(store.read(template, parameters, deadline_ms=deadline_ms), timeout_s=30)


def connect(store: GraphStore) -> None:
    """Log in and ask one question, whatever time that takes."""
    store.warm_up([("one", {})]).result(30)


def wait_until(condition: Callable[[], bool], timeout_s: float = 60.0) -> None:
    """Wait for something that happens in the background."""
    ends = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < ends, "it did not happen in time"
        time.sleep(0.01)
