"""Files of text that need no disk."""

from __future__ import annotations

from graphrag.graph.ingest.text_files.passages import split_file
from graphrag.graph.records import SourceDocument


def split_text(name: str, text: str) -> list[SourceDocument]:
    """Return the passages of a file with this name and text."""
    return split_file(f"/notes/{name}", name, text.encode())
