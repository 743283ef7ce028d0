"""The queries that ``docs/OPERATIONS.md`` has for Neo4j Browser find something, and only read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphrag.graph.ingest import ingest_paths

from ..support.graphs import ask
from .test_ingest import write_lines

PAGE = Path(__file__).parents[2] / "docs" / "OPERATIONS.md"
QUERIES = re.findall(r"```cypher\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def filled(writer, scope, tmp_path) -> str:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "owners.md").write_text(
        "# Owners\n\nAnna Lund met Otto Falk.\n\n# Calls\n\nOtto Falk rang Anna Lund.\n"
    )
    table = write_lines(
        tmp_path / "facts.jsonl",
        {"subject": "Anna Lund", "predicate": "owns", "object": "order-db", "text": "She owns it."},
    )
    ingest_paths(writer, [notes, table], scope)
    return scope


def test_the_page_has_five_queries() -> None:
    assert len(QUERIES) == 5


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.split("\n")[0][:60])
def test_a_query_finds_something(writer, filled, query):
    assert ask(writer, query, scope=filled, name="anna lund")
