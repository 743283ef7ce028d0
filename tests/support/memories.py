"""A host's memory for tests of the sync: what can be done to it, and snapshots of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.graph.sync import MemorySnapshot, MemoryText
from graphrag.text.names.name_list import EMPTY_LIST, NameList


@dataclass
class Memory:
    """Memories that come, change and go as a host's do."""

    scope: str
    embedder: HashedEmbedder = field(default_factory=lambda: HashedEmbedder(32))
    documents: dict[str, MemoryText] = field(default_factory=dict)
    minute: int = 0

    def insert(self, identifier: str, text: str, **metadata: Any) -> None:
        self.minute += 1
        day, rest = divmod(self.minute, 24 * 60)
        stamp = f"2025-03-{1 + day:02d} {rest // 60:02d}:{rest % 60:02d}:00"
        self.documents[identifier] = MemoryText(
            text, {"timestamp": stamp, "area": "main", **metadata}
        )

    def edit(self, identifier: str, text: str) -> None:
        """As the dashboard does: the same id and timestamp, at the end of the index."""
        old = self.documents.pop(identifier)
        self.documents[identifier] = MemoryText(text, dict(old.metadata))

    def delete(self, *identifiers: str) -> None:
        for identifier in identifiers:
            del self.documents[identifier]

    def pass_time(self, minutes: int) -> None:
        self.minute += minutes

    def snapshot(self, names: NameList = EMPTY_LIST) -> MemorySnapshot:
        ids = tuple(self.documents)
        texts = [self.documents[identifier].text for identifier in ids]
        vectors = self.embedder.embed(texts) if ids else None
        documents = dict(self.documents)
        return MemorySnapshot(self.scope, documents, ids, vectors, self.embedder.name, names)

    def in_scope(self, scope: str) -> Memory:
        """The same memories in another folder."""
        return replace(self, scope=scope, documents=dict(self.documents))


def texts(memory: Memory) -> Mapping[str, str]:
    """Id and text of each memory."""
    return {identifier: memory_text.text for identifier, memory_text in memory.documents.items()}
