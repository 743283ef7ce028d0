"""The results of recent queries, kept for a minute or until this process writes something.

What another process writes, such as an ingest in a terminal, is seen a minute later.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..model import Query, Retrieval

FRESH_S = 60.0
"""How long a result is used again, in seconds."""

MAX_ENTRIES = 64
"""Maximum number of results kept."""

_Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    retrieval: Retrieval
    scopes: frozenset[str]
    until_s: float


class RetrievalCache:
    """Keeps retrievals for repeated queries. Safe from any thread.

    Args:
        clock: Monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._entries: OrderedDict[_Key, _Entry] = OrderedDict()
        self.writes = 0
        """Number of writes so far. A retrieval that began before the last one is not kept."""

    def get(self, query: Query, options: tuple[object, ...]) -> Retrieval | None:
        """Return the result of the same query, if it is less than a minute old.

        Args:
            query: The query.
            options: What else decides about the result.

        Returns:
            The retrieval with no round trips of its own; None if there is none.
        """
        entry = self._entries.get(_key(query, options))
        if entry is None or self._clock() > entry.until_s:
            return None
        return replace(entry.retrieval, round_trips=0, stages_ms={"cache": 0.0})

    def put(
        self, query: Query, options: tuple[object, ...], retrieval: Retrieval, writes: int
    ) -> None:
        """Keep the result of a query. Drop what is too old, and the oldest of too many.

        Args:
            query: The query.
            options: What else decides about the result.
            retrieval: The result.
            writes: ``self.writes`` as it was before the retrieval began.
        """
        now_s = self._clock()
        entry = _Entry(retrieval, frozenset(query.scopes), now_s + FRESH_S)
        key = _key(query, options)
        with self._lock:  # no write may come between the check and the store
            if writes != self.writes:
                return
            self._entries.pop(key, None)  # the newest stands last
            self._entries[key] = entry
            while self._is_to_go(next(iter(self._entries.values())), now_s):
                self._entries.popitem(last=False)

    def __len__(self) -> int:
        """Number of retrievals that are kept."""
        return len(self._entries)

    def _is_to_go(self, oldest: _Entry, now_s: float) -> bool:
        return len(self._entries) > MAX_ENTRIES or now_s > oldest.until_s

    def invalidate(self, scope: str) -> None:
        """Drop every result that read a scope, since the scope was written to."""
        with self._lock:
            self.writes += 1
            for key in [key for key, entry in self._entries.items() if scope in entry.scopes]:
                del self._entries[key]


def _key(query: Query, options: tuple[object, ...]) -> _Key:
    vector, mean = (None if v is None else v.tobytes() for v in (query.vector, query.mean))
    return (
        query.message,
        query.scopes,
        query.vector_scopes,
        query.today,
        query.nearest,
        query.likeness,
        query.recalled,
        vector,
        tuple((ask.text, ask.vector.tobytes(), ask.likeness) for ask in query.asks),
        mean,
        options,
    )
