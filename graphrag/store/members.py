"""The members of a cluster: each is reached once, before a turn depends on one of them.

For each query the driver picks one of the readers in the routing table at random. A reader that
does not answer would cost every turn that meets it, and one that was never met costs a turn the
time for TCP, TLS, login and planning. The driver forgets a reader that cannot be reached in time,
until it fetches the next routing table.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import DeadlineError, GraphragError, UnreachableError
from .deadline import now
from .faults import translate
from .unprinted import unprinted

if TYPE_CHECKING:
    from .pooled_driver import PooledDriver

_SHARE_OF_ONE = 0.4
"""Share of the whole time for connecting to one reader: there is time for two silent ones."""


async def on_each_member(
    driver: PooledDriver, runs: Sequence[tuple[str, Mapping[str, Any]]], *, allowed_s: float
) -> None:
    """Run queries on every reader that can be reached.

    Each transaction stays open until the end, because the driver picks a reader with the fewest
    connections in use. So an address that comes again means that all have been reached.

    Args:
        driver: The driver, opened for ``neo4j://``.
        runs: Cypher with its parameters.
        allowed_s: Time for all readers, in seconds.

    Raises:
        GraphragError: No reader could be reached, or one rejected a query.
    """
    ends = now() + allowed_s
    patience_s = allowed_s * _SHARE_OF_ONE
    reached: set[Any] = set()
    failure: GraphragError | None = None
    async with contextlib.AsyncExitStack() as held:
        while now() + patience_s < ends:
            session = await held.enter_async_context(
                driver.session("READ", connection_acquisition_timeout=patience_s)
            )
            try:
                transaction = await session.begin_transaction(timeout=allowed_s)
                for text, parameters in runs:
                    result = await transaction.run(text, unprinted(parameters))
                    address = (await result.consume()).server.address
            except Exception as error:
                failure = translate(error, driver.connection)
                if isinstance(failure, DeadlineError):  # a silent reader, forgotten now
                    continue
                if reached and isinstance(failure, UnreachableError):
                    return
                raise failure from None
            if address in reached:
                return
            reached.add(address)
    if failure is not None and not reached:
        raise failure
