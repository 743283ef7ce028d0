"""One driver of the Neo4j package with its connection pool, from its import to its end."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from .._version import __version__
from ..errors import LostClaimError, PackageMissingError, UnreachableError
from ..safe_cypher import prepare
from .connection import TCP_TIMEOUT_MS, Connection, StoreLimits
from .deadline import within
from .event_loop import Closer, in_helper_thread
from .faults import mask, translate
from .members import on_each_member
from .turn_id import transaction_metadata
from .unprinted import unprinted

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncResult, AsyncSession

_SILENT = logging.NullHandler()

Row = dict[str, Any]
AccessMode = Literal["READ", "WRITE"]


class PooledDriver:
    """A driver with its pool, which can be retired while queries still use it.

    Args:
        closers: What the thread awaits when its loop ends; the driver adds its own end to it.
        driver: The driver of the Neo4j package.
        connection: Where it leads.
        close_timeout_s: Longest time for a clean close, in seconds.
    """

    def __init__(
        self,
        closers: set[Closer],
        driver: AsyncDriver,
        connection: Connection,
        close_timeout_s: float,
    ) -> None:
        self._closers = closers
        self._driver = driver
        self._close_timeout_s = close_timeout_s
        self._users = 0
        self._closing: asyncio.Task[None] | None = None
        self.connection = connection
        self.retired = False
        closers.add(self.close)

    @classmethod
    async def open(
        cls, closers: set[Closer], connection: Connection, limits: StoreLimits
    ) -> PooledDriver:
        """Import the driver, log in and run one query.

        Raises:
            StoreError: Whatever is wrong, with its reason.
        """
        # The import asks no server, and takes seconds where others use the processor.
        neo4j = await in_helper_thread(_import_driver)
        opening = cls._open(neo4j, closers, connection, limits)
        return await within(opening, limits.connect_timeout_ms)

    @classmethod
    async def _open(
        cls,
        neo4j: ModuleType,
        closers: set[Closer],
        connection: Connection,
        limits: StoreLimits,
    ) -> PooledDriver:
        # We report lost connections. Without a handler the driver's log would go to stderr.
        logging.getLogger("neo4j").addHandler(_SILENT)
        # Longer than any deadline of ours: our deadline is what ends a wait.
        patience_s = max(limits.connect_timeout_ms, limits.query_timeout_ms, 60_000) / 1000
        try:
            driver = neo4j.AsyncGraphDatabase.driver(
                connection.uri,
                auth=(connection.user, connection.password),
                connection_timeout=min(limits.connect_timeout_ms, TCP_TIMEOUT_MS) / 1000,
                connection_acquisition_timeout=patience_s,
                max_connection_pool_size=limits.pool_size,
                max_transaction_retry_time=0,
                notifications_min_severity="OFF",
                telemetry_disabled=True,
                user_agent=f"agent-zero-graphrag/{__version__}",
            )
        except Exception as error:
            raise translate(error, connection) from None
        opened = cls(closers, driver, connection, limits.close_timeout_ms / 1000)
        try:
            ping, parameters = prepare("ping", {})
            allowed_s = limits.connect_timeout_ms / 1000
            if opened.is_routed:
                await on_each_member(opened, [(ping, parameters)], allowed_s=allowed_s)
            else:
                await opened.read(ping, parameters, timeout_s=allowed_s)
        except BaseException:
            opened.retire()
            raise
        return opened

    @property
    def is_routed(self) -> bool:
        """Whether the driver chooses a member of a cluster for each query."""
        return self.connection.uri.startswith("neo4j")

    async def read(
        self, text: str, parameters: Mapping[str, Any], *, timeout_s: float
    ) -> list[Row]:
        """Run a query in READ mode, in one network round trip.

        This is an auto-commit transaction: RUN and PULL leave in one flight, and there is no BEGIN
        or COMMIT to wait for. If a member of a cluster is lost, the next one gets the query.

        Args:
            text: The Cypher.
            parameters: Its parameters.
            timeout_s: The server's limit for the transaction, in seconds.

        Raises:
            StoreError: No result, and why.
        """
        try:
            return await self._read(text, parameters, timeout_s)
        except UnreachableError:
            if not self.is_routed:
                raise
            return await self._read(text, parameters, timeout_s)

    async def _read(self, text: str, parameters: Mapping[str, Any], timeout_s: float) -> list[Row]:
        from neo4j import Query

        # 0 would mean no limit.
        query = Query(text, metadata=transaction_metadata(), timeout=max(timeout_s, 0.001))
        async with self.session("READ", parameters) as session:
            return await _rows(await session.run(query, unprinted(parameters)))

    async def transact(
        self,
        statements: Sequence[tuple[str, Mapping[str, Any]]],
        *,
        access_mode: AccessMode,
        timeout_s: float,
        claims: bool = False,
    ) -> tuple[list[list[Row]], dict[str, int]]:
        """Run statements in one transaction, once.

        A single statement runs as an auto-commit transaction: one round trip instead of three, and
        ``CALL ... IN TRANSACTIONS`` is possible.

        Args:
            statements: Cypher with its parameters.
            access_mode: ``READ`` or ``WRITE``.
            timeout_s: The server's limit for the transaction, in seconds.
            claims: Whether nothing is done unless the first of several statements returns a row.

        Returns:
            The rows of each statement, and the sum of all changes by Neo4j's names.

        Raises:
            StoreError: It was not done, and why.
        """
        from neo4j import Query

        timeout_s = max(timeout_s, 0.001)
        rows: list[list[Row]] = []
        changes: Counter[str] = Counter()
        sent = [parameters for _, parameters in statements]
        async with self.session(access_mode, sent) as session:
            if len(statements) == 1:
                [(text, parameters)] = statements
                query = Query(text, timeout=timeout_s)
                await _collect(await session.run(query, unprinted(parameters)), rows, changes)
            else:
                async with await session.begin_transaction(timeout=timeout_s) as transaction:
                    for text, parameters in statements:
                        result = await transaction.run(text, unprinted(parameters))
                        await _collect(result, rows, changes)
                        if claims and not rows[0]:
                            raise LostClaimError(
                                "what this was writing to was forgotten or replaced meanwhile",
                                "run it again",
                            )
                    await transaction.commit()
        return rows, changes

    @contextlib.asynccontextmanager
    async def session(
        self, access_mode: AccessMode, parameters: object = None, **options: Any
    ) -> AsyncIterator[AsyncSession]:
        """Open a session on the named database; the driver's errors become this package's.

        Only a query that the server itself rejected leaves the connection usable. Any other
        failure or cancellation kills it, so none goes back to the pool half-used.
        """
        from neo4j.exceptions import Neo4jError

        self._users += 1
        try:
            # Raises where the driver was closed before the query began.
            session = self._driver.session(
                database=self.connection.database,
                default_access_mode=access_mode,
                fetch_size=-1,
                **options,
            )
            try:
                yield session
                await session.close()
            except Neo4jError:
                await session.close()
                raise
            finally:
                session.cancel()  # no effect on a closed session
                await session.close()  # a cancelled session closes without I/O
        except Exception as error:
            raise translate(error, self.connection, parameters) from None
        finally:
            self._users -= 1
            if self.retired and not self._users:
                self._begin_close()

    def retire(self) -> None:
        """Accept nothing new; close when nothing uses the driver any more."""
        self.retired = True
        if not self._users:
            self._begin_close()

    async def close(self) -> None:
        """Close now, even while queries use the driver. Safe to repeat."""
        self.retired = True
        if self._closing is not None:
            await asyncio.wait({self._closing})
        await self._close()  # in case that was cancelled before it began

    def _begin_close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())

    async def _close(self) -> None:
        """Close cleanly, or hang up where that takes too long."""
        try:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(self._close_timeout_s):
                    await self._driver.close()
        finally:
            self._closers.discard(self.close)


def _import_driver() -> ModuleType:
    try:
        return importlib.import_module("neo4j")
    except Exception as error:  # a NumPy of another ABI, which the driver imports, is a ValueError
        raise PackageMissingError(
            f"the Python package neo4j cannot be imported ({mask(str(error))})",
            "install the plugin's requirements",
        ) from None


async def _rows(result: AsyncResult) -> list[Row]:
    keys = result.keys()
    return [dict(zip(keys, record.values(), strict=True)) async for record in result]


async def _collect(result: AsyncResult, rows: list[list[Row]], changes: Counter[str]) -> None:
    rows.append(await _rows(result))
    counters = (await result.consume()).counters
    changes.update(
        {
            name: value
            for name, value in vars(counters).items()
            if isinstance(value, int) and not isinstance(value, bool) and value
        }
    )
