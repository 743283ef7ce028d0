"""Queries that were sent before a turn knew what the host recalls, and their answers.

The host takes about as long to recall as Neo4j to answer, and most of what a turn asks depends on
the message alone. So it is asked meanwhile. An answer counts only if the turn then asks exactly the
same, if it is not old, and if nothing was written since. So a turn finds what it would have found
without this. A host that asks a model what to recall takes seconds; the answers are kept for that.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import DeadlineError
from ..model import Query
from ..store import turn_id
from ..store.deadline import read_error
from .rows import Row

FRESH_S = 30.0
"""Maximum time from ``begin`` to the turn's question, in seconds; the hook waits less for it."""

FAILED_FOR_S = 2.0
"""How long after ``begin`` a failure is the turn's; later it asks again."""

MAX_TURNS = 16
"""Turns for which answers are kept at once: one for each chat whose host is recalling."""

_Turn = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Sent:
    """A query on its way, or answered."""

    parameters: Mapping[str, Any]
    answer: asyncio.Task[Row]


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What was sent ahead for one turn, by template, since when, and after how many writes."""

    at_s: float
    writes: int
    sent: dict[str, _Sent] = field(default_factory=dict)


class ReadAhead:
    """Keeps what was sent ahead, by turn. Runs on the store's loop.

    Args:
        writes: Returns how often the scopes have been written to.
        clock: Monotonic seconds.

    Example:
        ::

            ahead.begin(query)                                      # while the host recalls
            await ahead.send(query, "pin", parameters, store.read("pin", parameters))

            row = await ahead.answer(query, "pin", parameters, timeout_s=0.4)    # in the turn
    """

    def __init__(
        self, writes: Callable[[], int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._writes = writes
        self._clock = clock
        self._kept: OrderedDict[_Turn, _Ahead] = OrderedDict()

    def begin(self, query: Query) -> None:
        """Make room for what is sent ahead for a turn, and let go of what no turn has taken.

        Args:
            query: What the turn will ask, as far as it is known.
        """
        self._kept.pop(_turn(query), None)
        self._kept[_turn(query)] = _Ahead(self._clock(), self._writes())
        while self._kept:  # a write at this moment may end them all
            if len(self._kept) <= MAX_TURNS and self._counts(next(iter(self._kept.values()))):
                break
            self._kept.popitem(last=False)

    def send(
        self,
        query: Query,
        template: str,
        parameters: Mapping[str, Any],
        reading: Coroutine[Any, Any, Row],
    ) -> asyncio.Task[Row]:
        """Send a query ahead, and keep its answer for the turn.

        Args:
            query: What the turn will ask, as far as it is known.
            template: The query's template.
            parameters: Its parameters.
            reading: Reads the answer.

        Returns:
            The task of the answer. The sender awaits it.
        """
        answer = asyncio.get_running_loop().create_task(reading)
        answer.add_done_callback(read_error)
        if (ahead := self._kept.get(_turn(query))) is not None:
            ahead.sent[template] = _Sent(parameters, answer)
        return answer

    async def answer(
        self, query: Query, template: str, parameters: Mapping[str, Any], *, timeout_s: float
    ) -> Row | None:
        """Return the answer to a query that was sent ahead.

        Args:
            query: What the turn asks.
            template: The query's template.
            parameters: Its parameters.
            timeout_s: The longest wait for an answer that is on its way, in seconds. After that the
                query is given up, as it would be if the turn had sent it.

        Returns:
            The answer; None if the turn has to ask by itself.

        Raises:
            StoreError: It was asked, and Neo4j could not be used in time.
        """
        ahead = self._kept.get(_turn(query))
        sent = None if ahead is None else ahead.sent.get(template)
        if ahead is None or sent is None or sent.parameters != parameters:
            return None
        if not self._counts(ahead) or self._failed_long_ago(ahead, sent):
            return None
        await asyncio.wait({sent.answer}, timeout=timeout_s)
        if not sent.answer.done():
            sent.answer.cancel()
            raise DeadlineError("Neo4j did not answer in time")
        if sent.answer.cancelled() or ahead.writes != self._writes():
            return None
        return sent.answer.result()

    def end(self, query: Query) -> None:
        """Let go of what was sent ahead for a turn that has ended.

        Args:
            query: What the turn asked.
        """
        self._kept.pop(_turn(query), None)

    def _counts(self, ahead: _Ahead) -> bool:
        return ahead.writes == self._writes() and self._clock() - ahead.at_s <= FRESH_S

    def _failed_long_ago(self, ahead: _Ahead, sent: _Sent) -> bool:
        if not sent.answer.done() or self._clock() - ahead.at_s <= FAILED_FOR_S:
            return False
        return sent.answer.cancelled() or sent.answer.exception() is not None


def _turn(query: Query) -> _Turn:
    return turn_id.get(), query.message, query.scopes
