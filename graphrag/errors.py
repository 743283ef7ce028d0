"""The public errors of this package, in one tree.

::

    GraphragError
    ├── SettingsError              a setting or argument that cannot be used
    ├── TemplateError              an unknown query template, or a parameter out of its bounds
    ├── StoreError                 Neo4j could not be used; ``reason`` is the word in the log marker
    │   ├── NotSetUpError          not_set_up   no Neo4j has been chosen or set up yet
    │   ├── StartingError          starting     the server or an index is still coming up
    │   ├── PackageMissingError    package      the driver is not installed
    │   ├── UnreachableError       refused      no connection, or it broke
    │   ├── DeadlineError          timeout      no answer within the deadline
    │   ├── AuthError              auth         wrong user or password
    │   ├── DatabaseMissingError   database     there is no such database
    │   ├── BreakerOpenError       breaker      a recent failure; not tried again yet
    │   ├── SchemaMissingError     schema       the database lacks constraints or indexes
    │   ├── ClosedError            closed       the store, or all of the plugin, was closed
    │   └── QueryError             query        the server rejected or lost the query
    │       └── LostClaimError     query        what was written to is gone, or another's by now
    ├── ForeignDatabaseError       the database holds another tool's Entity or Document nodes
    ├── SchemaVersionError         another schema version, or vectors of another length
    ├── IngestError                an input that cannot be read at all
    ├── ExportError                an export file that cannot be written or read
    └── LocalServerError           the local Neo4j could not be downloaded, started or stopped

Each has a ``message``, and a ``hint``: one line that says what the user can do. A few subclasses
are private to the modules that raise them.
"""

from __future__ import annotations

from typing import ClassVar

from .reasons import Reason


class GraphragError(Exception):
    """Root of all errors of this package.

    Args:
        message: What was wrong, in one line, without secrets.
        hint: What the user can do about it, in one line; may be empty.

    Example:
        ::

            try:
                retrieval = store.run(retriever.retrieve(query, deadline_ms=500), timeout_s=1)
            except GraphragError as error:
                print(error.message, error.hint)
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class SettingsError(GraphragError):
    """A setting or argument that cannot be used."""


class TemplateError(GraphragError):
    """An unknown query template, or a parameter out of its bounds."""


class StoreError(GraphragError):
    """Neo4j could not be used.

    Attributes:
        reason: The word in the log marker.
    """

    reason: ClassVar[Reason] = Reason.INTERNAL


class NotSetUpError(StoreError):
    """No Neo4j has been chosen or set up yet."""

    reason = Reason.NOT_SET_UP


class StartingError(StoreError):
    """The server, or an index that the query needs, is still coming up."""

    reason = Reason.STARTING


class PackageMissingError(StoreError):
    """The Neo4j driver is not installed."""

    reason = Reason.PACKAGE


class UnreachableError(StoreError):
    """No connection could be made, or it broke."""

    reason = Reason.REFUSED


class DeadlineError(StoreError):
    """No answer came within the deadline."""

    reason = Reason.TIMEOUT


class AuthError(StoreError):
    """Wrong user or password."""

    reason = Reason.AUTH


class DatabaseMissingError(StoreError):
    """There is no database of that name."""

    reason = Reason.DATABASE


class BreakerOpenError(StoreError):
    """A recent failure opened the circuit breaker; the server is not tried again yet."""

    reason = Reason.BREAKER


class SchemaMissingError(StoreError):
    """The database lacks constraints or indexes that this package needs."""

    reason = Reason.SCHEMA


class ClosedError(StoreError):
    """The store was closed meanwhile, as for an update; nothing is wrong with the server."""

    reason = Reason.CLOSED


class QueryError(StoreError):
    """The server rejected or lost the query."""

    reason = Reason.QUERY


class LostClaimError(QueryError):
    """What was being written to is gone, or another writer has it; nothing was written."""


class ForeignDatabaseError(GraphragError):
    """The database holds another tool's ``Entity`` or ``Document`` nodes."""


class SchemaVersionError(GraphragError):
    """The graph was written by another schema version, or for another embedding dimension."""


class IngestError(GraphragError):
    """An input that cannot be read at all."""


class ExportError(GraphragError):
    """An export that cannot be written, or a file that cannot be imported."""


class LocalServerError(GraphragError):
    """The local Neo4j could not be downloaded, started or stopped."""
