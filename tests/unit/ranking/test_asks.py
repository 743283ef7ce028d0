"""Messages that ask several things, ranked ask by ask."""

import numpy as np
import pytest

from graphrag.model import Ask, GraphView, LinkStart, RankedPassage
from graphrag.ranking.asks import MAX_STARTS, joined, joined_first, view_of
from graphrag.ranking.ranker import FirstRanking
from graphrag.ranking.similarity import TOP_COUNT

from ...support.graph_views import passage

LONG_ASK = "who repairs the old heat pump behind the shed"


def ask(text=LONG_ASK, spans=((0, 45),)):
    return Ask(text, spans, np.zeros(3))


def seen(*cosines, text=LONG_ASK, centred=0.3):
    """The only passage as the first ask sees it; its cosines with the message and the asks."""
    view = GraphView(1, {"a": passage("a", centred, ask_cosines=cosines)})
    return view_of(ask(text), 0, view).passages["a"]


def entry(key, score):
    return RankedPassage(passage(key, 0.0), score, "vector", None, 0.0, score, 0)


def test_an_ask_sees_the_similarity_to_its_own_vector_less_what_all_vectors_share():
    found = seen(0.5, 0.9, 0.1)
    assert found.cosine == pytest.approx(0.9)
    assert found.centred == pytest.approx(0.7)


def test_an_ask_of_few_words_also_sees_what_is_near_the_message():
    assert 0.5 < seen(0.5, 0.9, 0.1, text="and what did we pay?").cosine < 0.9


def test_a_passage_without_a_vector_has_none_for_an_ask():
    assert seen().cosine is None


def test_only_the_nearest_of_an_ask_speak_for_it():
    passages = {f"p{i}": passage(f"p{i}", 0.3, ask_cosines=(0.5, i / 100)) for i in range(30)}
    found = view_of(ask(), 0, GraphView(30, passages)).cosines
    assert len(found) == TOP_COUNT
    assert min(found) == pytest.approx(0.2)


def test_names_outside_an_ask_have_no_place_in_it():
    view = GraphView(1, {}, name_spans=((2, 5), (60, 65)))
    assert view_of(ask(spans=((0, 45),)), 0, view).name_spans == ((2, 5),)
    assert view_of(ask(spans=((50, 95),)), 0, view).name_spans == ((10, 15),)


def test_the_best_of_each_ask_come_first_however_high_their_scores():
    order = joined([[entry("a", 1.0), entry("b", 0.5)], [entry("c", 0.2), entry("d", 0.04)]])
    assert [found.passage.key for found in order] == ["a", "c", "b", "d"]
    assert order[1].score == order[0].score


def test_a_passage_counts_for_the_ask_that_it_fits_best():
    order = joined([[entry("a", 1.0), entry("b", 0.1)], [entry("b", 0.4), entry("a", 0.1)]])
    assert [(found.passage.key, found.score) for found in order] == [("a", 1.0), ("b", 1.0)]


def test_a_single_ask_keeps_its_ranking():
    ranking = (entry("b", 0.3), entry("a", 0.3))
    assert joined([ranking]) == ranking


def test_the_starts_of_all_asks_are_followed_as_far_as_there_is_room():
    first = FirstRanking(tuple(LinkStart(f"a{i}", 1.0) for i in range(4)), ["a0", "x"])
    other = FirstRanking((LinkStart("b0", 0.9), LinkStart("a0", 0.5)), ["b0", "x", "y"])
    both = joined_first([first, other, first])
    assert len(both.starts) <= MAX_STARTS
    assert {"a0", "b0"} <= {start.key for start in both.starts}
    assert list(both.order) == ["a0", "b0", "x", "y"]
