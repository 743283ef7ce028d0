"""How often prompts used each fact: counted in memory, written in the background in batches."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..errors import StoreError
from ..model import Fact, graph_key
from ..threads import start_timer
from .cypher.facts import COUNT_ACCESSES

if TYPE_CHECKING:
    from ..store.writer import GraphWriter

FLUSH_S = 30.0
MAX_WAITING = 10_000
ROWS_PER_TRANSACTION = 500


class AccessCounter:
    """Counts the facts that were put into prompts; never writes on the caller's thread.

    Args:
        writer: Returns the writer when there is something to write.
        flush_s: How long counts are gathered, in seconds.

    Example:
        >>> counter = AccessCounter(lambda: writer)
        >>> counter.add(block_facts, date.today().toordinal())
        >>> counter.close()
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
            if self._closed:
                return
            if len(self._waiting) < MAX_WAITING:
                for fact in facts:
                    self._waiting[graph_key(fact.scope, fact.subject), fact.id, day] += 1
            if self._waiting and self._timer is None:
                with contextlib.suppress(RuntimeError):  # no thread can start: the next call tries
                    self._timer = start_timer(
                        "graphrag-accesses", self._flush_s, self._flush_quietly
                    )

    def flush(self) -> int:
        """Write what is waiting, on the caller's thread.

        Returns:
            Number of facts whose counts were written.

        Raises:
            StoreError: They could not be written; they stay waiting.
        """
        with self._lock:
            waiting, self._waiting = self._waiting, Counter()
            self._timer = None
        counts = sorted(waiting.items())
        for start in range(0, len(counts), ROWS_PER_TRANSACTION):
            rows = [
                {"subject": subject, "id": fact_id, "day": day, "count": count}
                for (subject, fact_id, day), count in counts[start : start + ROWS_PER_TRANSACTION]
            ]
            try:
                self._writer().write(COUNT_ACCESSES, {"rows": rows})
            except BaseException:
                with self._lock:
                    self._waiting.update(dict(counts[start:]))
                raise
        return len(counts)

    def close(self) -> None:
        """Stop counting; what is waiting is dropped, since a turn may wait for this call."""
        with self._lock:
            self._closed = True
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _flush_quietly(self) -> None:
        try:
            self.flush()
        except StoreError:
            # The next call of ``add`` starts the next attempt.
            return
