"""A host's memory as a snapshot, and as the documents that the graph is to hold of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ..extraction.extractor import EXTRACTOR_VERSION
from ..records import SourceDocument
from ..schema import SCHEMA_VERSION
from ..timestamps import parse_timestamp

if TYPE_CHECKING:
    import numpy as np

AREAS = ("main", "fragments", "solutions")

# The metadata that the graph follows; whatever else the host writes there changes nothing.
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


class MemoryText(NamedTuple):
    """A memory: its text and the host's metadata of it."""

    text: str
    metadata: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MemorySnapshot:
    """One memory folder of the host at one moment, consistent in itself.

    Attributes:
        scope: Its scope.
        documents: All memories by id, in the order of insertion.
        ids: The id of each row of ``vectors``.
        vectors: Unit vectors (float32), one a row; None if they cannot be had.
        embedder: Name of what made the vectors.
    """

    scope: str
    documents: Mapping[str, MemoryText]
    ids: Sequence[str] = ()
    vectors: np.ndarray | None = None
    embedder: str = ""

    @property
    def dimension(self) -> int | None:
        """Length of its vectors; None without any."""
        return None if self.vectors is None or not len(self.vectors) else self.vectors.shape[1]


def snapshot_of(
    scope: str,
    documents: Mapping[str, Any],
    ids: Sequence[str],
    vectors: np.ndarray | None,
    embedder: str = "",
) -> MemorySnapshot:
    """Make a snapshot from the host's own documents.

    Args:
        scope: The scope of the memory folder.
        documents: Objects with ``page_content`` and ``metadata``, by id.
        ids: The ids in the order of insertion, one for each row of ``vectors``.
        vectors: Unit vectors, or None.
        embedder: Name of what made them.
    """
    texts = {
        identifier: MemoryText(documents[identifier].page_content, documents[identifier].metadata)
        for identifier in ids
    }
    return MemorySnapshot(scope, texts, ids, vectors, embedder)


@dataclass(frozen=True, slots=True)
class KnownMemory:
    """A memory that has been looked at, so that an unchanged one costs a comparison.

    Attributes:
        text: Its text.
        fields: Its metadata, as far as the graph follows it.
        document: What the graph is to hold.
        fingerprint: A hash of all that.
    """

    text: str
    fields: tuple[Any, ...]
    document: SourceDocument
    fingerprint: bytes


@dataclass(slots=True)
class MemoryReader:
    """Turns snapshots of one scope into documents, remembering the last one."""

    known: dict[str, KnownMemory] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    _digest: tuple[tuple[str, int | None], str] | None = None

    def read(self, snapshot: MemorySnapshot) -> bool:
        """Look at a snapshot.

        Returns:
            Whether anything differs from the last one.
        """
        known = self.known
        current: dict[str, KnownMemory] = {}
        same = True
        for identifier, (text, metadata) in snapshot.documents.items():
            fields = tuple([metadata.get(name) for name in _FIELDS])
            old = known.get(identifier)
            if old is None or old.text != text or old.fields != fields:
                same = False
                old = _look_at(identifier, text, fields)
            current[identifier] = old
        order = tuple(current)
        same = same and order == self.order
        if not same:
            self.known, self.order, self._digest = current, order, None
        return not same

    def documents(self) -> list[SourceDocument]:
        """Give the documents of the last snapshot, in the order of insertion."""
        return [known.document for known in self.known.values()]

    def digest(self, embedder: str, dimension: int | None) -> str:
        """Give the hash of everything that decides about the graph of this memory."""
        influences = (embedder, dimension)
        if self._digest is None or self._digest[0] != influences:
            digest = hashlib.blake2b(digest_size=16)
            version = f"{SCHEMA_VERSION} {EXTRACTOR_VERSION} {embedder} {dimension}\0"
            digest.update(version.encode("utf-8", "surrogatepass"))
            for known in self.known.values():
                digest.update(known.fingerprint)
            self._digest = (influences, digest.hexdigest())
        return self._digest[1]


def _look_at(identifier: str, text: str, fields: tuple[Any, ...]) -> KnownMemory:
    timestamp, area, knowledge, source_file, source_path, merged, replaced, updated = fields
    moment = parse_timestamp(timestamp)
    path = str(source_path or source_file or "") if knowledge else ""
    document = SourceDocument(
        id=identifier,
        text=text,
        area=area if area in AREAS else "main",
        source=str(source_file or "") if knowledge else "",
        timestamp=moment.iso if moment else None,
        day=moment.day if moment else None,
        minute=moment.minute if moment else None,
        fact_source="file" if knowledge else "conversation",
        file=path,
        supersedes=tuple(sorted({*_ids(merged), *_ids(replaced)} - {identifier})),
        amends=tuple(sorted({*_ids(updated)} - {identifier})),
    )
    fingerprint = hashlib.blake2b(repr((identifier, text, fields)).encode(), digest_size=16)
    return KnownMemory(text, fields, document, fingerprint.digest())


def _ids(value: object) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, list | tuple | set):
        return [item for item in value if isinstance(item, str) and item]
    return []
