"""The sample memory in a scope of the live graph, put there by the sync's own code."""

from __future__ import annotations

from graphrag.embedding import Embedder
from graphrag.graph.sync import MemorySnapshot, MemoryText
from graphrag.graph.sync.scope_sync import ScopeSync, SyncResult
from graphrag.sample.loader import sample_documents
from graphrag.store.writer import GraphWriter


def sync_sample(writer: GraphWriter, scope: str, embedder: Embedder) -> SyncResult:
    """Makes a scope hold the sample memory and what the default extraction finds in it."""
    documents = sample_documents()
    memories = {
        document.id: MemoryText(
            document.text, {"timestamp": document.timestamp, "area": document.area}
        )
        for document in documents
    }
    vectors = embedder.embed([document.text for document in documents])
    snapshot = MemorySnapshot(scope, memories, tuple(memories), vectors, embedder.name)
    return ScopeSync(scope).look(writer, snapshot)
