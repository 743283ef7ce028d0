"""What ``query --explain`` says of each passage."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from graphrag.cli.explain_view import explain_view
from graphrag.model import Block, Passage, RankedPassage, Retrieval


@pytest.mark.parametrize(
    ("path", "way"),
    [
        (("Osprey", "db-42"), "1 hop via Osprey -> db-42 [m1]"),
        (("session:m0",), "1 hop, written at about the same time as another [m1]"),
        ((), "1 hop [m1]"),  # it replaces an older memory
    ],
)
def test_the_way_to_a_passage_is_told_as_far_as_there_is_one(path, way):
    passage = Passage("k", "m1", "s", text="A lamp.")
    entry = RankedPassage(passage, 0.5, "graph", None, 0.1, 0.4, 1, path=path)
    console = Console(file=io.StringIO(), width=400)
    console.print(explain_view(Retrieval((entry,)), Block(), embedder=""), markup=False)
    assert way in console.file.getvalue()
