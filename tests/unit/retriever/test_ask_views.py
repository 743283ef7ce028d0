"""Whether a message that asks several things is about memory, and which of them are ranked."""

from dataclasses import replace

import pytest

from graphrag.model import Likeness
from graphrag.retriever.ask_views import AskView, needing_memory, relevance_of

from ...support.graph_views import passage, view_of

TOLD = view_of(*(passage(f"p{i}", 0.4, cosine=0.5, bm25=6.0) for i in range(5)))
"""What an ask finds that a memory answers."""

NOTHING = view_of(*(passage(f"p{i}", 0.0, cosine=0.1) for i in range(5)))

SUM = AskView("what's 17 times 38", Likeness(-0.2), NOTHING)
MATHS = AskView("and who invented the number zero?", Likeness(-0.2), NOTHING)
TEACHER = AskView("and who teaches my daughter the bassoon?", Likeness(0.1), TOLD)


def test_one_thing_that_needs_memory_makes_a_message_about_it():
    assert relevance_of([SUM, TEACHER]) > relevance_of([SUM, MATHS])


def test_the_highest_of_several_is_higher_by_chance():
    assert relevance_of([TEACHER, SUM]) < relevance_of([TEACHER])


def test_what_needs_no_memory_is_not_ranked_beside_what_does():
    assert needing_memory([SUM, TEACHER]) == [TEACHER]


@pytest.mark.parametrize("asks", [[SUM], [SUM, MATHS]])
def test_where_nothing_seems_to_need_it_all_are_ranked(asks):
    assert needing_memory(asks) == asks


def test_what_is_unknown_is_ranked():
    unknown = replace(SUM, likeness=None)
    assert needing_memory([unknown, TEACHER]) == [unknown, TEACHER]
