"""Standard error that never ends a command: what it cannot take, such as progress, is lost."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer


def lenient_errors() -> TextIO:
    """Return standard error that drops what cannot be written, as on a full disk or if closed."""
    if sys.stderr is None:
        return open(os.devnull, "w", encoding="utf-8")
    return io.TextIOWrapper(
        io.BufferedWriter(_LenientFile(sys.stderr.fileno(), "w", closefd=False)),
        encoding=sys.stderr.encoding,
        errors="backslashreplace",
        line_buffering=True,
    )


class _LenientFile(io.FileIO):
    def write(self, data: Buffer) -> int:
        with contextlib.suppress(OSError):
            return super().write(data)
        return memoryview(data).nbytes
