"""Keeps the queries of a turn planned by the server, so that no turn has to wait for that.

The server plans a query again if the statistics have changed and its plan is more than ten seconds
old. That takes a second or two, and a turn that meets it runs out of time.
"""

from __future__ import annotations

import contextlib
import threading
import time
from concurrent.futures import CancelledError
from typing import Any

from ....errors import StoreError
from ....retriever.warm_up import warm_up_runs
from ....store import GraphStore
from ....threads import start_timer

LONGEST_S = 30.0
"""How long planning may take, in seconds."""

_SECOND_ROUND_S = 12.0
"""Seconds until queries are planned once more after a sync. Neo4j keeps a plan for 10 s, even if
the statistics have changed (``dbms.cypher.min_replan_interval``)."""

_BETWEEN_ROUNDS_S = 3.0
"""Time between two rounds while much is written, in seconds."""


class PlannedQueries:
    """Has the server plan the queries of a turn where no turn waits.

    Args:
        store: The database.

    Example:
        ::

            queries = PlannedQueries(store)
            queries.add("two_pass")
            queries.keep_planned()  # now and then while much is written
            queries.plan_again()    # when all is written
    """

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._strategies: set[str] = set()
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._planned_at = 0.0
        self._is_closed = False

    def add(self, strategy: str) -> bool:
        """Plan what a strategy asks, from the next time on.

        Returns:
            Whether it was not among the strategies before.
        """
        is_new = strategy not in self._strategies
        self._strategies.add(strategy)
        return is_new

    @property
    def runs(self) -> list[tuple[str, dict[str, Any]]]:
        """The queries, with parameters that find nothing."""
        return warm_up_runs(self._strategies)

    def plan_again(self) -> None:
        """Plan in the background: now, and once more when the plans of now may be given up."""
        with self._lock:
            if self._is_closed:
                return
            if self._timer is not None:
                self._timer.cancel()
            self._timer = start_timer("graphrag-replan", _SECOND_ROUND_S, self._begin)
        self._begin()

    def keep_planned(self) -> None:
        """Plan, unless that was done a moment ago; blocking."""
        if time.monotonic() - self._planned_at < _BETWEEN_ROUNDS_S:
            return
        with contextlib.suppress(StoreError, CancelledError, TimeoutError):
            self._store.warm_up(self.runs).result(LONGEST_S)
        self._planned_at = time.monotonic()

    def close(self) -> None:
        """Stop planning."""
        with self._lock:
            self._is_closed = True
            if self._timer is not None:
                self._timer.cancel()

    def _begin(self) -> None:
        with contextlib.suppress(StoreError):
            self._store.warm_up(self.runs)
