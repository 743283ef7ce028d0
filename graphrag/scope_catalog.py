"""What a turn must know of its scopes beforehand: their size, their mean vector, their indexes.

Learned in the background and kept for a while, so that a turn spends no round trip on it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .scopes import entity_vector_index, names_index, text_index, vector_index

if TYPE_CHECKING:
    import numpy as np

    from .store import GraphStore

FRESH_S = 30.0
"""A catalogue older than this is read again after the turn that notices it."""


@dataclass(frozen=True, slots=True)
class ScopeCatalog:
    """Facts about the scopes of a turn.

    Attributes:
        scopes: The scopes.
        documents: N, over all of them.
        mean: The mean of their document vectors, or None without vectors.
        dimension: The length of their vectors, or None.
        first_day: Ordinal of their earliest day, or None.
        last_day: Ordinal of their latest day, or None.
        online: Names of their indexes that can be asked.
        revision: Changes with every write.
        read_at_s: When it was read, on the monotonic clock.
    """

    scopes: tuple[str, ...]
    documents: int = 0
    mean: np.ndarray | None = None
    dimension: int | None = None
    first_day: int | None = None
    last_day: int | None = None
    online: frozenset[str] = frozenset()
    revision: tuple[int, ...] = ()
    read_at_s: float = 0.0

    def text_indexes(self) -> list[str]:
        """Give the full-text indexes of the passages that can be asked."""
        return self._online(text_index)

    def vector_indexes(self, scopes: Sequence[str]) -> list[str]:
        """Give the vector indexes of some scopes' passages that can be asked."""
        return [name for name in self._online(vector_index) if name in map(vector_index, scopes)]

    def names_indexes(self) -> list[str]:
        """Give the full-text indexes of the entities' names that can be asked."""
        return self._online(names_index)

    def entity_indexes(self) -> list[str]:
        """Give the vector indexes of the entities that can be asked."""
        return self._online(entity_vector_index)

    def _online(self, name_of: Callable[[str], str]) -> list[str]:
        return [name for name in map(name_of, self.scopes) if name in self.online]


async def read_catalog(
    store: GraphStore, scopes: Sequence[str], *, deadline_ms: float
) -> ScopeCatalog:
    """Read what the database says about some scopes.

    Args:
        store: Where to ask.
        scopes: The scopes of a turn.
        deadline_ms: Longest time for it.

    Returns:
        The catalogue; a scope without a graph counts as empty.

    Raises:
        StoreError: The database could not be asked in time.
    """
    started = time.monotonic()
    info = await store.read("scope_info", {"scopes": list(scopes)}, deadline_ms=deadline_ms)
    remaining = deadline_ms - (time.monotonic() - started) * 1000
    states = await store.read("index_states", {}, deadline_ms=remaining)
    days = [row[end] for row in info for end in ("first_day", "last_day") if row[end]]
    dimensions = {row["dimension"] for row in info if row["dimension"]}
    return ScopeCatalog(
        scopes=tuple(scopes),
        documents=sum(row["documents"] or 0 for row in info),
        mean=_weighted_mean(info) if len(dimensions) == 1 else None,
        dimension=dimensions.pop() if len(dimensions) == 1 else None,
        first_day=min(days, default=None),
        last_day=max(days, default=None),
        online=frozenset(row["name"] for row in states if row["state"] == "ONLINE"),
        revision=tuple(row["revision"] or 0 for row in info),
        read_at_s=time.monotonic(),
    )


def _weighted_mean(info: Sequence[dict[str, Any]]) -> np.ndarray | None:
    import numpy as np

    known = [row for row in info if row["mean"] and row["documents"]]
    if not known:
        return None
    weights = [row["documents"] for row in known]
    return np.average([row["mean"] for row in known], axis=0, weights=weights)
