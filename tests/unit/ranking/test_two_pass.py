"""The default ranking, on views small enough to work out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from graphrag.model import DayRange, Entity, LinkStart, Membership
from graphrag.ranking.links.link_starts import first_starts, second_starts
from graphrag.ranking.similarity import base_scores
from graphrag.ranking.strategies.two_pass import TwoPassRanker, entity_share

from ...support.graph_views import linked_view, passage, view_of


class TestTwoPass:
    def test_the_weights_of_starts_follow_the_formulas(self):
        assert first_starts({"a": 0.8, "b": 0.4, "c": 0.2, "d": 0.1}) == (
            LinkStart("a", 1.0),
            LinkStart("b", 0.5),
            LinkStart("c", 0.25),
        )
        second = second_starts({"a": 0.8, "b": 0.4}, {"b": 0.5}, ())
        assert [start.key for start in second] == ["b", "a"]
        assert second[0].weight == 1.0
        assert second[1].weight == pytest.approx(0.5 + 0.5 * math.exp(2 * (0.8 - 0.9)))

    def test_where_the_best_were_starts_before_the_best_that_links_reached_joins_them(self):
        base = {"a": 0.9, "b": 0.8, "c": 0.7, "near": 0.1, "far": 0.0, "unlinked": 0.3}
        first = first_starts(base)
        second = second_starts(base, {"near": 0.2, "far": 0.1}, first)
        assert [start.key for start in second] == ["a", "b", "c", "near"]
        reached = second_starts(base, {"near": 1.0, "far": 0.1}, first)
        assert [start.key for start in reached] == ["near", "a", "b"]

    def test_a_link_that_the_message_names_is_followed_whatever_else_was_found(self):
        view = view_of(*[passage(f"p{i}", 0.5, has_link_entity=i < 1) for i in range(10)])
        rare, common = Entity("e", "E", df=2, named=True), Entity("h", "H", df=61, named=True)
        base = base_scores(view)
        assert entity_share(view, base) == pytest.approx(0.01)
        assert entity_share(replace(view, entities={"h": common}), base) == pytest.approx(0.01)
        assert entity_share(replace(view, entities={"e": rare}), base) == 0.5

    def test_memories_alone_are_never_ranked_as_articles(self):
        view = view_of(*[passage(f"p{i}", 0.5) for i in range(10)])
        named = replace(view, entities={"e": Entity("e", "E", df=2, named=True)})
        assert entity_share(named, base_scores(named)) == 0.0

    def test_without_a_positive_best_all_starts_weigh_the_same(self):
        assert {start.weight for start in first_starts({"a": -0.1, "b": -0.2})} == {1.0}

    def test_lambda_is_the_squared_share_of_linked_passages(self):
        view = view_of(*[passage(f"p{i}", 0.5, has_link_entity=i < 5) for i in range(10)])
        assert entity_share(view, base_scores(view)) == pytest.approx(0.25)

    @pytest.mark.parametrize(("container", "first"), [("file:guide.md", "x"), ("session:m1", "s")])
    def test_links_put_nothing_before_the_section_of_a_file_that_is_most_similar(
        self, container, first
    ):
        alike = passage("x", 1.0, memberships=(Membership("c", 0, name=container),))
        view = linked_view()
        view = replace(view, passages={**view.passages, "x": alike})
        ranked = TwoPassRanker().rank(view)
        assert ranked[0].passage.key == first
        assert ranked[0].score > ranked[1].score
        of_a_day = TwoPassRanker().rank(replace(view, days=(DayRange(1, 1),)))
        assert of_a_day[0].passage.key == "s"

    def test_two_hops_reach_what_one_does_not(self):
        """s - (first) - bridge - (second) - goal: the goal shares nothing with the question."""
        near = [passage(f"n{i}", 0.3 - i / 100, has_link_entity=True) for i in range(9)]
        view = view_of(
            passage("s", 0.9, has_link_entity=True),
            passage("bridge", 0.05, has_link_entity=True),
            passage("goal", 0.0, has_link_entity=True),
            *near,
            entities={
                "first": Entity("first", "First", df=2),
                "second": Entity("second", "Second", df=2),
            },
            mentions={"first": ("bridge", "s"), "second": ("bridge", "goal")},
            nearest=("s", *(item.key for item in near)),
        )
        two = [entry.passage.key for entry in TwoPassRanker().rank(view)]
        one = [entry.passage.key for entry in TwoPassRanker(max_hops=1).rank(view)]
        assert two.index("goal") <= 2
        assert one.index("goal") > 2
        assert "bridge" in {start.key for start in TwoPassRanker().first_ranking(view).starts}

    def test_one_hop_asks_for_no_second_pass(self):
        view = view_of(*[passage(f"p{i}", 0.5) for i in range(10)])
        assert TwoPassRanker(max_hops=1).first_ranking(view).starts == ()

    def test_a_memory_that_shares_a_rare_name_with_a_start_comes_right_after_it(self):
        others = [passage(f"n{i}", 0.4 - i / 100) for i in range(9)]
        view = view_of(
            passage("moorhen is in rack B7", 0.9),
            passage("new batteries for B7", 0.0),
            *others,
            entities={"token:b7": Entity("token:b7", "B7", type="token", df=2)},
            mentions={"token:b7": ("moorhen is in rack B7", "new batteries for B7")},
        )
        order = [entry.passage.key for entry in TwoPassRanker().rank(view)]
        assert order[:2] == ["moorhen is in rack B7", "new batteries for B7"]

    def test_each_result_says_why_it_is_there(self):
        entries = {
            entry.passage.key: entry
            for entry in TwoPassRanker().rank(replace(linked_view(), nearest=("s",)))
        }
        assert entries["s"].origin == "vector"
        assert entries["s"].hops == 0
        assert entries["a"].origin == "graph"
        assert entries["a"].hops == 1
        assert entries["a"].path == ("Rare",)
        assert entries["a"].score == pytest.approx(
            entries["a"].hybrid_score + entries["a"].graph_score
        )
