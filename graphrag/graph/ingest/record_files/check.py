"""Checks of a file of records, before any of it is written."""

from __future__ import annotations

from pathlib import Path

from ..report import BadLine, BadLines, IngestReport
from .record_lines import record_lines


def require_all(path: Path, delimiter: str) -> None:
    """Check that every line of a file can be used.

    Files that the graph already holds are checked too: their bad lines may have been skipped.

    Args:
        path: The file.
        delimiter: Of a CSV file; empty for JSONL.

    Raises:
        IngestError: A line cannot be used; the error names the first one.
    """
    bad = BadLines(IngestReport(), strict=True)
    lines = record_lines(path, delimiter, lambda line, reason: bad.add(str(path), line, reason))
    if not sum(record is not None for _, record in lines):
        bad.add_if_none(str(path), "no record")


def first_complaint(path: Path, delimiter: str) -> str | None:
    """Return what is wrong with a file of which no line can be used.

    Args:
        path: The file.
        delimiter: Of a CSV file; empty for JSONL.

    Returns:
        Its first bad line, or that it is empty; None if a line can be used. The first usable line
        ends the check.
    """
    first: list[BadLine] = []

    def complain(line: int, reason: str) -> None:
        if not first:
            first.append(BadLine(str(path), line, reason))

    if any(record is not None for _, record in record_lines(path, delimiter, complain)):
        return None
    return str(first[0]) if first else f"{path} is empty"
