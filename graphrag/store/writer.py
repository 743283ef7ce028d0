"""Writes to the graph: for sync, ingest and the command line, never in a turn's path."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ..errors import (
    DeadlineError,
    LostClaimError,
    QueryError,
    StartingError,
    StoreError,
    TemplateError,
    UnreachableError,
)
from ..safe_cypher import in_one_map
from .connection import Connection, ConnectionProvider, StoreLimits
from .connector import Connector
from .deadline import now, within
from .driver_thread import DriverThread
from .faults import AlreadyMadeError, TransientQueryError
from .pooled_driver import AccessMode, Row

_SCHEMA_STATEMENT = re.compile(
    r"\s*(?:CREATE\s+(?:(?:FULLTEXT|VECTOR|RANGE|TEXT|POINT|LOOKUP)\s+)?(?:INDEX|CONSTRAINT)\s"
    r"|DROP\s+(?:INDEX|CONSTRAINT)\s)[^;]*\Z",
    re.IGNORECASE,
)
LOST_CONNECTION_S = 60.0
"""How long a server that went away, or starts again, may take to come back, in seconds."""

_FIRST_PAUSE_S = 0.1
_LONGEST_PAUSE_S = 2.0


@dataclass(frozen=True, slots=True)
class WriteTemplate:
    """A statement of the write side: static text, every value a parameter.

    Attributes:
        name: Its name, for errors.
        text: Its Cypher. It must be safe to run twice: a lost connection may hide a commit.
    """

    name: str
    text: str


class GraphWriter:
    """The write side of the database: blocking, patient, with retries.

    Args:
        connection: The connection, or a function that returns it at the time of connecting.
        limits: Of these, the writer uses the times for connecting and closing, and the pool size.
        timeout_s: Longest time for one call, in seconds, retries included. A server that goes away
            in between has ``LOST_CONNECTION_S`` to come back.

    Example:
        ::

            connection = Connection("bolt://localhost:7687", "neo4j", password)
            count = WriteTemplate("count", "MATCH (d:Document) RETURN count(d) AS documents")
            with GraphWriter(connection) as writer:
                [row] = writer.read(count, {})
    """

    def __init__(
        self,
        connection: Connection | ConnectionProvider,
        limits: StoreLimits | None = None,
        *,
        timeout_s: float = 60.0,
    ) -> None:
        self._thread = DriverThread("graphrag-writer")
        self._connector = Connector(self._thread, connection, limits or StoreLimits())
        self._timeout_s = timeout_s
        self.round_trips = 0
        self.totals: Counter[str] = Counter()
        """Sum of all changes so far, by Neo4j's names: ``nodes_created``, ``properties_set`` ..."""

    def write(
        self,
        template: WriteTemplate,
        parameters: Mapping[str, Any],
        *,
        timeout_s: float | None = None,
    ) -> list[Row]:
        """Run a statement in its own transaction; retry after a deadlock or a lost connection.

        Args:
            template: The statement.
            parameters: Its parameters.
            timeout_s: Longest time in seconds, retries included.

        Returns:
            The rows.

        Raises:
            TemplateError: Not a template, or a parameter that cannot be sent.
            StoreError: It was not done, and why.
        """
        return self._call([(template, parameters)], "WRITE", timeout_s)[0]

    def transact(
        self,
        statements: Sequence[tuple[WriteTemplate, Mapping[str, Any]]],
        *,
        claims: bool = False,
        timeout_s: float | None = None,
    ) -> list[list[Row]]:
        """Run statements in one transaction, all or none; retry all of them where that may help.

        Args:
            statements: Templates with their parameters, in order.
            claims: Whether the first of several statements claims what the others write to:
                nothing is done unless it returns a row.
            timeout_s: Longest time in seconds, retries included.

        Returns:
            The rows of each statement.

        Raises:
            TemplateError: Not a template, or a parameter that cannot be sent.
            LostClaimError: The first statement returned no row.
            StoreError: It was not done, and why.
        """
        return self._call(statements, "WRITE", timeout_s, claims=claims) if statements else []

    def read(
        self,
        template: WriteTemplate,
        parameters: Mapping[str, Any],
        *,
        timeout_s: float | None = None,
    ) -> list[Row]:
        """Run a reading statement of the write side, in READ mode; retry as ``write`` does.

        Args:
            template: The statement.
            parameters: Its parameters.
            timeout_s: Longest time in seconds, retries included.

        Returns:
            The rows.

        Raises:
            TemplateError: Not a template, or a parameter that cannot be sent.
            StoreError: It was not done, and why.
        """
        return self._call([(template, parameters)], "READ", timeout_s)[0]

    def schema(self, *statements: str, timeout_s: float | None = None) -> None:
        """Create or drop indexes or constraints; any other statement is refused.

        They are one transaction: after each change of an index, Neo4j plans every query again.
        Several processes may create the same ones at once.

        Args:
            statements: Each a ``CREATE`` or ``DROP`` of an ``INDEX`` or ``CONSTRAINT``.
            timeout_s: Longest time in seconds.

        Raises:
            TemplateError: One is another kind of statement.
            StoreError: It was not done, and why.
        """
        if not all(map(_SCHEMA_STATEMENT.match, statements)):
            raise TemplateError("only an index or a constraint can be created or dropped here")
        texts = [WriteTemplate("schema", statement) for statement in statements]
        try:
            if texts:
                self._call([(text, {}) for text in texts], "WRITE", timeout_s)
        except AlreadyMadeError:
            # Another process was faster with one of them; the others are still to be made.
            if len(statements) > 1:
                for statement in statements:
                    self.schema(statement, timeout_s=timeout_s)

    def close(self, timeout_s: float = 5.0) -> None:
        """End the connections and the thread. Safe to repeat.

        Args:
            timeout_s: Longest wait for the thread, in seconds.
        """
        self._thread.close(timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _drop(self) -> None:
        if (driver := self._connector.current) is not None:
            self._connector.drop(driver)

    def _call(
        self,
        statements: Sequence[tuple[WriteTemplate, Mapping[str, Any]]],
        access_mode: AccessMode,
        timeout_s: float | None,
        *,
        claims: bool = False,
    ) -> list[list[Row]]:
        allowed_s = self._timeout_s if timeout_s is None else timeout_s
        texts = [_sent(template, parameters) for template, parameters in statements]
        work = self._with_retries(texts, access_mode, allowed_s, claims=claims)
        try:
            # The work keeps the exact deadline. This timeout is for a thread that is blocked.
            return self._thread.run(work, timeout_s=allowed_s + 1)
        except (AlreadyMadeError, LostClaimError):
            raise
        except QueryError as error:
            names = ", ".join(template.name for template, _ in statements)
            raise QueryError(f"{names}: {error.message}", error.hint) from None

    async def _with_retries(
        self,
        texts: Sequence[tuple[str, Mapping[str, Any]]],
        access_mode: AccessMode,
        allowed_s: float,
        *,
        claims: bool,
    ) -> list[list[Row]]:
        """Return the rows of each text; try again after a deadlock or a lost connection."""
        ends = now() + allowed_s
        pause_s = _FIRST_PAUSE_S
        was_connected = False
        lost_at: float | None = None
        last: StoreError | None = None
        while True:
            began = now()
            try:
                driver = await within(self._connector.driver(), (ends - now()) * 1000)
                was_connected = True
                self.round_trips += 1
                left_s = ends - now()
                transaction = driver.transact(
                    texts, access_mode=access_mode, timeout_s=left_s, claims=claims
                )
                rows, changes = await within(transaction, left_s * 1000)
            except StoreError as error:
                # A server that stays silent then holds the next call no longer than a login takes.
                if isinstance(error, (UnreachableError, DeadlineError)):
                    self._drop()
                if isinstance(error, DeadlineError) and last is not None:
                    raise last from None  # the earlier error says more
                gives_up = ends
                if isinstance(error, (UnreachableError, StartingError)) and was_connected:
                    was_there_for_long = now() - began > LOST_CONNECTION_S
                    if lost_at is None or was_there_for_long:
                        lost_at = now()
                    gives_up = min(ends, lost_at + LOST_CONNECTION_S)
                elif not isinstance(error, TransientQueryError):
                    # A server that was never reached is reported at once: the caller waits.
                    raise
                if now() + pause_s >= gives_up:
                    raise
                last = error
            else:
                self.totals.update(changes)
                return rows
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, _LONGEST_PAUSE_S)


def _sent(template: WriteTemplate, parameters: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return what is sent: in one map, so that one plan serves lists of any length."""
    if not isinstance(template, WriteTemplate):
        raise TemplateError(f"only a WriteTemplate can be run, not a {type(template).__name__}")
    return in_one_map(template.text), {"p": dict(parameters)} if parameters else {}
