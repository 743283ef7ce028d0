"""Long texts are written in transactions that the server's memory can hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from graphrag.graph.ingest import Document, ingest_documents, ingest_paths
from graphrag.graph.transfer import ExportFile, export_scope, import_scope
from graphrag.store import GraphWriter

from ..support.graphs import fresh_scope
from .test_ingest import write_lines

TEXTS = {f"d{number}": f"Report {number}. " + "a word " * 24_000 for number in range(60)}
LARGEST = 8_200_000
"""Eight million characters, and one text more: a graph of short texts needs less."""


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Characters of the passages in each transaction."""
    sizes: list[int] = []
    transact = GraphWriter.transact

    def measured(
        writer: GraphWriter, statements: Sequence[tuple[Any, Mapping[str, Any]]], **options: Any
    ) -> Any:
        rows = [row for _, given in statements for row in given.get("rows", ())]
        sizes.append(sum(len(row.get("text", "")) for row in rows))
        return transact(writer, statements, **options)

    monkeypatch.setattr(GraphWriter, "transact", measured)
    return sizes


def test_an_ingest_of_records_splits_them(writer, scope, tmp_path, sent):
    records = ({"doc_id": key, "text": text, "entities": ["Report"]} for key, text in TEXTS.items())
    ingest_paths(writer, [write_lines(tmp_path / "long.jsonl", *records)], scope)
    assert max(sent) <= LARGEST


def test_an_ingest_of_documents_and_an_import_split_them(writer, scope, tmp_path, sent):
    ingest_documents(writer, [Document(key, text) for key, text in TEXTS.items()], scope)
    export_scope(writer, scope, tmp_path / "long.jsonl")
    with fresh_scope(writer) as other:
        done = import_scope(writer, ExportFile(tmp_path / "long.jsonl"), other)
    assert done.documents == len(TEXTS)
    assert max(sent) <= LARGEST
