"""The example in docs/LIBRARY.md runs, and prints what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ..support.neo4j_server import Neo4jServer

PAGE = Path(__file__).parents[2] / "docs" / "LIBRARY.md"


def test_the_example_prints_the_block_on_the_page(
    neo4j_server: Neo4jServer,
    scope: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    [example] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    [output] = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    monkeypatch.setenv("NEO4J_URI", neo4j_server.uri)
    monkeypatch.setenv("NEO4J_USER", neo4j_server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)

    exec(compile(example.replace("library/example", scope), str(PAGE), "exec"), {})

    assert capsys.readouterr().out == output
