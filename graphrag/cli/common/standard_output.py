"""Standard output: what cannot be written to it ends a command in one line; JSON for programs.

It needs the standard library alone.
"""

from __future__ import annotations

import io
import json
import os
import sys
from typing import TYPE_CHECKING, Any

from ...errors import GraphragError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer


def print_json(value: Any) -> None:
    """Print one JSON value.

    Args:
        value: The value; what JSON lacks is written as a string.
    """
    # JSON has an escape for each character that an encoding lacks.
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=not is_unicode, indent=2, default=str)
    # A byte of a file's name that is not UTF-8 stands there as half of a pair.
    print(text.encode("utf-8", "backslashreplace").decode())


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
