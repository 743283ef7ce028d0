"""What a turn must know of its scopes beforehand: their size, mean vector and indexes.

Read in the background and kept for a while, so that a turn spends no round trip on it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..scopes import entity_vector_index, names_index, text_index, vector_index
from ..store.turn_id import start_outside_turns

if TYPE_CHECKING:
    import numpy as np

    from ..store import GraphStore

_LOG = logging.getLogger(__name__)

FRESH_S = 30.0
"""A catalogue older than this is read again after the turn that notices it."""

MOST_MEMORIES = 20_000
"""A scope with more documents is a collection, not the memory of one agent."""

LEARN_MS = 5000.0
"""Maximum time for reading a catalogue in the background."""

MAX_CATALOGS = 256
"""Maximum number of catalogues kept, those read last. Each holds a mean vector, and an application
may have a scope for each of its users."""

_INDEX_NAMES = (text_index, vector_index, names_index, entity_vector_index)
"""Functions that return the name of each index of a scope."""

RETRY_PAUSES_S = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0)
"""When to read it again after a turn that failed: an index may still be coming up."""


@dataclass(frozen=True, slots=True)
class ScopeCatalog:
    """Facts about the scopes of a turn.

    Attributes:
        scopes: The scopes.
        documents: N, over all of them.
        has_entities: Whether they hold entities; triples make a graph without documents.
        dimensions: For each scope with vectors, their length.
        means: For each of them its documents, and the mean of their vectors.
        first_day: Ordinal of their earliest day, or None.
        last_day: Ordinal of their latest day, or None.
        memories: For each of them whose documents have days, as memories do, how many it holds.
        mixed: Those whose vectors are mixed with English words: the host's index has others.
        online: Names of their indexes that are online.
        read_at_s: When it was read, on the monotonic clock.
    """

    scopes: tuple[str, ...]
    documents: int = 0
    has_entities: bool = False
    dimensions: Mapping[str, int] = field(default_factory=dict)
    means: Mapping[str, tuple[int, np.ndarray]] = field(default_factory=dict)
    first_day: int | None = None
    last_day: int | None = None
    memories: Mapping[str, int] = field(default_factory=dict)
    mixed: tuple[str, ...] = ()
    online: frozenset[str] = frozenset()
    read_at_s: float = 0.0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to find."""
        return self.documents == 0 and not self.has_entities

    @property
    def memory_scopes(self) -> tuple[str, ...]:
        """The scopes of memories; all of them if none has days."""
        return tuple(self.memories) or self.scopes

    @property
    def in_files(self) -> int:
        """How many documents the other scopes hold: passages of files."""
        return self.documents - sum(self.memories.values()) if self.memories else 0

    @property
    def related_scopes(self) -> tuple[str, ...]:
        """The scopes that are searched for related words: memories that one agent may have."""
        return tuple(scope for scope, count in self.memories.items() if count <= MOST_MEMORIES)

    @property
    def is_stale(self) -> bool:
        """Whether a scope was written to since it was read, so that it has to be read again."""
        return self.read_at_s == -math.inf

    def stale(self) -> ScopeCatalog:
        """Return it as one that has to be read again."""
        return replace(self, read_at_s=-math.inf)

    def text_indexes(self, scopes: Sequence[str] | None = None) -> list[str]:
        """Return the online full-text indexes of some scopes' passages; by default of all."""
        return self._online(text_index, self.scopes if scopes is None else scopes)

    def mean_of(self, length: int) -> np.ndarray | None:
        """Return the mean of the document vectors of one length, or None if there are none."""
        import numpy as np

        known = [self.means[s] for s in self._of_length(length, self.scopes) if s in self.means]
        if not known:
            return None
        counts, means = zip(*known, strict=True)
        return np.average(means, axis=0, weights=counts)

    def vector_indexes(self, scopes: Sequence[str], length: int) -> list[str]:
        """Return the online vector indexes of some scopes' passages.

        Args:
            scopes: The scopes to search.
            length: Length of the question's vector; scopes with others are left out.
        """
        return self._online(vector_index, self._of_length(length, scopes))

    def names_indexes(self) -> list[str]:
        """Return the online full-text indexes of the entities' names."""
        return self._online(names_index, self.scopes)

    def entity_indexes(self, length: int) -> list[str]:
        """Return the online vector indexes of the entities whose vectors have a length."""
        return self._online(entity_vector_index, self._of_length(length, self.scopes))

    def _of_length(self, length: int, scopes: Sequence[str]) -> list[str]:
        return [scope for scope in scopes if self.dimensions.get(scope) == length]

    def _online(self, name_of: Callable[[str], str], scopes: Sequence[str]) -> list[str]:
        return [name for name in map(name_of, scopes) if name in self.online]


class ScopeCatalogs:
    """The catalogues of the scopes that turns read, kept and renewed on the store's loop.

    Args:
        store: Where to ask.
    """

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._known: dict[tuple[str, ...], ScopeCatalog] = {}
        self._refreshing: dict[tuple[str, ...], asyncio.Task[None]] = {}
        self._writes = 0
        self._lock = threading.Lock()

    def get(self, scopes: tuple[str, ...]) -> ScopeCatalog | None:
        """Return what is known of some scopes, however old."""
        return self._known.get(scopes)

    def is_stale(self, scopes: tuple[str, ...]) -> bool:
        """Whether one of some scopes was written to since they were read."""
        known = self._known.get(scopes)
        return known is not None and known.is_stale

    async def learn(
        self, scopes: Sequence[str], *, deadline_ms: float = LEARN_MS, in_turn: bool = False
    ) -> ScopeCatalog:
        """Read the catalogue of some scopes, and keep it.

        Args:
            scopes: The scopes of a turn.
            deadline_ms: Longest time for it.
            in_turn: Whether a turn waits for it; in the background its queries may take longer.

        Raises:
            StoreError: The database could not be asked in time.
        """
        writes = self._writes
        catalog = await read_catalog(self._store, scopes, deadline_ms=deadline_ms, in_turn=in_turn)
        with self._lock:  # no write may come between the check and the store
            if writes != self._writes:  # it may say what was so before the write
                catalog = catalog.stale()
            self._known.pop(tuple(scopes), None)
            self._known[tuple(scopes)] = catalog  # the one read last stands last
            if len(self._known) > MAX_CATALOGS:
                del self._known[next(iter(self._known))]
        return catalog

    def mark_stale(self, scope: str) -> None:
        """Mark the catalogues of a scope as old after a write to it. Safe from any thread."""
        with self._lock:
            self._writes += 1
            for scopes, catalog in self._known.items():
                if scope in scopes:
                    self._known[scopes] = catalog.stale()

    def refresh_when_aged(self, scopes: tuple[str, ...]) -> None:
        """Read the catalogue again in the background, if it is old."""
        known = self._known.get(scopes)
        if known is not None and time.monotonic() - known.read_at_s > FRESH_S:
            self.refresh_soon(scopes)

    def refresh_soon(self, scopes: tuple[str, ...]) -> None:
        """Read the catalogue again in the background; if that fails, several times."""
        if scopes not in self._refreshing:
            task = start_outside_turns(self._refresh(scopes))
            self._refreshing[scopes] = task
            task.add_done_callback(lambda _: self._refreshing.pop(scopes))

    async def _refresh(self, scopes: tuple[str, ...]) -> None:
        for pause_s in RETRY_PAUSES_S:
            await asyncio.sleep(pause_s)
            try:
                await self.learn(scopes)
            except Exception as error:  # nobody awaits this task, and the next turn reports it
                _LOG.debug("could not read the scopes again: %r", error)
            else:
                return


async def read_catalog(
    store: GraphStore, scopes: Sequence[str], *, deadline_ms: float, in_turn: bool
) -> ScopeCatalog:
    """Read what the database says about some scopes.

    Args:
        store: Where to ask.
        scopes: The scopes of a turn.
        deadline_ms: Longest time for it.
        in_turn: Whether a turn waits for it.

    Returns:
        The catalogue; a scope without a graph counts as empty.

    Raises:
        StoreError: The database could not be asked in time.
    """
    import numpy as np

    started = time.monotonic()
    info = await store.read(
        "scope_info", {"scopes": list(scopes)}, deadline_ms=deadline_ms, in_turn=in_turn
    )
    remaining = deadline_ms - (time.monotonic() - started) * 1000
    states = await store.read("index_states", {}, deadline_ms=remaining, in_turn=in_turn)
    own = {name_of(scope) for name_of in _INDEX_NAMES for scope in scopes}
    days = [row[end] for row in info for end in ("first_day", "last_day") if row[end]]
    return ScopeCatalog(
        scopes=tuple(scopes),
        documents=sum(row["documents"] or 0 for row in info),
        has_entities=any(row["has_entities"] for row in info),
        dimensions={row["scope"]: row["dimension"] for row in info if row["dimension"]},
        means={
            row["scope"]: (row["documents"], np.asarray(row["mean"]))
            for row in info
            if row["mean"] and row["documents"]
        },
        first_day=min(days, default=None),
        last_day=max(days, default=None),
        memories={row["scope"]: row["documents"] or 0 for row in info if row["first_day"]},
        mixed=tuple(row["scope"] for row in info if row["mixed"]),
        online=frozenset(row["name"] for row in states if row["state"] == "ONLINE") & own,
        read_at_s=time.monotonic(),
    )
