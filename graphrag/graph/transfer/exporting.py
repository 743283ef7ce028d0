"""Write a scope into a file."""

from __future__ import annotations

import contextlib
import gzip
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..._version import __version__
from ...errors import ExportError
from ...whole_file import whole_file
from ..cypher.documents import CONTAINER_AREAS
from ..cypher.transfer import (
    EXPORT_DOCUMENT_KEYS,
    EXPORT_DOCUMENTS,
    EXPORT_ENTITIES,
    EXPORT_ENTITY_KEYS,
    EXPORT_FACTS,
    EXPORT_REVISED_KEYS,
    EXPORT_SCOPE,
)
from ..schema import SCHEMA_VERSION
from . import line_makers as make
from .lines import FORMAT, KINDS, Header, Kind, Line

if TYPE_CHECKING:
    from ...store.writer import GraphWriter, WriteTemplate

NODES_PER_PAGE = 200

ShowProgress = Callable[[int, int, str], object]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was exported.

    Attributes:
        scope: The scope.
        documents: Passages and memories.
        entities: Entities.
        facts: Facts.
        bytes: Size of the file.
    """

    scope: str
    documents: int
    entities: int
    facts: int
    bytes: int


def export_scope(
    writer: GraphWriter,
    scope: str,
    path: Path,
    *,
    name: str = "",
    progress: ShowProgress | None = None,
) -> ExportReport:
    """Write a scope into a file, compressed if its name ends in ``.gz``.

    The file is readable for its owner only. It appears once it is complete.

    Args:
        writer: The writer of the database.
        scope: The scope's full name.
        path: The file; an existing one is replaced, also behind a symbolic link.
        name: The scope's name within its install, if it belongs to one.
        progress: Called with (nodes done, nodes to do, what is counted).

    Raises:
        ExportError: There is no such scope, it was written to meanwhile, or the file cannot be
            written.
        StoreError: The database could not be read, and why.
    """
    path = Path(os.path.realpath(path))
    if os.path.exists(path) and not os.path.isfile(path):
        raise ExportError(f"{path} cannot be written: it is not a regular file")
    try:
        with contextlib.suppress(FileNotFoundError):
            path.lstat()  # a name that the system refuses, before anything is read
        with _opened(path) as file:
            export = _Export(writer, scope, progress)
            file.write(export.header(name or scope).json_line())
            for line in export.lines():
                file.write(line.json_line())
            export.check_unchanged()
        size = path.stat().st_size
    except OSError as error:
        raise ExportError(f"{path} cannot be written: {error.strerror or error}") from None
    counts = export.counts
    return ExportReport(scope, counts["passage"], counts["entity"], counts["fact"], size)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BufferedIOBase]:
    """Open a file for its owner only; its content is on the disk before it gets its name."""
    with whole_file(path, private=True) as raw:
        if path.suffix == ".gz":
            # Neither a name nor a time goes into the file: equal graphs give equal files.
            with gzip.GzipFile(
                filename="", mode="wb", compresslevel=6, fileobj=raw, mtime=0
            ) as packer:
                yield packer
        else:
            yield raw
        raw.flush()
        os.fsync(raw.fileno())


class _Export:
    """The lines of one scope, read in pages."""

    def __init__(self, writer: GraphWriter, scope: str, progress: ShowProgress | None) -> None:
        self._writer = writer
        self._scope = scope
        self._progress = progress
        self._node = self._scope_node()
        of_scope = {"scope": scope, "containers": list(CONTAINER_AREAS)}
        kinds = writer.read(EXPORT_DOCUMENT_KEYS, of_scope)
        self._keys: dict[Kind, list[str]] = {row["kind"]: row["keys"] for row in kinds}
        [entities] = writer.read(EXPORT_ENTITY_KEYS, of_scope)
        [revised] = writer.read(EXPORT_REVISED_KEYS, of_scope)
        self._keys |= {"entity": entities["keys"], "revision": revised["keys"]}
        self.counts: dict[Kind, int] = {kind: len(self._keys.get(kind, ())) for kind in KINDS}
        self.counts |= {"scope": 1, "fact": self._node["facts"]}

    def header(self, name: str) -> Header:
        """Return the first line."""
        return Header(
            a0_graphrag_export=FORMAT,
            version=__version__,
            schema_version=SCHEMA_VERSION,
            scope=self._scope,
            name=name,
            counts=self.counts,
        )

    def lines(self) -> Iterator[Line]:
        """Yield the other lines."""
        yield make.scope_line(self._node["properties"])
        for row in self._pages("entity", EXPORT_ENTITIES, "names"):
            yield make.entity_line(row)
        for kind, line_of in make.DOCUMENT_LINES.items():
            for row in self._pages(kind, EXPORT_DOCUMENTS, "documents"):
                yield line_of(self._scope, row)
        for row in self._pages("entity", EXPORT_FACTS, "names with their facts"):
            yield make.fact_line(self._scope, row)

    def check_unchanged(self) -> None:
        """Check that nobody wrote to the scope since the first line."""
        before, now = self._node["properties"], self._scope_node()["properties"]
        if now["revision"] != before["revision"]:
            raise ExportError(
                f"{self._scope} was written to during the export", "run the same command again"
            )

    def _scope_node(self) -> Row:
        found = self._writer.read(EXPORT_SCOPE, {"scope": self._scope})
        if not found:
            raise ExportError(f"there is no scope {self._scope}")
        importing = found[0]["properties"].get("importing")
        if importing is not None:
            raise ExportError(f"the import of {importing} into {self._scope} is not finished")
        return found[0]

    def _pages(self, kind: Kind, template: WriteTemplate, unit: str) -> Iterator[Row]:
        """Yield the rows of all nodes of a kind, in the order of their ids."""
        keys = self._keys.get(kind, [])
        for start in range(0, len(keys), NODES_PER_PAGE):
            page = keys[start : start + NODES_PER_PAGE]
            rows = self._writer.read(template, {"scope": self._scope, "keys": page})
            place = {key: at for at, key in enumerate(page)}
            yield from sorted(rows, key=lambda row: (place[row["key"]], *_within_a_page(row)))
            if self._progress is not None:
                self._progress(start + len(page), len(keys), unit)


def _within_a_page(row: Row) -> tuple[str, ...]:
    """Return the order of the facts of one entity; nodes come once."""
    return row.get("type", ""), row.get("object", ""), row["properties"].get("predicate", "")
