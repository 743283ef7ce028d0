"""The connection to Neo4j: the only code that knows its driver.

``GraphStore`` reads within deadlines, for turns. ``GraphWriter`` writes, for everything else.
Importing this package does not import the driver.
"""

from .breaker import BreakerState, CircuitBreaker
from .connection import Connection, ConnectionProvider, StoreLimits
from .reader import GraphStore
from .turn_id import turn_id
from .writer import GraphWriter, WriteTemplate

__all__ = [
    "BreakerState",
    "CircuitBreaker",
    "Connection",
    "ConnectionProvider",
    "GraphStore",
    "GraphWriter",
    "StoreLimits",
    "WriteTemplate",
    "turn_id",
]
