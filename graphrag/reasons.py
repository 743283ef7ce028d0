"""The only list of the reasons that a log marker gives; docs/OPERATIONS.md explains each."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why a turn has no block, or why it did not follow links."""

    # Neo4j could not be used. Each but INTERNAL has an error class in ``errors``.
    NOT_SET_UP = "not_set_up"
    STARTING = "starting"
    PACKAGE = "package"
    REFUSED = "refused"
    TIMEOUT = "timeout"
    AUTH = "auth"
    DATABASE = "database"
    BREAKER = "breaker"
    SCHEMA = "schema"
    QUERY = "query"
    INTERNAL = "internal"
    CLOSED = "closed"

    # No link was followed. With the second there may still be a block, of plain results.
    EMPTY_GRAPH = "empty_graph"
    LOW_CONFIDENCE = "low_confidence"

    # Neo4j answered, but nothing was worth adding.
    NOT_ABOUT_MEMORY = "not_about_memory"
    NOTHING_FOUND = "nothing_found"
    NO_ROOM = "no_room"

    # There is a block, but the mode keeps it out of the prompt.
    SHADOW = "shadow"
