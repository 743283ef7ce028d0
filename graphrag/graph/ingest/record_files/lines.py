"""Lines of an untrusted file: they may be too long, not UTF-8, not JSON, or nested too deeply."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...records import without_nulls
from ..files import unreadable

MAX_LINE_BYTES = 16 * 1024 * 1024
"""A longer line is skipped: each is held in memory as a whole."""

_PIECE_BYTES = 1024 * 1024
"""How much of it is read at once then."""

_BUFFER_BYTES = 256 * 1024

Complain = Callable[[int, str], None]
"""Called with the number of a line and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file, between two lines.

    Attributes:
        offset: Bytes before it.
        line: Lines before it.
    """

    offset: int = 0
    line: int = 0

    def __str__(self) -> str:
        return f"{self.offset}:{self.line}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """Return the place that a string stands for; otherwise the start of the file."""
        offset, _, line = text.partition(":")
        return cls(int(offset), int(line)) if offset.isdigit() and line.isdigit() else cls()


START = Place()
"""The start of a file."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, or a row of a table that goes across several.

    Attributes:
        number: Its number, from 1; of a row, that of its first line.
        text: Its text, without the line end and the spaces around it; tabs before it stay.
        end: Byte offset after it.
        lines: Number of lines that it takes.
    """

    number: int
    text: str
    end: int
    lines: int = 1

    @property
    def after(self) -> Place:
        """The place after it."""
        return Place(self.end, self.number + self.lines - 1)


def read_lines(path: Path, complain: Complain, start: Place = START) -> Iterator[Line]:
    """Read lines with bounded memory; empty lines are skipped.

    Args:
        path: The file.
        complain: Called with each line that is too long or not UTF-8.
        start: Where to begin.

    Yields:
        The lines that can be used.

    Raises:
        IngestError: The file cannot be read.
    """
    end, number = start.offset, start.line
    try:
        opened = path.open("rb", buffering=_BUFFER_BYTES)
    except OSError as error:
        raise unreadable(path, error) from None
    with opened as file:
        file.seek(end)
        while True:
            raw = file.readline(MAX_LINE_BYTES + 1)
            if not raw:
                return
            number += 1
            end += len(raw)
            if len(raw) > MAX_LINE_BYTES:
                while raw and not raw.endswith(b"\n"):
                    raw = file.readline(_PIECE_BYTES)
                    end += len(raw)
                complain(number, f"line of more than {MAX_LINE_BYTES // 2**20} MB")
                continue
            try:
                text = trimmed(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
            except UnicodeDecodeError as error:
                complain(number, f"not UTF-8 at byte {error.start}")
                continue
            if text:
                yield Line(number, text, end)


def trimmed(text: str) -> str:
    """Return a line without its end and the spaces around it.

    Tabs before it stay: in a table, an empty first cell stands there.
    """
    return text.rstrip().lstrip(" ")


def reason_of(error: Exception) -> str:
    """Return what is wrong with a line; its own number is 1, whichever line of a file it is."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.removesuffix(' at')} at column {error.colno}"
    return str(error)[:80]


def parse_object(text: str) -> tuple[dict[str, Any] | None, str]:
    """Parse a line of JSON that must be an object.

    Args:
        text: The line.

    Returns:
        The object without its nulls and an empty string, or None and what is wrong.
    """
    try:
        value = json.loads(text)
    except ValueError as error:
        return None, f"not JSON ({reason_of(error)})"
    except RecursionError:
        return None, "JSON nested too deeply"
    if not isinstance(value, dict):
        return None, "not a JSON object"
    return without_nulls(value), ""
