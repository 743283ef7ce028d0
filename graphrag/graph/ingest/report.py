"""What an ingest tells while it runs and when it is done."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ...errors import IngestError

SHOWN_BAD_LINES = 20


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an ingest is.

    Attributes:
        step: What it does, in a word or two.
        done: How many of ``total`` are done.
        total: How many there are; 0 if unknown.
        rate_per_s: How many a second, so far.
        remaining_s: Seconds left at that rate; None if unknown.
    """

    step: str
    done: int
    total: int
    rate_per_s: float
    remaining_s: float | None


ProgressCallback = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that was skipped.

    Attributes:
        file: Its file.
        line: Its number, from 1.
        reason: What was wrong with it.
    """

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


@dataclass(slots=True)
class IngestReport:
    """What an ingest did.

    Attributes:
        documents_added: New documents.
        documents_changed: Documents whose text or graph changed.
        documents_removed: Documents that the input no longer has.
        relations: Relations written: mentions and facts.
        inputs: Inputs read.
        unchanged_inputs: Inputs skipped because the graph holds just them.
        bad_lines: How many lines were skipped,
        bad_line_examples: and the first of them.
        seconds: Wall time.
        rates: Relations a second at 10 %, 50 % and 100 % of the input, where that was measured.
    """

    documents_added: int = 0
    documents_changed: int = 0
    documents_removed: int = 0
    relations: int = 0
    inputs: int = 0
    unchanged_inputs: int = 0
    bad_lines: int = 0
    bad_line_examples: list[BadLine] = field(default_factory=list)
    seconds: float = 0.0
    rates: dict[int, float] = field(default_factory=dict)

    @property
    def changed(self) -> bool:
        """Whether the graph is another one now."""
        return bool(
            self.documents_added
            or self.documents_changed
            or self.documents_removed
            or self.relations
        )


class BadLines:
    """Counts lines that cannot be used; with ``strict`` the first one ends the ingest.

    Args:
        report: Where they are counted.
        strict: Whether to stop at the first.
    """

    def __init__(self, report: IngestReport, *, strict: bool) -> None:
        self._report = report
        self._strict = strict

    def add(self, file: str, line: int, reason: str) -> None:
        """Count a line.

        Raises:
            IngestError: In strict mode.
        """
        bad = BadLine(file, line, reason)
        if self._strict:
            raise IngestError(str(bad), "mend the line, or leave out --strict to skip such lines")
        self._report.bad_lines += 1
        if len(self._report.bad_line_examples) < SHOWN_BAD_LINES:
            self._report.bad_line_examples.append(bad)


class Meter:
    """Turns counts into progress with a rate and the time that remains.

    Args:
        step: What is counted.
        total: How many there are; 0 if unknown.
        callback: Whom to tell; at most some times a second.
    """

    _LEAST_PAUSE_S = 0.2

    def __init__(self, step: str, total: int, callback: ProgressCallback | None) -> None:
        self._step = step
        self._total = total
        self._callback = callback
        self._started = time.monotonic()
        self._told = 0.0

    def at(self, done: int) -> None:
        """Tell that so many are done."""
        now = time.monotonic()
        if self._callback is None or (
            now - self._told < self._LEAST_PAUSE_S and done < self._total
        ):
            return
        self._told = now
        rate = done / max(now - self._started, 1e-9)
        remaining = (self._total - done) / rate if self._total and rate else None
        self._callback(Progress(self._step, done, self._total, rate, remaining))
