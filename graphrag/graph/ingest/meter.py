"""How far an ingest is, and how fast."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from .report import IngestReport


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an ingest is.

    Attributes:
        step: What is counted, in a word or two: ``documents read``, ``vectors``, ``documents``
            (written), ``bytes`` ...
        done: How many of ``total`` are done.
        total: How many there are; 0 if unknown.
        rate_per_s: How many a second, so far.
        remaining_s: Seconds left at that rate; None if unknown.

    Example:
        >>> def show(progress: Progress) -> None:
        ...     print(f"{progress.done} of {progress.total} {progress.step}")
        >>> report = ingest_documents(writer, documents, "docs", progress=show)
    """

    step: str
    done: int
    total: int
    rate_per_s: float
    remaining_s: float | None


ProgressCallback = Callable[[Progress], None]


class Meter:
    """Turns counts into progress with a rate and the time that remains.

    Args:
        step: What is counted.
        total: How many there are; 0 if unknown.
        callback: Called with the progress, at most five times a second; None for nobody.
    """

    _LEAST_PAUSE_S = 0.2

    def __init__(self, step: str, total: int, callback: ProgressCallback | None) -> None:
        self._step = step
        self._total = total
        self._callback = callback
        self._started = time.monotonic()
        self._last_call = 0.0

    def at(self, done: int) -> None:
        """Report that so many are done."""
        now = time.monotonic()
        if self._callback is None or (
            now - self._last_call < self._LEAST_PAUSE_S and done < self._total
        ):
            return
        self._last_call = now
        rate = done / max(now - self._started, 1e-9)
        remaining = (self._total - done) / rate if self._total and rate else None
        self._callback(Progress(self._step, done, self._total, rate, remaining))


class RelationRates:
    """Relations a second over the last tenth before 10 %, 50 % and 100 % of an input.

    Args:
        report: Where the rates go, and where relations are counted.
        size: Size of the input, in bytes.
    """

    _PERCENT = (10, 50, 100)

    def __init__(self, report: IngestReport, size: int) -> None:
        self._report = report
        self._size = max(size, 1)
        self._marks: list[tuple[float, float, int]] = [(0.0, time.monotonic(), report.relations)]

    def at(self, done: int) -> None:
        """Note that so many bytes are done."""
        percent = 100 * done / self._size
        now = time.monotonic()
        start = max((m for m in self._marks if m[0] <= percent - 10), default=self._marks[0])
        for mark in self._PERCENT:
            if percent >= mark and mark not in self._report.rates:
                rate = (self._report.relations - start[2]) / max(now - start[1], 1e-9)
                self._report.rates[mark] = rate
        self._marks.append((percent, now, self._report.relations))
