"""How many facts a block tells, and how many of them answer."""

from __future__ import annotations

from typing import Any

from graphrag.bench.beir import Question
from graphrag.bench.judging.judge import FolderResult
from graphrag.bench.judging.plot import recall_plot
from graphrag.bench.judging.report import as_json
from graphrag.bench.judging.told_facts import figures_of_facts, judged_facts
from graphrag.bench.runner import Asked
from graphrag.model import Block, Fact, Retrieval

WANTED = frozenset({("checkout api", "depends on", "ledger db"), ("ledger db", "runs on", "gold")})


def fact(number: int, subject: str, predicate: str, object: str) -> Fact:
    return Fact(
        str(number), f"code:{subject}", f"name:{object}", subject, object, "RELATED_TO", predicate
    )


def asked(*told: str) -> Asked:
    """Found are two facts that answer and one that does not; told are those of these ids."""
    found = (
        fact(1, "checkout api", "Depends on", "ledger db"),
        fact(2, "ledger db", "runs on", "gold"),
        fact(3, "ledger db", "is owned by", "falcon"),
    )
    block = Block("START\nEND" if told else "", 9 * len(told), facts=told)
    return Asked(Question("q", "?"), (), {}, Retrieval(facts=found), block, Block(), "", "", 1.0)


def row(wanted: frozenset[Any], *told: str) -> dict[str, float]:
    entry = asked(*told)
    return {"silent": float(not told), "block_tokens": 9} | judged_facts(entry, wanted)


def test_a_fact_is_told_if_the_block_has_it_and_found_is_not_told() -> None:
    assert judged_facts(asked("1", "3"), WANTED) == {
        "facts_wanted": 2,
        "facts_found": 1,
        "facts_told": 2,
        "facts_right": 1,
    }


def test_shares_are_of_all_facts_that_answer_and_of_all_that_are_told() -> None:
    rows = [row(WANTED, "1", "2"), row(WANTED, "1", "3"), row(frozenset(), "3", "2")]
    assert figures_of_facts(rows) == {
        "questions": 2,
        "wanted": 4,
        "found": 3 / 4,
        "all_found": 1 / 2,
        "told": 2.0,
        "right": 3 / 6,
    }


def test_a_share_of_nothing_is_not_given() -> None:
    silent = figures_of_facts([row(frozenset())])
    assert silent == {
        "questions": 0,
        "wanted": 0,
        "found": None,
        "all_found": None,
        "told": 0.0,
        "right": None,
    }


def result(*rows: dict[str, float], kinds: tuple[str, ...]) -> FolderResult:
    count = len(rows)
    return FolderResult("set", "two_pass", 0, rows, (1.0,) * count, ({},) * count, kinds=kinds)


def test_questions_without_gold_passages_have_rows_of_their_kind_and_count_as_answerable() -> None:
    rows = row(WANTED, "1"), row(WANTED, "1", "2"), row(frozenset())
    report = as_json(result(*rows, kinds=("direct", "inverse", "none")))
    facts = {entry["kind"]: entry["facts"]["found"] for entry in report["kinds"]}
    assert facts == {"direct": 0.5, "inverse": 1.0, "answerable": 0.75, "none": None}
    assert (report["queries"], report["product"], report["facts"]["found"]) == (2, {}, 0.75)


def test_a_set_without_kinds_has_one_row_of_facts() -> None:
    report = as_json(result(row(WANTED, "1"), kinds=("",)))
    assert [entry["kind"] for entry in report["kinds"]] == ["answerable"]


def test_recall_is_drawn_for_sets_with_gold_passages_alone() -> None:
    of_table = as_json(result(row(WANTED, "1"), kinds=("direct",)))
    shares = {f"recall@{k}": 0.5 for k in (2, 5, 10)}
    of_passages = of_table | {"folder": "notes", "product": shares, "vector": shares}
    drawn = recall_plot([of_table, of_passages])
    assert "notes: two_pass" in drawn
    assert "set: two_pass" not in drawn
