"""A look through files of records before anything of them is written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from .lines import Complain, read_lines
from .report import BadLine, BadLines, IngestReport
from .stream import _csv_parser, _record
from .triples import Record


def require_all(path: Path, delimiter: str) -> None:
    """Read a file to its end, also where the graph holds it: perhaps without its bad lines.

    Args:
        path: The file.
        delimiter: Of a CSV file; empty for JSONL.

    Raises:
        IngestError: A line cannot be used; the first one is named.
    """
    bad = BadLines(IngestReport(), strict=True)
    for _ in _records(path, delimiter, lambda line, reason: bad.add(str(path), line, reason)):
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

    if next(_records(path, delimiter, complain), None) is not None:
        return None
    return str(first[0]) if first else f"{path} is empty"


def _records(path: Path, delimiter: str, complain: Complain) -> Iterator[Record]:
    parse = _csv_parser(path, delimiter) if delimiter else json.loads
    for line in read_lines(path, complain):
        record = _record(line, parse, complain)
        if record is not None:
            yield record
