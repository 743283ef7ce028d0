"""The ranking strategies, on views small enough to work out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag.config import STRATEGIES, Settings
from graphrag.model import DayRange, Entity, Fact, GraphView, LinkStart, Membership
from graphrag.ranking import make_ranker
from graphrag.ranking.dates import date_scores
from graphrag.ranking.entity_links import entity_pass, link_entity_weights, reached_passages
from graphrag.ranking.idf import idf
from graphrag.ranking.link_starts import first_starts, second_starts
from graphrag.ranking.pagerank import passage_pagerank
from graphrag.ranking.relations import related_passages
from graphrag.ranking.sessions import session_scores
from graphrag.ranking.similarity import base_scores, centred_question
from graphrag.ranking.two_pass import TwoPassRanker, entity_share

from ..support.graph_views import fact, passage, view_of


def ranker(strategy: str):
    return make_ranker(Settings(graphrag_strategy=strategy))


class TestBase:
    def test_c_is_eight_parts_meaning_and_two_parts_words(self):
        scores = base_scores(view_of(passage("a", 0.5, bm25=3.0), passage("b", 0.4, bm25=6.0)))
        assert scores["a"] == pytest.approx(0.8 * 0.5 + 0.2 * 0.5)
        assert scores["b"] == pytest.approx(0.8 * 0.4 + 0.2)

    def test_without_words_or_vectors_c_is_still_a_number(self):
        assert base_scores(view_of(passage("a"))) == {"a": 0.0}
        assert base_scores(view_of()) == {}

    def test_centring_takes_off_what_all_documents_share(self):
        mean = np.array([0.5, 0.0])
        question = centred_question(np.array([1.0, 0.0]), mean)
        document = np.array([0.6, 0.8])
        assert question @ document == pytest.approx(0.6 - 0.6 * 0.3)
        assert centred_question(np.array([1.0, 0.0]), None)[0] == 1.0


class TestSessions:
    def members(self, *centred: float, ordered: bool = True) -> GraphView:
        others = [passage(f"x{i:02}", 0.1) for i in range(12)]
        session = [
            passage(f"m{i}", value, memberships=(Membership("s", i, ordered),))
            for i, value in enumerate(centred)
        ]
        return view_of(*session, *others)

    def test_neighbours_of_a_good_memory_gain_by_their_distance(self):
        view = self.members(0.0, 0.0, 0.9, 0.0, 0.0, 0.0)
        scores = session_scores(view, base_scores(view)).scores
        surplus = 0.8 * 0.9 - 0.8 * 0.1
        assert scores["m1"] == pytest.approx(0.5 * surplus)
        assert scores["m3"] == pytest.approx(0.5 * surplus)
        assert scores["m0"] == pytest.approx(0.3 * surplus)
        assert scores["m5"] == pytest.approx(0.15 * surplus)
        assert "m2" not in scores

    def test_where_the_order_is_not_that_of_writing_distance_does_not_count(self):
        view = self.members(0.0, 0.0, 0.9, 0.0, ordered=False)
        scores = session_scores(view, base_scores(view)).scores
        assert scores["m0"] == scores["m1"] == scores["m3"]
        assert scores["m0"] == pytest.approx(0.3 * 0.8 * (0.9 - 0.1))

    def test_with_fewer_than_eleven_documents_the_floor_is_zero(self):
        one = passage("a", 0.5, memberships=(Membership("s", 0),))
        other = passage("b", -0.2, memberships=(Membership("s", 1),))
        view = view_of(one, other)
        assert session_scores(view, base_scores(view)).scores == {"b": pytest.approx(0.5 * 0.4)}

    def test_negative_scores_pull_nobody_down(self):
        view = self.members(-0.5, -0.5)
        assert all(score >= 0 for score in session_scores(view, base_scores(view)).scores.values())


class TestRelations:
    """A chain api -> db -> node of facts; one passage speaks of each."""

    def view(self, source: str = "file", **more) -> GraphView:
        chain = [("api", "db", 8.0), ("db", "node", 5.0)]
        facts = tuple(
            Fact(
                f"f{start}",
                start,
                end,
                start,
                end,
                "DEPENDS_ON",
                "depends on",
                weight=weight,
                source=source,
            )
            for start, end, weight in chain
        )
        return view_of(
            *(passage(f"of {name}") for name in ("api", "db", "node")),
            entities={name: Entity(name, name, df=1) for name in ("api", "db", "node")},
            mentions={name: (f"of {name}",) for name in ("api", "db", "node")},
            facts=facts,
            documents=999,
            **more,
        )

    def test_the_passages_at_the_other_end_of_a_fact_are_reached_by_its_strength(self):
        related = related_passages(self.view(), ["api"], max_hops=2)
        assert related.scores["of db"] == pytest.approx(0.8)
        assert related.scores["of node"] == pytest.approx(0.5 / 2)
        assert related.hops == {"of db": 1, "of node": 2}
        assert {key: [step.name for step in path] for key, path in related.paths.items()} == {
            "of db": ["api", "db"],
            "of node": ["db", "node"],
        }

    def test_a_fact_leads_both_ways_and_never_back(self):
        related = related_passages(self.view(), ["node"], max_hops=2)
        assert related.hops == {"of db": 1, "of api": 2}

    def test_one_hop_is_one_fact(self):
        assert set(related_passages(self.view(), ["api"], max_hops=1).scores) == {"of db"}

    def test_an_entity_that_many_documents_mention_leads_nowhere(self):
        view = self.view()
        common = {**view.entities, "db": Entity("db", "db", df=61)}
        related = related_passages(replace(view, entities=common), ["api"], max_hops=2)
        assert set(related.scores) == {"of node"}

    def test_a_rare_entity_is_worth_more_than_a_common_one(self):
        view = self.view()
        common = {**view.entities, "db": Entity("db", "db", df=60)}
        related = related_passages(replace(view, entities=common), ["api"], max_hops=1)
        assert related.scores["of db"] < 0.8 * 0.5

    def test_the_default_ranking_follows_the_facts_of_what_the_message_names(self):
        view = self.view()
        named = {**view.entities, "api": replace(view.entities["api"], named=True)}
        listed = TwoPassRanker().rank(replace(view, entities=named))
        places = {entry.passage.key: entry for entry in listed}
        assert places["of db"].score > places["of node"].score > 0
        assert places["of db"].path == ("api", "db")
        unnamed = TwoPassRanker().rank(view)
        assert all(entry.score == 0 for entry in unnamed)


class TestDates:
    @pytest.mark.parametrize(
        ("day", "score"), [(100, 1.0), (101, 1.0), (107, 0.25), (93, 0.25), (109, 0.0)]
    )
    def test_a_named_day_scores_itself_and_the_week_around_it(self, day, score):
        view = view_of(passage("a", day=day), days=(DayRange(100, 101),))
        assert date_scores(view).scores.get("a", 0.0) == score

    def test_a_month_scores_half_and_nothing_around_it(self):
        view = view_of(
            passage("in", day=110), passage("near", day=99), days=(DayRange(100, 130, month=True),)
        )
        assert date_scores(view).scores == {"in": 0.5}

    def test_the_best_of_several_dates_counts(self):
        days = (DayRange(100, 130, month=True), DayRange(110, 110))
        assert date_scores(view_of(passage("a", day=110), days=days)).scores == {"a": 1.0}

    @pytest.mark.parametrize(
        ("words", "first"),
        [
            (("happened", "18", "november"), "of the day"),
            (("zwei", "wochen", "passiert"), "of the day"),
            (("boiler", "november"), "similar"),
        ],
    )
    def test_where_a_question_says_nothing_else_a_date_weighs_most(self, words, first):
        view = view_of(
            passage("of the day", day=100, centred=0.1),
            passage("similar", day=5, centred=0.6),
            days=(DayRange(100, 100),),
        )
        ranked = TwoPassRanker().rank(replace(view, words=words))
        assert ranked[0].passage.key == first


class TestPageRank:
    def test_the_walk_stays_near_the_start(self):
        mentions = {"e1": ["start", "near"], "e2": ["near", "far"], "e3": ["other"]}
        ranks = passage_pagerank(mentions, {"start": 1.0}, {})
        assert ranks["start"] == 1.0
        assert ranks["start"] > ranks["near"] > ranks["far"] > 0
        assert ranks["other"] == 0.0

    def test_two_iterations_by_hand(self, monkeypatch):
        monkeypatch.setattr("graphrag.ranking.pagerank.ITERATIONS", 2)
        ranks = passage_pagerank({"e": ["a", "b"]}, {"a": 1.0}, {})
        a = 0.15 + 0.85 * 0.5 * (0.85 * 1.0)
        b = 0.85 * 0.5 * (0.85 * 1.0)
        assert ranks["b"] == pytest.approx(b / a)

    def test_nothing_to_start_from_gives_nothing(self):
        assert passage_pagerank({"e": ["a"]}, {}, {}) == {}
        assert passage_pagerank({}, {}, {}) == {}


def linked_view(**more) -> GraphView:
    """Start s mentions rare and common; a shares rare with it, b common, c only a named one."""
    return view_of(
        passage("s", 0.9, has_link_entity=True),
        passage("a", 0.1, has_link_entity=True),
        passage("b", 0.1, has_link_entity=True),
        passage("c", 0.1, has_link_entity=True),
        entities={
            "rare": Entity("rare", "Rare", df=2),
            "common": Entity("common", "Common", df=40),
            "hub": Entity("hub", "Hub", df=61),
            "named": Entity("named", "Named", df=3, named=True),
        },
        mentions={
            "rare": ("a", "s"),
            "common": ("b", "s"),
            "hub": ("a", "b", "c", "s"),
            "named": ("c",),
        },
        nearest=("s", "a", "b", "c"),
        **more,
    )


class TestEntityLinks:
    starts = (LinkStart("s", 0.5),)

    def test_link_entities_are_rare_enough_and_shared_or_named(self):
        assert link_entity_weights(linked_view(), self.starts) == {
            "rare": 0.5,
            "common": 0.5,
            "named": 1.0,
        }

    def test_the_best_by_weight_and_rarity_are_kept_within_the_limit(self):
        assert list(link_entity_weights(linked_view(), self.starts, limit=2)) == ["named", "rare"]

    def test_entities_of_the_pass_before_take_no_further_room(self):
        chosen = link_entity_weights(linked_view(), self.starts, known=["common"], limit=2)
        assert set(chosen) == {"named", "common"}

    def test_passages_are_reached_over_rare_entities_first(self):
        view = linked_view()
        weights = link_entity_weights(view, self.starts)
        reached = reached_passages(view, self.starts, weights)
        assert reached == ["c", "a", "b"]
        assert reached_passages(view, self.starts, weights, limit=1) == ["c"]

    def test_the_strongest_link_counts_as_the_formula_says(self):
        view = replace(linked_view(), nearest=())
        found = entity_pass(view, self.starts)
        rank = passage_pagerank(
            {"rare": ["a", "s"], "common": ["b", "s"], "named": ["c"]},
            {"s": 0.5 * 0.5**2},
            {"named": 1 / 3},
        )
        link = 0.5 * math.log(1001 / 2) / math.log(1001)
        assert found.scores["a"] == pytest.approx(rank["a"] + 0.5 * link)
        assert found.scores["c"] == pytest.approx(rank["c"])
        assert found.over["a"] == "rare"

    def test_a_hub_leads_nowhere(self):
        assert "hub" not in entity_pass(linked_view(), self.starts).weights

    def test_rarity_is_the_logarithm_of_the_share(self):
        assert idf(999, 10) == pytest.approx(math.log(100))


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
        assert "bridge" in {start.key for start in TwoPassRanker().second_starts(view)}

    def test_one_hop_asks_for_no_second_pass(self):
        view = view_of(*[passage(f"p{i}", 0.5) for i in range(10)])
        assert TwoPassRanker(max_hops=1).second_starts(view) == ()

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


KEYS = [f"p{i}" for i in range(8)]
NAMES = [f"e{i}" for i in range(4)]


@st.composite
def views(draw) -> GraphView:
    keys = draw(st.lists(st.sampled_from(KEYS), unique=True))
    number = st.floats(-1, 1)
    passages = {
        key: passage(
            key,
            draw(number),
            bm25=draw(st.floats(0, 30)),
            day=draw(st.none() | st.integers(1, 400)),
            has_link_entity=draw(st.booleans()),
            memberships=tuple(
                Membership(draw(st.sampled_from("st")), draw(st.integers(0, 5)))
                for _ in range(draw(st.integers(0, 1)))
            ),
        )
        for key in keys
    }
    some = st.lists(st.sampled_from(keys), unique=True).map(tuple) if keys else st.just(())
    entities = {
        name: Entity(name, name, df=draw(st.integers(0, 80)), named=draw(st.booleans()))
        for name in draw(st.lists(st.sampled_from(NAMES), unique=True))
    }
    return GraphView(
        documents=draw(st.integers(0, 2000)),
        passages=passages,
        entities=entities,
        mentions={name: draw(some) for name in entities},
        facts=tuple(
            fact(
                str(i),
                draw(st.sampled_from(NAMES)),
                draw(st.sampled_from(NAMES)),
                documents=draw(some),
            )
            for i in range(draw(st.integers(0, 3)))
        ),
        recalled=draw(some),
        nearest=draw(some),
        days=draw(st.just(()) | st.just((DayRange(10, 12), DayRange(1, 31, month=True)))),
    )


@pytest.mark.parametrize("strategy", STRATEGIES)
@settings(max_examples=60, deadline=None)
@given(view=views())
def test_every_strategy_ranks_any_view(strategy, view):
    ranked = ranker(strategy).rank(view)
    keys = [entry.passage.key for entry in ranked]
    assert len(keys) == len(set(keys))
    assert set(view.recalled) <= set(keys) <= set(view.passages)
    assert all(math.isfinite(entry.score) for entry in ranked)
    assert [entry.score for entry in ranked] == sorted((e.score for e in ranked), reverse=True)
    starts = ranker(strategy).second_starts(view)
    assert all(start.key in view.passages and 0 <= start.weight <= 1 for start in starts)


@pytest.mark.parametrize("strategy", STRATEGIES)
@settings(max_examples=30, deadline=None)
@given(view=views(), data=st.data())
def test_the_order_does_not_depend_on_the_order_of_the_input(strategy, view, data):
    shuffled = replace(
        view,
        passages=dict(data.draw(st.permutations(list(view.passages.items())))),
        entities=dict(data.draw(st.permutations(list(view.entities.items())))),
    )
    one = [entry.passage.key for entry in ranker(strategy).rank(view)]
    other = [entry.passage.key for entry in ranker(strategy).rank(shuffled)]
    assert one == other


@settings(max_examples=60, deadline=None)
@given(view=views())
def test_an_empty_graph_gives_exactly_the_plain_results(view):
    bare = replace(
        view,
        passages={
            key: replace(item, memberships=(), has_link_entity=False)
            for key, item in view.passages.items()
        },
        entities={},
        mentions={},
        facts=(),
        days=(),
        nearest=tuple(view.passages),
    )
    plain = [entry.passage.key for entry in ranker("hybrid").rank(bare)]
    for strategy in ("two_pass", "queries"):
        assert [entry.passage.key for entry in ranker(strategy).rank(bare)] == plain
