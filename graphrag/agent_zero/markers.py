"""The lines on the host's standard output that say what a turn did."""

from __future__ import annotations

import contextlib
import sys

from .host import layouts

EXECUTED = "GRAPHRAG_EXTENSION_EXECUTED"
INJECTED = "GRAPHRAG_CONTEXT_INJECTED"
SHADOW = "GRAPHRAG_NOOP_SHADOW"
NEO4J_DOWN = "GRAPHRAG_NOOP_NEO4J_DOWN"
"""The graph could not be used. The reason says why: a package or an error of ours, too."""
EMPTY = "GRAPHRAG_NOOP_EMPTY"

KINDS = {INJECTED: "added", SHADOW: "shadow", EMPTY: "silent", NEO4J_DOWN: "failed"}
"""What a turn came to, by the marker at its end."""


def emit(marker: str, **details: object) -> None:
    """Write a marker on its own line; a broken output raises nothing.

    Args:
        marker: One of the markers of this module.
        details: Written after it as ``name=value``.
    """
    _write_line(" ".join([marker, *(f"{name}={value}" for name, value in details.items())]))


def note(text: str) -> None:
    """Write a remark of the plugin, on one line; never raises.

    Args:
        text: The remark. Credentials in addresses are hidden. If that is not possible, since the
            plugin's files are just being replaced, nothing is written.
    """
    with contextlib.suppress(Exception):
        from ..wording import hide_credentials  # not loaded while the plugin is off

        _write_line("GraphRAG: " + " ".join(hide_credentials(text).split()))


def _write_line(text: str) -> None:
    """Write one line to standard output, in one piece, even in the middle of a streamed answer."""
    with contextlib.suppress(Exception):
        ascii_text = text.encode("ascii", "backslashreplace").decode("ascii")
        sys.stdout.write(f"{'' if _at_line_start() else chr(10)}{ascii_text}\n")
        sys.stdout.flush()


def _at_line_start() -> bool:
    module = layouts.loaded(*layouts.PRINT_STYLE)
    return module is None or bool(getattr(module.PrintStyle, "last_endline", True))
