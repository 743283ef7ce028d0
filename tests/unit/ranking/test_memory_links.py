"""Memory links: the names over which one short memory leads to another."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.model import Entity, GraphView, LinkStart, Passage
from graphrag.ranking.links.memory_links import MAX_NAME_DF, SECOND_HOP_SHARE, memory_links
from graphrag.ranking.ranker import Reached, Step

N = 99


def view_of(mentions, *entities: Entity) -> GraphView:
    keys = {key for of_entity in mentions.values() for key in of_entity}
    return GraphView(
        documents=N,
        passages={key: Passage(key=key, id=key, scope="s") for key in sorted(keys)},
        entities={entity.id: entity for entity in entities},
        mentions=mentions,
    )


def rarity(df: int) -> float:
    return math.log((N + 1) / df) / math.log((N + 1) / 2)


def test_a_start_leads_to_what_shares_a_rare_name_with_it():
    view = view_of({"e": ("other", "start")}, Entity("e", "B7", df=2))
    links = memory_links(view, 1.0, [LinkStart("start", 0.5)])
    assert links.scores == {"other": pytest.approx(0.5)}
    assert (links.hops, links.paths) == ({"other": 1}, {"other": (Step("B7", "e"),)})


def test_two_starts_that_share_a_name_lead_to_each_other():
    view = view_of({"e": ("a", "b")}, Entity("e", "B7", df=2))
    links = memory_links(view, 1.0, [LinkStart("a", 1.0), LinkStart("b", 0.4)])
    assert links.scores == {"a": pytest.approx(0.4), "b": pytest.approx(1.0)}


def test_the_more_memories_share_a_name_the_less_it_says():
    view = view_of({"e": ("a", "b", "c", "start")}, Entity("e", "Malte", df=4))
    links = memory_links(view, 1.0, [LinkStart("start", 1.0)])
    assert links.scores["a"] == pytest.approx(rarity(4) / math.sqrt(3))


@pytest.mark.parametrize(
    "entity",
    [
        Entity("e", "Malte", df=MAX_NAME_DF + 1),
        Entity("e", "the user", type="user", df=2),
        Entity("e", "dance studio", type="phrase", df=2),
        Entity("e", "Only", df=1),
    ],
    ids=["too common", "the user", "a phrase", "of one memory"],
)
def test_some_entities_lead_nowhere(entity):
    assert not memory_links(
        view_of({"e": ("a", "start")}, entity), 1.0, [LinkStart("start", 1)]
    ).scores


def test_among_many_memories_a_name_of_more_of_them_leads_on():
    common = Entity("e", "Malte", df=MAX_NAME_DF + 1)
    few = view_of({"e": ("a", "start")}, common)
    starts = [LinkStart("start", 1)]
    assert not memory_links(few, 1.0, starts).scores
    assert memory_links(replace(few, documents=400), 1.0, starts).scores
    in_every_tenth = replace(few, documents=400, entities={"e": replace(common, df=40)})
    assert not memory_links(in_every_tenth, 1.0, starts).scores


def test_passages_of_files_make_no_frequent_name_of_memories_rare():
    starts = [LinkStart("start", 1)]
    frequent = Entity("e", "Mia", df=60)
    memories = replace(view_of({"e": ("a", "start")}, frequent), documents=200)
    beside_files = replace(memories, documents=5200, in_files=5000)
    assert not memory_links(memories, 1.0, starts).scores
    assert not memory_links(beside_files, 1.0, starts).scores
    of_the_files = replace(frequent, in_files=50)
    assert memory_links(replace(beside_files, entities={"e": of_the_files}), 1.0, starts).scores


def test_a_name_of_the_question_leads_to_what_mentions_it_without_any_start():
    view = view_of({"e": ("a",)}, Entity("e", "Oriso", df=1, named=True))
    assert memory_links(view, 1.0, []).paths == {"a": (Step("Oriso", "e"),)}


def test_a_name_of_the_question_links_less_than_one_that_only_memories_have():
    mentions = {"e": ("a", "start"), "f": ("b", "start")}
    view = view_of(mentions, Entity("e", "Oriso", df=2, named=True), Entity("f", "B7", df=2))
    scores = memory_links(view, 1.0, [LinkStart("start", 1.0)]).scores
    assert 0 < scores["a"] < scores["b"] / 2


def test_a_link_from_the_second_pass_counts_less():
    view = view_of({"e": ("goal", "bridge")}, Entity("e", "gw-osprey", df=2))
    links = memory_links(view, 1.0, [LinkStart("start", 1)], [LinkStart("bridge", 1)])
    assert links.scores == {"goal": pytest.approx(SECOND_HOP_SHARE)}
    assert links.hops == {"goal": 2}


def test_without_a_weight_nothing_is_followed():
    view = view_of({"e": ("other", "start")}, Entity("e", "B7", df=2))
    assert memory_links(view, 0.0, [LinkStart("start", 1.0)]) == Reached()


@given(
    st.dictionaries(
        st.sampled_from("abcdef"), st.sets(st.sampled_from("12345"), min_size=1), max_size=6
    ),
    st.lists(st.sampled_from("12345"), unique=True, max_size=3),
)
def test_the_same_view_gives_the_same_links_and_none_without_a_way(mentions, starts):
    keys = {name: tuple(sorted(found)) for name, found in mentions.items()}
    entities = [Entity(name, name, df=len(found)) for name, found in keys.items()]
    view = view_of(keys, *entities)
    started = [LinkStart(key, 1.0) for key in starts]
    links = memory_links(view, 1.0, started)
    assert links == memory_links(view, 1.0, started)
    for key, (step,) in links.paths.items():
        assert key in keys[step.entity_id]
        assert set(keys[step.entity_id]) - {key} & set(starts)
    assert links.scores.keys() == links.hops.keys() == links.paths.keys()
