"""How commands print: words for people, or one JSON value."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeRemainingColumn,
)

console = Console()
errors = Console(stderr=True)


def emit(value: Any, *, as_json: bool, words: Callable[[], object]) -> None:
    """Print a result.

    Args:
        value: The result, for ``--json``.
        as_json: Whether ``--json`` was given.
        words: Prints it for people.
    """
    if as_json:
        print(json.dumps(value, ensure_ascii=False, indent=2, default=str))
    else:
        words()


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar with the remaining time on standard error.

    Args:
        label: What is being done.

    Yields:
        A function to call with how much is done, and how much there is.
    """
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
