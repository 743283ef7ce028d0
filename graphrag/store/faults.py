"""From what the driver raises to this package's errors: the reason word, and what to do.

No message carries a password or the credentials of an address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..errors import (
    AuthError,
    DatabaseMissingError,
    DeadlineError,
    GraphragError,
    QueryError,
    SchemaMissingError,
    StartingError,
    StoreError,
    TemplateError,
    UnreachableError,
)
from .connection import Connection

_CREDENTIALS = re.compile(r"//[^/\s@]*@")
_NO_INDEX = re.compile(r"no such (?:fulltext|vector|\w+) (?:schema )?index|IndexNotFound", re.I)
_INDEX_NOT_READY = re.compile(r"populating|not (?:yet )?online|IndexNotReady|IndexPopulation", re.I)
_LONGEST_MESSAGE = 200

_AUTH_CODES = "Neo.ClientError.Security."
_HOPELESS = "OutOfMemoryError"  # transient by name, but a batch does not get smaller by itself
_MISSING_DATABASE_CODES = (
    "Neo.ClientError.Database.DatabaseNotFound",
    "Neo.ClientError.General.DatabaseNotFound",
)


class TransientQueryError(QueryError):
    """The same transaction may succeed when it is run again, after a deadlock say."""


def mask(text: str, connection: Connection | None = None) -> str:
    """Cut a message to one short line without secrets.

    Args:
        text: Any text, such as an exception's.
        connection: Whose password to mask, besides the credentials of any address.
    """
    if connection is not None and connection.password:
        text = text.replace(connection.password, "***")
    line = " ".join(_CREDENTIALS.sub("//***@", text).split())
    return line if len(line) <= _LONGEST_MESSAGE else line[:_LONGEST_MESSAGE] + "..."


def translate(
    error: BaseException, connection: Connection, parameters: object = None
) -> GraphragError:
    """Give the error of this package that says the same as one of the driver's.

    Args:
        error: What was raised while connecting or querying.
        connection: What was connected to.
        parameters: What was to be sent, to tell a value that cannot be from garbage received.
    """
    from neo4j import exceptions

    if isinstance(error, GraphragError):
        return error
    if isinstance(error, exceptions.Neo4jError) and error.code:
        translated = _translate_server_error(error.code, str(error.message or ""), connection)
        if (
            type(translated) is QueryError
            and error.is_retryable()
            and not error.code.endswith(_HOPELESS)
        ):
            return TransientQueryError(translated.message)
        return translated
    if isinstance(error, (TypeError, ValueError, OverflowError)) and not _is_sendable(parameters):
        return TemplateError(f"a parameter cannot be sent to Neo4j ({type(error).__name__})")
    text = mask(str(error) or type(error).__name__, connection)
    where = mask(connection.uri, connection)
    if isinstance(error, TimeoutError) or "failed to obtain a connection" in text:
        return DeadlineError(f"no free connection to {where} in time")
    if isinstance(error, exceptions.ConfigurationError):
        return UnreachableError(f"cannot connect to {where}: {text}", "check NEO4J_URI")
    if isinstance(error, (exceptions.DriverError, OSError)):
        return UnreachableError(
            f"no connection to Neo4j at {where}: {text}", "is it running, and NEO4J_URI right?"
        )
    return UnreachableError(
        f"what answers at {where} does not speak as Neo4j does ({type(error).__name__})",
        "check NEO4J_URI",
    )


def _translate_server_error(code: str, message: str, connection: Connection) -> StoreError:
    text = mask(message, connection)
    if code.startswith(_AUTH_CODES):
        return AuthError(
            f"Neo4j did not let user {connection.user!r} in ({code.rpartition('.')[2]})",
            connection.login_hint,
        )
    if code in _MISSING_DATABASE_CODES:
        return DatabaseMissingError(
            f"Neo4j has no database {connection.database!r}", "check NEO4J_DATABASE"
        )
    if "TransactionTimedOut" in code:
        return DeadlineError("the server ended the query at its time limit")
    if "DatabaseUnavailable" in code:
        return StartingError(f"the database {connection.database!r} is not available yet")
    if _INDEX_NOT_READY.search(text):
        return StartingError("an index is still being built")
    if _NO_INDEX.search(text):
        return SchemaMissingError("an index is missing", "run: a0-graphrag init")
    return QueryError(f"{code}: {text}")


def is_outage(error: GraphragError) -> bool:
    """Whether the error says that the server as a whole cannot be used now.

    One bad query, an index that is being built, or a server that was not set up yet are no outage:
    they are cheap to find out again, and keep their own reason.
    """
    return isinstance(error, (UnreachableError, DeadlineError, AuthError, DatabaseMissingError))


def _is_sendable(value: object) -> bool:
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, bool) or value is None or isinstance(value, float):
        return True
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    if isinstance(value, Mapping):
        return all(isinstance(key, str) for key in value) and all(
            map(_is_sendable, [*value, *value.values()])
        )
    return isinstance(value, (list, tuple)) and all(map(_is_sendable, value))
