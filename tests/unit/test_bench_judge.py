"""What counts as gold in the prompt, as lost gold, and as gold that only the rival shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graphrag.bench.beir import Gold, Question
from graphrag.bench.judge import judged
from graphrag.bench.runner import Asked
from graphrag.model import Block, Passage, RankedPassage, Retrieval

TEXTS = {"a": "Ada owns the gateway.", "b": "Bo is on call.", "c": "Cy left.", "d": "Di stayed."}
GOLD = Gold({"q": frozenset({"a", "b"})})


def ranked(name: str) -> RankedPassage:
    passage = Passage(f"key-{name}", name, "scope", text=TEXTS[name])
    return RankedPassage(passage, 1.0, "vector", None, 0.0, 1.0, 0)


@pytest.fixture
def asked() -> Asked:
    """Recalled: a and c. The block adds b, the rival adds d."""
    recalled = {name: TEXTS[name] for name in ("a", "c")}
    without_block = "\n".join(recalled.values())
    block = Block("BLOCK " + TEXTS["b"], 60, shown={"key-b": TEXTS["b"]})
    return Asked(
        question=Question("q", "Who is on call for the gateway?"),
        vector_order=("a", "c", "d", "b"),
        recalled=recalled,
        retrieval=Retrieval(passages=tuple(map(ranked, "acb"))),
        block=block,
        rival=Block(TEXTS["d"], 50, shown={"d": TEXTS["d"]}),
        prompt=f"{without_block}\n{block.text}",
        prompt_without_block=without_block,
        turn_ms=1.0,
    )


def figures(asked: Asked, **changes: Any) -> dict[str, float]:
    return judged(replace(asked, **changes), GOLD, TEXTS)


def test_gold_is_counted_in_what_was_recalled_and_in_what_was_added(asked: Asked) -> None:
    row = figures(asked)
    assert (row["gold_in_prompt"], row["vector_gold_in_prompt"]) == (1.0, 0.5)
    assert (row["lost_gold"], row["below_further_vectors"]) == (0.0, 0.0)


def test_gold_that_the_prompt_had_without_the_block_and_has_no_more_is_lost(asked: Asked) -> None:
    assert figures(asked, prompt=f"{TEXTS['c']}\n{asked.block.text}")["lost_gold"] == 1.0


def test_gold_that_was_never_in_the_prompt_is_not_lost(asked: Asked) -> None:
    assert figures(asked, prompt=asked.prompt_without_block, block=Block())["lost_gold"] == 0.0


def test_gold_that_only_further_vectors_show_is_counted_against_the_block(asked: Asked) -> None:
    row = figures(asked, block=Block(), rival=Block(TEXTS["b"], 50, shown={"b": TEXTS["b"]}))
    assert (row["gold_in_prompt"], row["vector_gold_in_prompt"]) == (0.5, 1.0)
    assert row["below_further_vectors"] == 1.0
