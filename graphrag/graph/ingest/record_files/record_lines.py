"""The records of a file: JSONL, one a line, or CSV, whose quoted cells may hold line breaks."""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from ....errors import IngestError
from ...records import SourceDocument
from ..files import unreadable
from .lines import START, Complain, Line, Place, read_lines, reason_of, trimmed
from .triples import TRIPLE, BadRecordError, Record, field_of, read_record

_HEADER = object()
"""Stands for a line about the table: it names the columns, or what parts them."""

_SEPARATOR = re.compile(r'"?sep=.?"?', re.IGNORECASE)
"""A line that tells Excel what parts the cells."""

_DELIMITERS = (",", ";", "\t", "|")

_SNIFFED_LINES = 20
"""How many lines show what parts the cells."""

_ROW_LINES = 200
"""Most lines of a row. A quotation mark that stands alone must not take the rest of the file."""

_REMEMBERED_DOCUMENTS = 300_000
"""How many documents of a file are remembered by their ids; bounds the memory that this takes."""

Parser = Callable[[str], object]

_HEADER_WORDS = frozenset([*TRIPLE, "relation", "head", "tail", "target"])
"""Words that stand in a header and hardly ever in a triple."""


def record_lines(
    path: Path, delimiter: str, complain: Complain, start: Place = START
) -> Iterator[tuple[Line, Record | None]]:
    """Read a file line by line, or row by row.

    Args:
        path: The file.
        delimiter: Of a CSV file; empty for JSONL.
        complain: Called with the number of each line that cannot be used, and the reason.
        start: Where to begin.

    Yields:
        Each line or row with its record; None if it has no usable record.
    """
    lines = read_lines(path, complain, start)
    parse: Parser = json.loads
    if delimiter:
        parse, lines = _csv_parser(path, delimiter), _rows(lines, delimiter)
    texts: dict[int, int] = {}
    for line in lines:
        record = _record(line, parse, complain)
        if record and record.document and _is_another_text(record.document, texts):
            reason = f"the id {record.document.id[:60]!r} occurs twice, with different texts"
            complain(line.number, reason)
            record = None
        yield line, record


def _is_another_text(document: SourceDocument, texts: dict[int, int]) -> bool:
    """Whether an earlier line has another text under the same id, which would be lost.

    Args:
        document: A document.
        texts: The texts of the earlier ones by id, both as hashes; this one is added.
    """
    if len(texts) >= _REMEMBERED_DOCUMENTS:
        texts.clear()
    text = hash(document.text)
    return texts.setdefault(hash(document.id), text) != text


def _rows(lines: Iterable[Line], delimiter: str) -> Iterator[Line]:
    """Yield the rows of a table: a row whose quoted cells hold line breaks takes several lines."""
    following = iter(lines)
    ahead: deque[Line] = deque()

    def next_line() -> Line | None:
        return ahead.popleft() if ahead else next(following, None)

    while (line := next_line()) is not None:
        if '"' not in line.text:
            yield line
            continue
        row = [line]

        def texts(row: list[Line] = row) -> Iterator[str]:
            yield f"{row[0].text}\n"
            while len(row) < _ROW_LINES and (more := next_line()) is not None:
                row.append(more)
                yield f"{more.text}\n"

        try:
            next(csv.reader(texts(), delimiter=delimiter, strict=True))
        except csv.Error:  # such as a cell that nothing ends: only its first line is bad
            ahead.extendleft(reversed(row[1:]))
            yield line
            continue
        count = row[-1].number - line.number + 1
        yield Line(line.number, "\n".join(part.text for part in row), row[-1].end, count)


def _record(line: Line, parse: Parser, complain: Complain) -> Record | None:
    try:
        value = parse(line.text)
        return None if value is _HEADER else read_record(value)
    except BadRecordError as error:
        complain(line.number, str(error))
    except RecursionError:
        complain(line.number, "nested too deeply")
    except (ValueError, csv.Error) as error:
        complain(line.number, f"cannot be read ({reason_of(error)})")
    return None


def csv_delimiter(path: Path) -> str:
    """Return what parts the cells of a CSV file: the sign that makes triples of most lines.

    Of two such signs, the one that a space follows less often, as it does in texts; else a comma.

    Args:
        path: The file.

    Raises:
        IngestError: It cannot be read.
    """
    lines = list(islice(_table_lines(path), _SNIFFED_LINES))
    return max(_DELIMITERS, key=lambda sign: _fit(lines, sign))


def _fit(lines: Sequence[Line], delimiter: str) -> tuple[int, int]:
    """Return how many rows have the cells of a triple, and minus the spaces that begin cells."""
    rows = [_cells(row.text.replace("\r", " "), delimiter) for row in _rows(lines, delimiter)]
    rows = [cells for cells in rows if len(cells) >= len(TRIPLE)]
    return len(rows), -sum(cell.startswith(" ") for cells in rows for cell in cells)


def _cells(row: str, delimiter: str, *, strict: bool = False) -> list[str]:
    """Split a row of a table; empty cells at its end are left out."""
    cells = next(csv.reader([row], delimiter=delimiter, strict=strict), [])
    while cells and not cells[-1].strip():
        cells.pop()
    return cells


def _table_lines(path: Path) -> Iterator[Line]:
    """Yield the lines that are not empty, without the one that Excel takes for itself."""
    try:
        with path.open("rb") as file:
            while raw := file.readline(1 << 16):
                line = trimmed(raw.decode("utf-8-sig", "replace"))
                if line and not _SEPARATOR.fullmatch(line):
                    yield Line(0, line, 0)
    except OSError as error:
        raise unreadable(path, error) from None


def _csv_parser(path: Path, delimiter: str) -> Parser:
    """Return a parser of single rows. A header, if there is one, names the columns."""
    row = next(_rows(_table_lines(path), delimiter), None)
    first = row.text if row is not None else ""
    if "\0" in first:  # every other byte of a table in UTF-16
        raise IngestError(f"{path} is not UTF-8", "save it as CSV in UTF-8")
    try:
        header = [cell.strip().lower() for cell in _cells(first, delimiter)]
    except csv.Error:  # it is not strict here: only a CR within the line is an error
        raise IngestError(
            f"the lines of {path} end with CR alone", "save it with LF or CRLF as line ends"
        ) from None
    named = all(field_of(dict.fromkeys(header, ""), role) is not None for role in TRIPLE)
    if not named and (len(header) > len(TRIPLE) or not _HEADER_WORDS.isdisjoint(header)):
        raise IngestError(
            f"the header of {path} is {first[:80]!r}",
            "name the columns subject, predicate and object; only three need no names",
        )

    def parse(text: str) -> object:
        if _SEPARATOR.fullmatch(text):
            return _HEADER
        cells = _cells(text, delimiter, strict=True)
        if not named:
            return cells
        if text == first:
            return _HEADER
        if len(cells) > len(header):
            raise ValueError(f"{len(cells)} cells under {len(header)} names of columns")
        return dict(zip(header, cells, strict=False))

    return parse
