"""The graph data of a turn after the second round trip."""

from __future__ import annotations

import pytest

from graphrag.model import Entity, Fact, GraphView
from graphrag.retriever.expand import ExpandRow, expanded_view
from graphrag.retriever.rows import Details


def facts_kept(source: str, subject_df: int, object_df: int) -> int:
    """Return how many of one fact stay in the view."""
    fact = Fact("f", "name:ann", "name:bee", "Ann", "Bee", "RELATED_TO", "knows", source=source)
    entities = (
        Entity("name:ann", "Ann", df=subject_df),
        Entity("name:bee", "Bee", df=object_df),
    )
    row = ExpandRow((), (), (), Details({}), (), (fact,), entities)
    return len(expanded_view(GraphView(documents=500, passages={}), row, {}).facts)


def test_what_a_memory_states_is_kept():
    assert facts_kept("conversation", 60, 60) == 1


@pytest.mark.parametrize("frequencies", [(61, 2), (2, 61)])
def test_what_memories_state_about_somebody_whom_very_many_mention_is_not(frequencies):
    assert facts_kept("conversation", *frequencies) == 0


def test_a_relation_of_a_file_is_kept_whomever_it_is_about():
    assert facts_kept("file", 61, 61) == 1
