"""What counts as gold in the prompt, as lost gold, and as gold that only the rival shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graphrag.bench.beir import NONE, CorpusPassage, Gold, Question
from graphrag.bench.judging.judge import judged
from graphrag.bench.runner import Asked
from graphrag.model import Block, Passage, RankedPassage, Retrieval
from graphrag.packing import block_text

TEXTS = {"a": "Ada owns the gateway.", "b": "Bo is on call.", "c": "Cy left.", "d": "Di stayed."}
GOLD = Gold({"q": frozenset({"a", "b"})})
TIMES = {"a": "2025-01-01", "b": "2025-02-01", "c": "2024-01-01", "d": "2024-02-01"}
PASSAGES = {name: CorpusPassage(name, "", TEXTS[name], TIMES[name]) for name in TEXTS}


def ranked(name: str) -> RankedPassage:
    passage = Passage(f"key-{name}", name, "scope", text=TEXTS[name])
    return RankedPassage(passage, 1.0, "vector", None, 0.0, 1.0, 0)


@pytest.fixture
def asked() -> Asked:
    """Recalled: a and c. The block adds b, the rival adds d."""
    recalled = {name: TEXTS[name] for name in ("a", "c")}
    without_block = "\n".join(recalled.values())
    block = Block(
        f"START\n[1] {TEXTS['b']}\nEND", 60, labels={"1": "b"}, shown={"key-b": TEXTS["b"]}
    )
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
    return judged(replace(asked, **changes), GOLD, PASSAGES)


def test_gold_is_counted_in_what_was_recalled_and_in_what_was_added(asked: Asked) -> None:
    row = figures(asked)
    assert (row["gold_in_prompt"], row["vector_gold_in_prompt"]) == (1.0, 0.5)
    assert (row["lost_gold"], row["below_further_vectors"]) == (0.0, 0.0)


def test_gold_is_shown_if_its_text_is_however_much_of_a_long_title(asked: Asked) -> None:
    title = "All that was said about the call of the night before the launch " * 4
    passages = PASSAGES | {"b": CorpusPassage("b", title.strip(), TEXTS["b"])}
    shown = {"key-b": block_text.titled_text(Passage("b", "b", "", title=title), TEXTS["b"])}
    row = judged(replace(asked, block=replace(asked.block, shown=shown)), GOLD, passages)
    assert row["gold_in_prompt"] == 1.0


def test_gold_that_the_prompt_had_without_the_block_and_has_no_more_is_lost(asked: Asked) -> None:
    assert figures(asked, prompt=f"{TEXTS['c']}\n{asked.block.text}")["lost_gold"] == 1.0


def test_gold_that_was_never_in_the_prompt_is_not_lost(asked: Asked) -> None:
    assert figures(asked, prompt=asked.prompt_without_block, block=Block())["lost_gold"] == 0.0


def test_gold_that_only_further_vectors_show_is_counted_against_the_block(asked: Asked) -> None:
    row = figures(asked, block=Block(), rival=Block(TEXTS["b"], 50, shown={"b": TEXTS["b"]}))
    assert (row["gold_in_prompt"], row["vector_gold_in_prompt"]) == (0.5, 1.0)
    assert row["below_further_vectors"] == 1.0


def test_the_memories_shown_besides_the_recalled_ones_are_counted_with_the_gold_among_them(
    asked: Asked,
) -> None:
    row = figures(asked)
    assert (row["shown"], row["shown_gold"]) == (1, 1)
    assert (row["vector_shown"], row["vector_shown_gold"]) == (1, 0)


def test_a_question_without_gold_has_the_figures_of_the_block_alone(asked: Asked) -> None:
    thanks = Question("thanks", "Thanks!", NONE)
    row = figures(asked, question=thanks, block=Block())
    assert row == {"silent": 1.0, "block_tokens": 0}
    assert figures(asked, question=thanks)["silent"] == 0.0


def outdated(asked: Asked, stale: str) -> tuple[float, float]:
    gold = replace(GOLD, stale={"q": frozenset({stale})})
    row = judged(asked, gold, PASSAGES)
    return row["outdated_in_block"], row["outdated_in_prompt"]


def test_an_outdated_memory_counts_where_it_is_shown(asked: Asked) -> None:
    assert outdated(asked, "b") == (1, 1)
    assert outdated(asked, "c") == (0, 1)
    assert outdated(asked, "d") == (0, 0)


@pytest.mark.parametrize("line", ["[1] (until 3 March) {}", "[1] {} (now: Di)", "[1] outdated: {}"])
def test_an_outdated_memory_that_the_block_marks_is_not_shown_as_current(
    asked: Asked, line: str
) -> None:
    marked = replace(asked.block, text=line.format(TEXTS["b"]))
    assert outdated(replace(asked, block=marked), "b") == (0, 0)
    of_recalled = replace(asked.block, text=line.format(TEXTS["c"]), labels={"1": "c"}, shown={})
    assert outdated(replace(asked, block=of_recalled), "c") == (0, 0)


def test_a_recalled_memory_is_outdated_if_another_is_called_newer(asked: Asked) -> None:
    def saying(line: str) -> Asked:
        return replace(asked, block=replace(asked.block, text=line))

    assert outdated(saying(f'[1] (newer than "Cy left…" above) {TEXTS["b"]}'), "c") == (0, 0)
    assert outdated(saying(f'[1] (newer than "Ada owns…" above) {TEXTS["b"]}'), "c") == (0, 1)
    assert outdated(saying(f'[1] (newer than "Cy left…" above) {TEXTS["b"]}'), "b") == (1, 1)


def test_a_recalled_memory_in_another_script_is_outdated_if_another_is_called_newer(
    asked: Asked,
) -> None:
    passages = PASSAGES | {"c": CorpusPassage("c", "", "Зубной врач Анны в Твери.")}
    gold = replace(GOLD, stale={"q": frozenset({"c"})})
    for quoted, current in (("Зубной врач Анны в Т…", 0), ("Зубной врач Бори…", 1)):
        block = replace(asked.block, text=f'[1] (newer than "{quoted}" above) {TEXTS["b"]}')
        row = judged(replace(asked, block=block), gold, passages)
        assert row["outdated_in_prompt"] == current


@pytest.mark.parametrize(
    "times",
    [
        {"a": "9:55 am on 22 October, 2023", "b": "1:56 pm on 8 May, 2024"},
        {"a": "2024-05-08T23:30:00+02:00", "b": "2024-05-08T22:30:00+00:00"},
        {"a": "2024-05-08T10:00:01", "b": "2024-05-08T10:00:02"},
        {"a": "", "b": "May 8, 2023"},
    ],
)
def test_the_newest_gold_memory_is_that_of_the_last_moment_however_it_is_written(
    asked: Asked, times: dict[str, str]
) -> None:
    gold = replace(GOLD, stale={"q": frozenset({"d"})})
    written = {key: replace(PASSAGES[key], timestamp=time) for key, time in times.items()}
    row = judged(replace(asked, block=Block()), gold, PASSAGES | written)
    assert row["newest"] == 0  # `a` is recalled, `b` is not shown


def test_the_newest_gold_memory_must_be_in_the_prompt(asked: Asked) -> None:
    gold = replace(GOLD, stale={"q": frozenset({"d"})})
    row = judged(asked, gold, PASSAGES)
    assert (row["newest"], row["vector_newest"]) == (1, 0)
