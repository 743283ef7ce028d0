"""The documents that the graph should hold of a host's memory."""

from __future__ import annotations

import hashlib
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from ..extraction.extractor import EXTRACTOR_VERSION
from ..records import MEMORY_AREAS, SourceDocument
from ..schema import SCHEMA_VERSION
from ..timestamps import dated, parse_timestamp
from .memory_snapshot import MemorySnapshot

# The metadata that the graph follows; anything else that the host writes there changes nothing.
_FIELDS = (
    "timestamp",
    "area",
    "knowledge_source",
    "source_file",
    "source_path",
    "consolidated_from",
    "replaced_memories",
    "updated_from",
)


@dataclass(frozen=True, slots=True)
class KnownMemory:
    """A memory that was read before: an unchanged one then costs only a comparison.

    Attributes:
        text: Its text.
        fields: Its metadata that the graph follows.
        document: What the graph should hold of it.
        fingerprint: A hash of all that.
    """

    text: str
    fields: tuple[Any, ...]
    document: SourceDocument
    fingerprint: bytes


@dataclass(slots=True)
class MemoryReader:
    """Turns snapshots of one scope into documents; remembers the last snapshot."""

    known: dict[str, KnownMemory] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    _digest: tuple[tuple[str, int | None, str], str] | None = None

    def read(self, snapshot: MemorySnapshot) -> None:
        """Read a snapshot."""
        known = self.known
        current: dict[str, KnownMemory] = {}
        same = True
        for identifier, (text, metadata) in snapshot.documents.items():
            fields = tuple([metadata.get(name) for name in _FIELDS])
            old = known.get(identifier)
            if old is None or old.text != text or old.fields != fields:
                same = False
                old = _known_memory(identifier, text, _copied(fields))
            current[identifier] = old
        order = tuple(current)
        same = same and order == self.order
        if not same:
            self.known, self.order, self._digest = current, order, None

    def documents(self) -> list[SourceDocument]:
        """Return the documents of the last snapshot, in the order of insertion."""
        return [known.document for known in self.known.values()]

    def digest(self, embedder: str, dimension: int | None, names: str = "") -> str:
        """Return a hash of everything that the graph of this memory depends on.

        Args:
            embedder: Name of what made the vectors.
            dimension: Their length; None without vectors.
            names: ``NameList.stamp`` of the user's list.
        """
        influences = (embedder, dimension, names)
        if self._digest is None or self._digest[0] != influences:
            digest = hashlib.blake2b(digest_size=16)
            version = f"{SCHEMA_VERSION} {EXTRACTOR_VERSION} {embedder} {dimension}{names}\0"
            digest.update(version.encode("utf-8", "surrogatepass"))
            for known in self.known.values():
                digest.update(known.fingerprint)
            self._digest = (influences, digest.hexdigest())
        return self._digest[1]


def _known_memory(identifier: str, text: str, fields: tuple[Any, ...]) -> KnownMemory:
    timestamp, area, knowledge, source_file, source_path, merged, replaced, updated = fields
    path = str(source_path or source_file or "") if knowledge else ""
    document = SourceDocument(
        id=identifier,
        text=text,
        area=area if area in MEMORY_AREAS else "main",
        source=str(source_file or "") if knowledge else "",
        fact_source="file" if knowledge else "conversation",
        file=path,
        supersedes=tuple(sorted({*_ids(merged), *_ids(replaced)} - {identifier})),
        amends=tuple(sorted({*_ids(updated)} - {identifier})),
    )
    document = dated(document, parse_timestamp(timestamp))
    # The order of a set differs from one start of the host to the next.
    stable = tuple(
        [sorted(value, key=repr) if isinstance(value, set) else value for value in fields]
    )
    fingerprint = hashlib.blake2b(repr((identifier, text, stable)).encode(), digest_size=16)
    return KnownMemory(text, fields, document, fingerprint.digest())


def _copied(fields: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the fields without the host's own lists, which it may change in place."""
    return tuple([copy(value) if isinstance(value, list | set) else value for value in fields])


def _ids(value: object) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, list | tuple | set):
        return [item for item in value if isinstance(item, str) and item]
    return []
