"""Translates the driver's errors into this package's: a reason word, and what to do.

No message contains a password or the credentials of an address.
"""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator, Mapping

from ..command_line import command
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
from ..wording import hide_credentials
from .connection import Connection

_NO_INDEX = re.compile(r"no such (?:fulltext|vector|\w+) (?:schema )?index|IndexNotFound", re.I)
_INDEX_NOT_READY = re.compile(r"populating|not (?:yet )?online|IndexNotReady|IndexPopulation", re.I)
_LONGEST_MESSAGE = 200
_UNKNOWN_ISSUER = (18, 19, 20, 21)  # OpenSSL's codes

_AUTH_CODES = "Neo.ClientError.Security."
_LOCKED_OUT = f"{_AUTH_CODES}AuthenticationRateLimit"
_SCHEMA_CODES = "Neo.ClientError.Schema."
_NEEDS_RESTART = "Neo.DatabaseError.Transaction.TransactionStartFailed"
_NOT_STORED = "Neo.DatabaseError.Transaction."
_FREE_SPACE = "look into Neo4j's log, free some space if its disk is full, and restart Neo4j"
_HOPELESS = "OutOfMemoryError"  # transient by its code, but a retry needs the same memory
_MORE_HEAP = "give Neo4j more heap: of the local one, raise NEO4J_LOCAL_HEAP_MB and restart it"
_MISSING_DATABASE_CODES = (
    "Neo.ClientError.Database.DatabaseNotFound",
    "Neo.ClientError.General.DatabaseNotFound",
)


class TransientQueryError(QueryError):
    """A failure, such as a deadlock, after which the same transaction may succeed."""


class AlreadyMadeError(QueryError):
    """An index or constraint that another process has made in the same moment.

    The server reports it in spite of ``IF NOT EXISTS``, which it checks too early.
    """


def mask(text: str, connection: Connection | None = None) -> str:
    """Return a message as one short line without secrets.

    Args:
        text: Any text, such as an exception's.
        connection: Its password is masked too, besides the credentials of any address.

    Returns:
        At most 203 characters.
    """
    if connection is not None and connection.password:
        text = text.replace(connection.password, "***")
    line = " ".join(hide_credentials(text).split())
    return line if len(line) <= _LONGEST_MESSAGE else line[:_LONGEST_MESSAGE] + "..."


def translate(
    error: BaseException, connection: Connection, parameters: object = None
) -> GraphragError:
    """Return this package's error for one that was raised while connecting or querying.

    Args:
        error: What was raised.
        connection: Where it happened.
        parameters: What was to be sent. They tell a value that cannot be sent from a garbled
            answer: the driver raises the same errors for both.

    Returns:
        The error to raise; ``error`` itself if it is this package's.
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
        return _translate_broken_connection(error, connection, where)
    return UnreachableError(
        f"{where} is not a Neo4j server ({type(error).__name__})",
        "check NEO4J_URI",
    )


def _translate_broken_connection(
    error: BaseException, connection: Connection, where: str
) -> UnreachableError:
    causes = list(_causes(error))
    scheme, _, _ = connection.uri.partition("://")
    protocol, _, tls = scheme.partition("+")
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            hint = f"check the certificate; {protocol}+ssc:// accepts any"
            if cause.verify_code in _UNKNOWN_ISSUER:
                hint = f"set SSL_CERT_FILE to its CA's certificate; {protocol}+ssc:// accepts any"
            return UnreachableError(
                f"the certificate of {where} cannot be trusted: {cause.verify_message}", hint
            )
    # The driver's class for a failed handshake is private.
    if tls and any(type(cause).__name__ == "BoltSecurityError" for cause in causes):
        return UnreachableError(
            f"{where} ended the connection during the TLS handshake",
            f"{connection.address_hint}; without TLS it is {protocol}://",
        )
    # A cluster's driver wraps what happened at each router.
    said = next((cause for cause in causes[1:] if isinstance(cause, type(error))), error)
    text = mask(str(said) or type(said).__name__, connection)
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        text = "the connection was refused"
    if "Bolt handshake response" in text:
        text = "it broke before the login"
    hint = connection.address_hint
    if "incomplete handshake" in text:
        hint += f"; a server with TLS needs {protocol}+s://"
    return UnreachableError(f"no connection to Neo4j at {where}: {text}", hint)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and what led to it, also inside groups."""
    pending = [error]
    for cause in pending:
        yield cause
        inner = cause.exceptions if isinstance(cause, BaseExceptionGroup) else ()
        found = [*inner, *([cause.__cause__] if cause.__cause__ else [])]
        pending += [other for other in found if other not in pending]


def _translate_server_error(code: str, message: str, connection: Connection) -> StoreError:
    text = mask(message, connection)
    if code == _LOCKED_OUT:  # it does not even look at the password
        return AuthError(
            f"Neo4j locks out user {connection.user!r} for a moment, after several wrong logins",
            f"wait a moment and try again; if that does not help, {connection.login_hint}",
        )
    if code.startswith(_AUTH_CODES):
        return AuthError(
            f"Neo4j refused the login of user {connection.user!r} ({code.rpartition('.')[2]})",
            connection.login_hint,
        )
    if code.startswith(_SCHEMA_CODES) and code.endswith("AlreadyExists"):
        return AlreadyMadeError(f"{code}: {text}")
    if code in _MISSING_DATABASE_CODES:
        return DatabaseMissingError(
            f"Neo4j has no database {connection.database!r}", "check NEO4J_DATABASE"
        )
    if "TransactionTimedOut" in code:
        return DeadlineError("the server ended the query at its time limit")
    if code == _NEEDS_RESTART:  # since an error such as a full disk
        return UnreachableError(
            f"the database {connection.database!r} takes no queries: {text}", _FREE_SPACE
        )
    if "DatabaseUnavailable" in code:
        return StartingError(f"the database {connection.database!r} is not available yet")
    if _INDEX_NOT_READY.search(text):
        return StartingError("an index is still being built")
    if _NO_INDEX.search(text):
        return SchemaMissingError("an index is missing", f"run `{command('init')}`")
    hint = _FREE_SPACE if code.startswith(_NOT_STORED) else ""
    return QueryError(f"{code}: {text}", _MORE_HEAP if code.endswith(_HOPELESS) else hint)


def is_outage(error: GraphragError) -> bool:
    """Whether the error means that the whole server cannot be used now.

    A bad query, an index being built and a server that is not set up do not count as an outage.
    They are cheap to detect again, and each keeps its own reason.
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
