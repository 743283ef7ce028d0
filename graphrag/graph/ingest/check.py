"""A look through files of records before anything of them is written."""

from __future__ import annotations

from pathlib import Path

from .record_lines import record_lines
from .report import BadLine, BadLines, IngestReport


def require_all(path: Path, delimiter: str) -> None:
    """Read a file to its end, also where the graph holds it: perhaps without its bad lines.

    Args:
        path: The file.
        delimiter: Of a CSV file; empty for JSONL.

    Raises:
        IngestError: A line cannot be used; the first one is named.
    """
    bad = BadLines(IngestReport(), strict=True)
    for _ in record_lines(path, delimiter, lambda line, reason: bad.add(str(path), line, reason)):
        pass


def first_complaint(path: Path, delimiter: str) -> str | None:
    """Say what is wrong with a file of which not a single line can be used.

    Args:
        path: The file.
        delimiter: Of a CSV file; empty for JSONL.

    Returns:
        Its first bad line, or that it is empty; None as soon as a line can be used, which is the
        first one as a rule.
    """
    first: list[BadLine] = []

    def complain(line: int, reason: str) -> None:
        if not first:
            first.append(BadLine(str(path), line, reason))

    if any(record is not None for _, record in record_lines(path, delimiter, complain)):
        return None
    return str(first[0]) if first else f"{path} is empty"
