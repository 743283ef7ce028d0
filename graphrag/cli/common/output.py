"""How commands print: words for people, or one JSON value."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType

from ...errors import GraphragError, SettingsError
from ...whole_file import write_whole
from ...wording import visible

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

_UNWRAPPED = 10_000
"""Columns of an output that is not a terminal: nothing is wrapped there."""


def write(*renderables: RenderableType) -> None:
    """Print for people, on standard output; text is printed as it is, not as markup.

    Args:
        renderables: Strings, or what Rich can draw.
    """
    console = Console(
        width=None if sys.stdout.isatty() else _UNWRAPPED,
        markup=False,
        emoji=False,
        highlight=False,
    )
    for renderable in renderables:
        if isinstance(renderable, str):
            console.print(visible(renderable), soft_wrap=True)
        else:
            console.print(renderable)


def emit(value: Any, *, as_json: bool, words: Callable[[], object]) -> None:
    """Print a result.

    Args:
        value: The result, for ``--json``.
        as_json: Whether ``--json`` was given.
        words: Prints it for people.
    """
    if as_json:
        text = json.dumps(value, ensure_ascii=not _is_unicode(), indent=2, default=str)
        # A byte of a file's name that is not UTF-8 stands there as half of a pair.
        print(text.encode("utf-8", "backslashreplace").decode())
    else:
        words()


def _is_unicode() -> bool:
    """Whether standard output can write every character: JSON has an escape for each of them."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


def require_place_for(path: Path) -> None:
    """Check that a file can be written, before the work that makes what goes into it.

    Args:
        path: The file.

    Raises:
        SettingsError: It cannot.
    """
    try:
        if not path.parent.is_dir():
            raise SettingsError(f"{path.parent} does not exist", "use an existing folder")
        if path.is_dir():
            raise SettingsError(f"{path} is a folder", "give the name of a file")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise SettingsError(f"{path} cannot be written", "use another file")
    except OSError as error:
        raise _unwritable(path, error) from None


def write_file(path: Path, text: str) -> None:
    """Write a text file. An older one stays until the new one is complete.

    Args:
        path: The file, also behind a symbolic link; or a device, such as a terminal.
        text: What goes into it.

    Raises:
        SettingsError: It cannot be written.
    """
    try:
        may_replace = path.is_file() and os.access(path.resolve().parent, os.W_OK)
        if path.exists() and not may_replace:
            path.write_text(text, encoding="utf-8")
        else:
            write_whole(path, text)
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> SettingsError:
    return SettingsError(f"{path} cannot be written: {error.strerror}")


def checked_output() -> io.TextIOWrapper:
    """Return standard output that says in one line that nothing more can be written to it.

    Without this, Typer and Rich end a command without a message if the program that reads the
    output has ended. What its encoding lacks is escaped, as on standard error.

    Raises:
        GraphragError: There is no standard output.
    """
    if sys.stdout is None:
        raise GraphragError("the output cannot be written: it is closed")
    sys.stdout.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(_CheckedFile(sys.stdout.fileno(), "w", closefd=False)),
        encoding=sys.stdout.encoding,
        errors="backslashreplace" if sys.stdout.errors == "strict" else sys.stdout.errors,
        line_buffering=sys.stdout.isatty(),
    )


class _CheckedFile(io.FileIO):
    def write(self, data: Buffer) -> int:
        try:
            return super().write(data)
        except OSError as error:
            # What is left goes nowhere, so that the end of the process does not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            raise GraphragError(f"the output cannot be written: {error.strerror}") from None
