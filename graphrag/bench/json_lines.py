"""Files of JSON lines that a benchmark reads: the first line that cannot be used ends it.

An ingest counts such lines and goes on (`graph.ingest.record_files.lines`). A figure about a part
of a set says nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from ..errors import IngestError

Read = TypeVar("Read")


def records(path: Path, read: Callable[[Mapping[str, Any]], Read]) -> Iterator[Read]:
    """Read the records of a JSON lines file.

    Args:
        path: The file.
        read: Returns what a record says.

    Yields:
        What each record says, in file order.

    Raises:
        IngestError: The file or a line of it cannot be read; it names the line.
    """
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _record(f"{path}:{number}", line, read)
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None


def strings(value: object) -> tuple[str, ...]:
    """Return what a field lists: texts, or numbers as texts; nothing of a field that is empty.

    Raises:
        TypeError: It is no list of these. A text alone would count letter by letter.
    """
    if not value:
        return ()
    if not isinstance(value, list) or any(isinstance(item, list | dict) for item in value):
        raise TypeError(f"{str(value)[:60]!r} is no list of texts")
    return tuple(map(str, value))


def unreadable(path: Path, error: OSError | UnicodeDecodeError) -> IngestError:
    """Return the error for a file of a question set that cannot be read.

    Args:
        path: The file.
        error: What reading it raised.
    """
    reason = (
        "is not UTF-8"
        if isinstance(error, UnicodeDecodeError)
        else f"cannot be read: {error.strerror}"
    )
    return IngestError(f"{path} {reason}", "specify a folder in the BEIR layout")


def _record(place: str, line: str, read: Callable[[Mapping[str, Any]], Read]) -> Read:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise IngestError(f"{place}: not JSON: {error}") from None
    if not isinstance(row, dict):
        raise IngestError(f"{place}: not a JSON object")
    try:
        return read(row)
    except KeyError as error:
        raise IngestError(f"{place}: no {error}", "add it") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise IngestError(f"{place}: a field is of the wrong type ({error})") from None
