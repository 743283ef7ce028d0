"""Read an export file, and check all of it before anything is written."""

from __future__ import annotations

import contextlib
import gzip
import os
import zlib
from collections import Counter
from collections.abc import Iterator
from io import BufferedIOBase
from pathlib import Path

from pydantic import ValidationError

from ...errors import ExportError
from ..schema import MAX_DIMENSION, SCHEMA_VERSION
from .lines import FORMAT, KINDS, LINES, AnyLine, Header, Kind, ScopeLine, unpacked
from .references import References

MAX_LINE_BYTES = 64 * 2**20
_MAX_HEADER_BYTES = 10_000
_GZIP = b"\x1f\x8b"


class ExportFile:
    """A file that ``export`` has written.

    Args:
        path: The file, compressed or not.

    Raises:
        ExportError: It cannot be read, or it is not an export that this version understands.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._opened() as file, self._readable(1):
            self.header = self._header(file.readline(_MAX_HEADER_BYTES))
        self._scope: ScopeLine | None = None
        self._dimension: int | None = None

    @property
    def scope(self) -> ScopeLine:
        """What the scope's own node holds; known after ``check``."""
        assert self._scope is not None
        return self._scope

    @property
    def line_count(self) -> int:
        """How many lines follow the header."""
        return sum(self.header.counts.values())

    def count(self, kind: Kind) -> int:
        """Return how many lines of a kind follow the header."""
        return self.header.counts.get(kind, 0)

    def check(self) -> None:
        """Read the whole file, so that nothing is written from one that is damaged.

        Raises:
            ExportError: A line cannot be used or repeats another one, or lines are missing, also
                such that others name; it names the line.
        """
        found: Counter[str] = Counter()
        references = References()
        for number, line in enumerate(self.lines(), start=2):
            found[line.kind] += 1
            with self._readable(number):
                references.add(number, line)
        for kind in KINDS:
            if found[kind] != (wanted := self.count(kind)):
                raise ExportError(
                    f"{self.path} is incomplete: {found[kind]} of {wanted} lines of kind {kind}",
                    "export the scope again",
                )
        if self._scope is None:
            raise ExportError(f"{self.path} is incomplete: it has no line of kind scope")
        if (missing := references.missing()) is not None:
            thing, name, number = missing
            raise self._error(number, f"no line describes the {thing} {name!r}")

    def lines(self) -> Iterator[AnyLine]:
        """Yield the lines after the header, one at a time.

        Raises:
            ExportError: A line cannot be used; it names the line.
        """
        order = 0
        number = 1
        with self._opened() as file:
            with self._readable(number):
                file.readline(_MAX_HEADER_BYTES)
            while True:
                number += 1
                with self._readable(number):
                    text = file.readline(MAX_LINE_BYTES)
                    if not text:
                        return
                    if not text.endswith(b"\n"):
                        raise self._error(number, "it is cut off")
                    line = LINES.validate_json(text)
                place = KINDS.index(line.kind)
                if place < order or (number == 2) != (line.kind == "scope"):
                    raise self._error(number, f"{line.kind} is not in its place")
                with self._readable(number):
                    self._check_vector(line)
                order = place
                if isinstance(line, ScopeLine):
                    self._scope = line
                yield line

    def _header(self, text: bytes) -> Header:
        try:
            header = Header.model_validate_json(text)
        except ValidationError:
            raise ExportError(
                f"{self.path} is not an export of this program", "name a file that `export` wrote"
            ) from None
        for what, found, known in (
            ("format", header.a0_graphrag_export, FORMAT),
            ("schema version", header.schema_version, SCHEMA_VERSION),
        ):
            if found != known:
                raise ExportError(
                    f"{self.path} has {what} {found}, written by version {header.version}; "
                    f"this version reads {what} {known}",
                    "import it with that version" if found < known else "update this program",
                )
        return header

    def _check_vector(self, line: AnyLine) -> None:
        if isinstance(line, ScopeLine):
            self._dimension = line.dimension
            if (line.dimension or 0) > MAX_DIMENSION:
                raise ValueError(f"vectors of {line.dimension} numbers cannot be indexed")
            vector = unpacked(line.mean, "d") if line.mean is not None else None
        else:
            packed = getattr(line, "vector", None)
            vector = unpacked(packed) if packed is not None else None
        if vector is not None and len(vector) != self._dimension:
            raise ValueError(
                f"a vector has {len(vector)} numbers, but the scope's have {self._dimension or 0}"
            )
        if vector is not None and not isinstance(line, ScopeLine) and not any(vector):
            raise ValueError("all numbers of a vector are 0")

    @contextlib.contextmanager
    def _opened(self) -> Iterator[BufferedIOBase]:
        with contextlib.ExitStack() as stack:
            if os.path.exists(self.path) and not os.path.isfile(self.path):
                raise ExportError(f"{self.path} cannot be read: it is not a regular file")
            try:
                file: BufferedIOBase = stack.enter_context(self.path.open("rb"))
                packed = file.read(2) == _GZIP
                file.seek(0)
            except OSError as error:
                raise ExportError(f"{self.path} cannot be read: {error.strerror}") from None
            yield stack.enter_context(gzip.GzipFile(fileobj=file)) if packed else file

    @contextlib.contextmanager
    def _readable(self, number: int) -> Iterator[None]:
        try:
            yield
        except ValidationError as error:
            [first, *_] = error.errors(include_url=False, include_context=False)
            where = ".".join(str(part) for part in first["loc"])
            raise self._error(number, f"{where} {first['msg']}".strip()) from None
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise self._error(number, "the compressed data are damaged or cut off") from None
        except ValueError as error:
            raise self._error(number, str(error)) from None
        except OSError as error:
            raise self._error(number, error.strerror or "it cannot be read") from None

    def _error(self, number: int, reason: str) -> ExportError:
        return ExportError(f"{self.path}, line {number}: {reason}", "export the scope again")
