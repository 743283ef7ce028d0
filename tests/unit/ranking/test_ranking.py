"""What holds for every ranking strategy, whatever the view."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag.config import STRATEGIES, Settings
from graphrag.model import DayRange, Entity, GraphView, Membership
from graphrag.ranking import make_ranker

from ...support.graph_views import fact, passage


def ranker(strategy: str):
    return make_ranker(Settings(graphrag_strategy=strategy))


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
    first = ranker(strategy).first_ranking(view)
    assert first.starts == ranker(strategy).second_starts(view)
    assert all(start.key in view.passages and 0 <= start.weight <= 1 for start in first.starts)
    assert len(first.order) == len(set(first.order))
    assert set(first.order) <= set(view.passages)


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
