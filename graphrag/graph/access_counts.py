"""How often facts were used: counted in memory, written in the background, in batches."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..errors import StoreError
from ..model import Fact, graph_key
from .cypher import write as cypher

if TYPE_CHECKING:
    from ..store.writer import GraphWriter

FLUSH_S = 30.0
MOST_WAITING = 10_000
BATCH = 500


class AccessCounter:
    """Counts the facts that were put into prompts; never writes on the caller's thread.

    Args:
        writer: Gives the way to the database when there is something to write.
        flush_s: How long counts are gathered.
    """

    def __init__(self, writer: Callable[[], GraphWriter], *, flush_s: float = FLUSH_S) -> None:
        self._writer = writer
        self._flush_s = flush_s
        self._waiting: Counter[tuple[str, str, int]] = Counter()
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._closed = False

    def add(self, facts: Iterable[Fact], day: int) -> None:
        """Count facts that were put into a prompt; returns at once.

        Args:
            facts: The facts.
            day: The day, as an ordinal.
        """
        with self._lock:
            if self._closed or len(self._waiting) >= MOST_WAITING:
                return
            for fact in facts:
                self._waiting[graph_key(fact.scope, fact.subject), fact.id, day] += 1
            if self._waiting and self._timer is None:
                self._timer = threading.Timer(self._flush_s, self._flush_quietly)
                self._timer.name = "graphrag-accesses"
                self._timer.daemon = True
                self._timer.start()

    def flush(self) -> int:
        """Write what is waiting, on the caller's thread.

        Returns:
            How many facts were counted.

        Raises:
            StoreError: It could not be written; it goes on waiting.
        """
        with self._lock:
            waiting, self._waiting = self._waiting, Counter()
            self._timer = None
        rows = [
            {"subject": subject, "id": identifier, "day": day, "count": count}
            for (subject, identifier, day), count in sorted(waiting.items())
        ]
        for start in range(0, len(rows), BATCH):
            try:
                self._writer().write(cypher.COUNT_ACCESSES, {"rows": rows[start : start + BATCH]})
            except BaseException:
                with self._lock:
                    for row in rows[start:]:
                        self._waiting[row["subject"], row["id"], row["day"]] += row["count"]
                raise
        return len(rows)

    def close(self) -> None:
        """Count nothing more; what is waiting is let go, since a turn may wait for this."""
        with self._lock:
            self._closed = True
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _flush_quietly(self) -> None:
        try:
            self.flush()
        except StoreError:
            # The next fact that is counted starts the next attempt.
            return
