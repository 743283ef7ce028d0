"""How commands print: words for people, or one JSON value."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from rich.console import Console, RenderableType

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
        console.print(renderable, soft_wrap=isinstance(renderable, str))


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
