"""How commands print: words for people, or one JSON value."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType

from ...errors import SettingsError
from ...whole_file import write_whole
from ...wording import visible
from .standard_output import print_json

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
        print_json(value)
    else:
        words()


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
