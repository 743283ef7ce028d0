"""The id of the turn that a query belongs to; it goes into the metadata of its transaction.

So a slow query in Neo4j's log, or in ``SHOW TRANSACTIONS``, can be matched with a turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import Context, ContextVar
from typing import Any

turn_id: ContextVar[str] = ContextVar("graphrag_turn_id", default="")
"""A turn sets it on its own thread, before it calls the store; empty outside of turns."""


def transaction_metadata() -> dict[str, str] | None:
    """Return the metadata of a transaction that begins now; None outside of turns."""
    found = turn_id.get()
    return {"app": "agent-zero-graphrag", "turn": found} if found else None


def start_outside_turns(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start work on the running loop that may outlive the turn that began it.

    Returns:
        The task. The caller keeps it: the loop alone does not.
    """
    return asyncio.get_running_loop().create_task(coroutine, context=Context())
