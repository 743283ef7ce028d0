"""The strategies that serve for comparison, on views small enough to work out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphrag.config import Settings
from graphrag.model import Entity
from graphrag.ranking import make_ranker
from graphrag.ranking.strategies.activation import activated_facts
from graphrag.ranking.strategies.proximity import proximity
from graphrag.ranking.strategies.query_expansion import expansion_queries
from graphrag.ranking.strategies.rrf import reciprocal_ranks

from ...support.graph_views import fact, passage, view_of


def ranker(strategy: str, max_hops: int = 2):
    return make_ranker(Settings(graphrag_strategy=strategy, graph_expand_max_hops=max_hops))


def test_proximity_halves_with_each_hop_and_grows_with_mentions():
    assert proximity(10, 1, 0) == pytest.approx(0.7)
    assert proximity(10, 1, 31) == pytest.approx(1.0)
    assert proximity(10, 2, 10_000) == pytest.approx(0.5)
    assert proximity(4, 1, 31) == pytest.approx(0.4)


def test_proximity_takes_its_second_hop_from_what_the_first_one_lifts():
    """near - (first) - bridge - (second) - goal: the bridge is not one of the three best by C."""
    view = view_of(
        *(passage(key, 0.5) for key in ("near", "other", "third")),
        passage("bridge", 0.45),
        passage("goal"),
        entities={
            "first": Entity("first", "First", df=2, mentions=2),
            "second": Entity("second", "Second", df=2, mentions=2),
        },
        mentions={"first": ("bridge", "near"), "second": ("bridge", "goal")},
    )
    goal = next(e for e in ranker("proximity").rank(view) if e.passage.key == "goal")
    assert (goal.hops, goal.path) == (2, ("Second",))
    assert goal.graph_score > 0


def test_a_link_over_an_often_mentioned_name_counts_more_than_one_over_a_rare_word():
    scores = [proximity(10, 1, mentions) for mentions in (1, 4, 20)]
    assert scores == sorted(set(scores))


def test_reciprocal_ranks_are_summed():
    fused = reciprocal_ranks([["a", "b"], ["b"]])
    assert fused == {"a": 1 / 61, "b": 1 / 62 + 1 / 61}


def test_activation_spreads_two_hops_and_no_further():
    facts = [fact("1", "a", "b"), fact("2", "b", "c"), fact("3", "c", "d")]
    active = activated_facts(facts, ["a"], today=0, max_hops=2)
    assert [(item.fact.id, item.hop) for item in active] == [("1", 1), ("2", 2)]


def test_activation_takes_ten_facts_of_an_entity_and_thirty_in_all():
    star = [fact(f"{i:03}", "a", f"b{i}") for i in range(50)]
    assert len(activated_facts(star, ["a"], today=0, max_hops=1)) == 10
    forest = [fact(f"{i:03}", f"a{i % 5}", f"b{i}") for i in range(100)]
    starts = [f"a{i}" for i in range(5)]
    assert len(activated_facts(forest, starts, today=0, max_hops=1)) == 30


def test_activation_lifts_the_passage_that_supports_the_facts():
    view = view_of(
        passage("plain", 0.30),
        passage("told", 0.25),
        entities={"a": Entity("a", "A", df=2, named=True)},
        facts=(fact("1", "a", "b", documents=("told",)),),
    )
    assert ranker("activation").rank(view)[0].passage.key == "told"


@pytest.mark.parametrize("strategy", ["activation", "proximity", "rrf"])
def test_a_passage_that_tells_a_fact_is_explained_by_it_and_the_second_hop_counts_half(strategy):
    view = view_of(
        passage("near"),
        passage("far"),
        entities={"a": Entity("a", "A", df=2, named=True)},
        facts=(
            fact("1", "b", "a", documents=("near", "deleted since")),
            fact("2", "b", "c", documents=("far",), hops=2),
        ),
    )
    ranked = {entry.passage.key: entry for entry in ranker(strategy).rank(view)}
    near, far = ranked["near"], ranked["far"]
    assert (near.hops, near.path) == (1, ("B", "A"))
    assert (far.hops, far.path) == (2, ("B", "C"))
    assert far.graph_score == pytest.approx(near.graph_score / 2)
    one = {e.passage.key: e.graph_score for e in ranker(strategy, max_hops=1).rank(view)}
    assert one["near"] > one["far"] == 0


def test_a_fact_that_nobody_trusts_lifts_nothing():
    view = view_of(
        passage("plain", 0.30),
        passage("told", 0.25),
        entities={"a": Entity("a", "A", df=2, named=True)},
        facts=(fact("1", "a", "b", documents=("told",), confidence=0.0),),
    )
    assert ranker("activation").rank(view)[0].passage.key == "plain"


def test_an_expansion_query_begins_with_the_name_that_the_message_has():
    view = view_of(
        entities={"api": Entity("api", "Api", named=True)},
        facts=(fact("1", "db", "api"), fact("2", "api", "queue", weight=4)),
    )
    assert expansion_queries(view) == ("Api Db", "Api Queue")


def test_expansion_queries_name_each_pair_once_nearest_first():
    view = view_of(
        facts=(
            fact("1", "b", "c", hops=2),
            fact("2", "a", "b"),
            fact("3", "b", "a"),
            fact("4", "a", "a"),
        )
    )
    assert expansion_queries(view) == ("A B", "B C")


def test_expansion_results_are_fused_with_the_plain_ones():
    view = view_of(passage("a", 0.9), passage("b", 0.5), passage("c", 0.1))
    order = [e.passage.key for e in ranker("queries").rank(replace(view, expansions=(("c",),)))]
    assert order == ["c", "a", "b"]
