"""What a look at a memory folder sees as a change."""

from __future__ import annotations

from graphrag.graph.sync import MemorySnapshot, MemoryText
from graphrag.graph.sync.memory_documents import MemoryReader


def test_a_list_that_the_host_changes_in_place_is_a_change():
    metadata = {"timestamp": "2025-03-01", "consolidated_from": ["a0"]}
    snapshot = MemorySnapshot("s", {"a1": MemoryText("Mara owns ledger-db.", metadata)})
    reader = MemoryReader()
    reader.read(snapshot)
    before = reader.digest("model", None)

    metadata["consolidated_from"].append("a2")
    reader.read(snapshot)

    assert reader.documents()[0].supersedes == ("a0", "a2")
    assert reader.digest("model", None) != before
