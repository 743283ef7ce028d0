"""Progress on standard error: a bar in a terminal, a line every few seconds elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
)
from rich.text import Text

_FIRST_LINE_S = 1.0
_LINE_EVERY_S = 5.0


class Show(Protocol):
    """Shows how far a step is."""

    def __call__(self, done: int = 0, total: int = 0, unit: str = "") -> None:
        """Show it.

        Args:
            done: How much is done.
            total: How much there is; 0 if unknown.
            unit: What is counted, such as ``documents``; ``bytes`` are shown as MB. Without
                figures it says what is being done.
        """


def figures(done: int, total: int, unit: str) -> str:
    """Return progress in words: ``1,200 of 5,000 documents``, ``12 of 131 MB``.

    Args:
        done: How much is done.
        total: How much there is; 0 if unknown.
        unit: What is counted; ``bytes`` are shown as MB.
    """
    if unit == "bytes":
        done, total, unit = round(done / 1e6), max(1, round(total / 1e6)) if total else 0, "MB"
    if total:
        return f"{done:,} of {total:,} {unit}".rstrip()
    return f"{done:,} {unit}".rstrip() if done else unit


@contextmanager
def progress(label: str) -> Iterator[Show]:
    """Show what is being done, from the first moment, and how far it is.

    Args:
        label: What is being done.

    Yields:
        What shows how far it is.
    """
    if not sys.stderr.isatty():
        yield _Lines(label)
        return
    console = Console(stderr=True, emoji=False, highlight=False)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[figures]}", markup=False),
        _Times(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        yield _Bar(bar, label)


class _Bar:
    """A bar in a terminal."""

    def __init__(self, bar: Progress, label: str) -> None:
        self._bar = bar
        self._task = bar.add_task(label, total=None, figures="", started=time.monotonic())
        self._unit = ""

    def __call__(self, done: int = 0, total: int = 0, unit: str = "") -> None:
        if unit != self._unit:  # another step: its rate is another one
            self._unit = unit
            self._bar.reset(self._task, total=total or None)
        shown = figures(done, total, unit)
        self._bar.update(self._task, completed=done, total=total or None, figures=shown)


class _Lines:
    """A line every few seconds, where no bar can be drawn."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._next = time.monotonic() + _FIRST_LINE_S

    def __call__(self, done: int = 0, total: int = 0, unit: str = "") -> None:
        if (now := time.monotonic()) < self._next:
            return
        self._next = now + _LINE_EVERY_S
        shown = figures(done, total, unit)
        print(f"{self._label}: {shown}" if shown else self._label, file=sys.stderr, flush=True)


class _Times(ProgressColumn):
    """The time since the beginning, and the time that remains once a rate is known."""

    def render(self, task: Task) -> Text:
        """Return the text of the column."""
        elapsed = _rounded(time.monotonic() - task.fields["started"])
        remaining = task.time_remaining
        return Text(elapsed if remaining is None else f"{elapsed}, {_rounded(remaining)} left")


def _rounded(seconds: float) -> str:
    return str(timedelta(seconds=int(seconds)))
