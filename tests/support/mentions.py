"""What memories mention, for tests of names."""

from __future__ import annotations

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument


def entities(*texts: str) -> list[set[str]]:
    """The names and code-like tokens of each of some memories, by their entity ids."""
    documents = [SourceDocument(f"m{place}", text) for place, text in enumerate(texts)]
    found, _ = RuleExtractor().update(documents)
    return [
        {m.entity_id for m in found[d.id].mentions if m.entity_id.startswith(("name:", "code:"))}
        for d in documents
    ]
