"""One pass over the link entities, on a view small enough to work out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from graphrag.model import LinkStart
from graphrag.ranking.links.entity_links import entity_pass, link_entity_weights, reached_passages
from graphrag.ranking.links.idf import idf
from graphrag.ranking.links.pagerank import passage_pagerank
from graphrag.ranking.links.word_gain import WordGain

from ...support.graph_views import linked_view


class TestPageRank:
    def test_the_walk_stays_near_the_start(self):
        mentions = {"e1": ["start", "near"], "e2": ["near", "far"], "e3": ["other"]}
        ranks = passage_pagerank(mentions, {"start": 1.0}, {})
        assert ranks["start"] == 1.0
        assert ranks["start"] > ranks["near"] > ranks["far"] > 0
        assert ranks["other"] == 0.0

    def test_two_iterations_by_hand(self, monkeypatch):
        monkeypatch.setattr("graphrag.ranking.links.pagerank.ITERATIONS", 2)
        ranks = passage_pagerank({"e": ["a", "b"]}, {"a": 1.0}, {})
        a = 0.15 + 0.85 * 0.5 * (0.85 * 1.0)
        b = 0.85 * 0.5 * (0.85 * 1.0)
        assert ranks["b"] == pytest.approx(b / a)

    def test_nothing_to_start_from_gives_nothing(self):
        assert passage_pagerank({"e": ["a"]}, {}, {}) == {}
        assert passage_pagerank({}, {}, {}) == {}


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

    def test_the_strongest_link_counts_as_the_formula_says(self):
        view = replace(linked_view(), nearest=())
        found = entity_pass(view, self.starts, gain=WordGain(view))
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
        view = linked_view()
        assert "hub" not in entity_pass(view, self.starts, gain=WordGain(view)).weights

    def test_rarity_is_the_logarithm_of_the_share(self):
        assert idf(999, 10) == pytest.approx(math.log(100))
