"""The parts of a score apart from links, on views small enough to work out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from graphrag.model import DayRange, Entity, Fact, GraphView, Membership
from graphrag.ranking.dates import date_scores
from graphrag.ranking.links.relations import related_passages
from graphrag.ranking.sessions import session_scores
from graphrag.ranking.similarity import base_scores, centred_question
from graphrag.ranking.strategies.two_pass import TwoPassRanker

from ...support.graph_views import passage, view_of


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
