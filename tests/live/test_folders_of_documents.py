"""Of a folder of documents, a block shows the section that answers, and whose it is.

The bounds lie below what was measured (docs/BENCHMARKS.md): only a broken feature fails here.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphrag.store import GraphStore, StoreLimits

from ..support.asked_folders import FOLDERS, ask_folder, counted
from ..support.imported_folders import ask_imported
from ..support.neo4j_server import Neo4jServer
from ..support.stores import connection_to

LEAST = {"sailing_school": (0.65, 0.6)}
"""Least shares of answers found and of questions answered early, for folders of harder ones."""

LEAST_IMPORTED = {"sailing_school": 0.37}
"""Least share of questions answered, where the host has imported the files, with any token counter.
Without a look at sections it is at most 0.32."""


@pytest.fixture(scope="module")
def store(neo4j_server: Neo4jServer) -> Iterator[GraphStore]:
    with GraphStore(connection_to(neo4j_server), StoreLimits(query_timeout_ms=30_000)) as opened:
        yield opened


@pytest.mark.parametrize("vectors", [True, False], ids=["vectors", "words"])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_most_answers_are_shown_and_most_of_them_early(folder, vectors, store, writer, scope):
    counts = counted(ask_folder(folder, scope, store, writer, vectors=vectors))
    every = counts["all"]
    found, early = LEAST.get(folder.name, (0.85, 0.8))
    assert every["found"] >= found * every["wanted"]
    assert every["early"] >= early * every["asked"]
    assert every["tokens"] <= 495 * every["asked"]
    for kind in ("plain", "table", "near_duplicate", "deep"):
        assert counts[kind]["whole"] >= 0.75 * counts[kind]["asked"], kind
    assert counts["none"]["silent"] >= 0.75 * counts["none"]["asked"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_of_long_files_that_the_host_imported_most_answers_are_in_the_prompt(
    folder, store, writer, scope
):
    counts = ask_imported(folder, scope, store, writer, long=True)
    assert counts["prompt"] >= LEAST_IMPORTED.get(folder.name, 0.55) * counts["asked"]
    assert counts["silent"] >= 0.75 * counts["none"]
