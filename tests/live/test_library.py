"""The example in docs/LIBRARY.md runs as it is printed there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ..support.neo4j_server import Neo4jServer

PAGE = Path(__file__).parents[2] / "docs" / "LIBRARY.md"


def test_the_example_finds_the_document_that_shares_no_word_with_the_question(
    neo4j_server: Neo4jServer,
    scope: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    [example] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.setenv("NEO4J_URI", neo4j_server.uri)
    monkeypatch.setenv("NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)

    exec(compile(example.replace("library-example", scope), str(PAGE), "exec"), {})

    printed = capsys.readouterr().out
    assert "0700-553 118" in printed
    assert printed.startswith("GRAPHRAG_CONTEXT_BLOCK_START")
