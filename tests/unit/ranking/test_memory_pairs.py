"""Memory pairs: memories that share a rare name and both fit the question somewhat."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.model import Entity, GraphView, Passage
from graphrag.ranking.links.memory_pairs import MAX_PAIR_DF, PAIRED_COUNT, memory_pairs
from graphrag.ranking.ranker import Reached, Step
from graphrag.ranking.strategies.two_pass import TwoPassRanker

N = 99


def view_of(mentions, *entities: Entity, **fits: float) -> tuple[GraphView, dict[str, float]]:
    view = GraphView(
        documents=N,
        passages={key: Passage(key, key, "s", centred=fit) for key, fit in fits.items()},
        entities={entity.id: entity for entity in entities},
        mentions=mentions,
    )
    return view, fits


def pairs_of(mentions, *entities: Entity, weight: float = 1.0, **fits: float) -> Reached:
    return memory_pairs(*view_of(mentions, *entities, **fits), weight)


def test_each_of_a_pair_gains_what_the_one_that_fits_less_has():
    found = pairs_of({"e": ("a", "b")}, Entity("e", "B7", df=2), a=0.5, b=0.2, c=0.9)
    assert found.scores == {"a": pytest.approx(0.2), "b": pytest.approx(0.2)}
    assert found.paths["b"] == (Step("B7", "e"),)


def test_of_three_each_is_paired_with_the_one_that_fits_best():
    found = pairs_of({"e": ("a", "b", "c")}, Entity("e", "B7", df=3), a=0.5, b=0.4, c=0.1)
    rarity = math.log((N + 1) / 3) / math.log((N + 1) / 2) / math.sqrt(2)
    assert found.scores == {
        "a": pytest.approx(0.4 * rarity),
        "b": pytest.approx(0.4 * rarity),
        "c": pytest.approx(0.1 * rarity),
    }


def test_of_several_names_the_strongest_pair_counts():
    mentions = {"e": ("a", "b"), "f": ("a", "c")}
    entities = Entity("e", "B7", df=2), Entity("f", "Maud", df=2)
    assert pairs_of(mentions, *entities, a=0.5, b=0.1, c=0.3).paths["a"] == (Step("Maud", "f"),)


@pytest.mark.parametrize(
    "entity",
    [
        Entity("e", "Malte", df=MAX_PAIR_DF + 1),
        Entity("e", "the user", type="user", df=2),
        Entity("e", "dance studio", type="phrase", df=2),
    ],
    ids=["too common", "the user", "a phrase"],
)
def test_some_names_make_no_pair(entity):
    assert not pairs_of({"e": ("a", "b")}, entity, a=0.5, b=0.4).scores


@pytest.mark.parametrize("fit", [0.0, -0.2])
def test_a_memory_that_does_not_fit_has_no_partner(fit):
    assert not pairs_of({"e": ("a", "b")}, Entity("e", "B7", df=2), a=0.5, b=fit).scores


def test_only_the_best_are_looked_at():
    better = {f"k{place}": 0.9 for place in range(PAIRED_COUNT - 1)}
    found = pairs_of({"e": ("a", "b")}, Entity("e", "B7", df=2), a=0.5, b=0.4, **better)
    assert not found.scores


def test_a_weight_of_nothing_finds_nothing():
    assert not pairs_of({"e": ("a", "b")}, Entity("e", "B7", df=2), weight=0, a=0.5, b=0.4).scores


def test_a_pair_is_ranked_before_a_memory_that_fits_as_well_and_has_no_partner():
    starts = {"start1": 0.9, "start2": 0.8, "start3": 0.7}
    view, _ = view_of(
        {"e": ("bridge", "z_answer")},
        Entity("e", "Sempere", df=2),
        **starts,
        bridge=0.3,
        alone=0.3,
        z_answer=0.3,
    )
    assert TwoPassRanker().rank(view)[-1].passage.key == "alone"


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1, 1), min_size=1),
    st.dictionaries(
        st.sampled_from("uvwxyz"), st.sets(st.sampled_from("abcdefgh"), min_size=1), max_size=6
    ),
)
def test_no_pair_gives_more_than_the_memory_itself_has(fits, sharing):
    entities = [Entity(name, name, df=max(2, len(keys))) for name, keys in sharing.items()]
    mentions = {name: tuple(sorted(keys & fits.keys())) for name, keys in sharing.items()}
    found = pairs_of(mentions, *entities, **fits)
    assert all(0 < score <= fits[key] + 1e-9 for key, score in found.scores.items())
    assert found.scores.keys() == found.paths.keys() == found.hops.keys()
