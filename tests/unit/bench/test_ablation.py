"""Each rule that ``bench --ablate`` leaves out changes what a turn does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from graphrag.bench.ablation import QUERY_PARTS, AblatedRanker
from graphrag.bench.rules import RULES, without
from graphrag.bench.variants import ablations
from graphrag.config import Settings
from graphrag.model import (
    Entity,
    GraphView,
    Likeness,
    LinkStart,
    Passage,
    Query,
    RankedPassage,
    Retrieval,
)
from graphrag.packing.pack import pack
from graphrag.ranking.links.memory_links import memory_links
from graphrag.ranking.ranker import Ranker
from graphrag.ranking.strategies.two_pass import TwoPassRanker
from graphrag.text.query_words import full_text_query

LINKED = GraphView(
    documents=40,
    passages={
        key: Passage(key, key, "s", centred=centred, text=key)
        for key, centred in (("a", 0.9), ("b", 0.5), ("c", 0.4), ("d", 0.1), ("e", 0.2))
    },
    entities={"token:b7": Entity("token:b7", "B7", type="token", df=2)},
    mentions={"token:b7": ("a", "d")},
)
STARTS = (LinkStart("a", 1.0),)


TWO_PASS = TwoPassRanker()


def order(ranker: Ranker = TWO_PASS) -> list[str]:
    return [entry.passage.key for entry in ranker.rank(LINKED)]


def block(relevance: float, *scores: float) -> str:
    passages = tuple(
        RankedPassage(
            Passage(f"k{n}", f"m{n}", "s", text=f"memory {n}"), s, "vector", None, 0, s, 0
        )
        for n, s in enumerate(scores)
    )
    found = Retrieval(passages=passages, relevance=relevance)
    return pack(found, max_tokens=500, counter=len).text


def test_a_link_by_a_token_counts_until_links_or_tokens_are_left_out() -> None:
    assert order().index("d") < order().index("e")
    without_tokens = order(AblatedRanker(TWO_PASS, "link tokens"))
    assert without_tokens.index("d") > without_tokens.index("e")
    with without("memory links"):
        assert order().index("d") > order().index("e")


def test_the_second_hop_of_memory_links_can_be_left_out() -> None:
    assert "d" in memory_links(LINKED, 1.0, (), STARTS).scores
    with without("memory links of two hops"):
        assert "d" not in memory_links(LINKED, 1.0, (), STARTS).scores


def test_related_words_can_be_left_out() -> None:
    assert "antibiotic^0.7" in full_text_query(["drug"], related=["antibiotic"])
    with without("related words"):
        assert "antibiotic^0.0" in full_text_query(["drug"], related=["antibiotic"])


def test_pairs_can_be_left_out() -> None:
    pair = replace(LINKED, mentions={"token:b7": ("d", "e")})
    assert [entry.graph_score > 0 for entry in TWO_PASS.rank(pair)].count(True) == 2
    with without("memory pairs"):
        assert not any(entry.graph_score > 0 for entry in TWO_PASS.rank(pair))


def test_silence_can_be_left_out() -> None:
    assert not block(0.1, 0.9)
    with without("silence"):
        assert "memory 0" in block(0.1, 0.9)


def test_the_cut_of_length_can_be_left_out() -> None:
    scores = (0.9, 0.8, 0.7, 0.6, 0.5, 0.2)
    assert "memory 5" not in block(0.9, *scores)
    with without("length"):
        assert "memory 5" in block(0.9, *scores)


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_back_afterwards_whatever_happens(name: str) -> None:
    rule = RULES[name]
    usual = getattr(rule.module, rule.constant)

    def fail() -> None:
        with without(name):
            assert getattr(rule.module, rule.constant) == rule.off
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert getattr(rule.module, rule.constant) == usual


def test_each_rule_is_left_out_once() -> None:
    assert [variant.rule for variant in ablations() if variant.rule] == list(RULES)
    settings = Settings(graphrag_strategy="rrf")
    assert {v.settings(settings).graphrag_strategy for v in ablations()} == {"two_pass"}


def test_each_part_of_a_query_is_hidden_once() -> None:
    query = Query("Who?", ("s",), vector=np.ones(3), likeness=Likeness(0.1))
    hidden = [v.hide(query) for v in ablations() if v.name[len("without ") :] in QUERY_PARTS]
    assert [(changed.mean is None, changed.likeness) for changed in hidden] == [
        (False, Likeness(0.1)),
        (True, None),
    ]
