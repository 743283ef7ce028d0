"""The benchmark asks every kind of question, recalls as the host does, and judges by kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from graphrag.bench.host_recall import DEFAULT_RECALL, HostRecall
from graphrag.bench.judging.judge import judge
from graphrag.bench.judging.report import as_json
from graphrag.bench.question_set import QuestionSet, load_question_set
from graphrag.bench.runner import Asked, ask_all
from graphrag.bench.set_graph import ingest_set
from graphrag.bench.turn import TurnTaker
from graphrag.config import Settings
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.packing.tokens import load_counter
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.store import GraphStore, StoreLimits
from graphrag.store.writer import GraphWriter

from ..support.neo4j_server import Neo4jServer
from ..support.stores import connection_to

MEMORIES = {
    "m1": ("2025-03-01", "The dentist of the user is Doctor Wenn in Emden."),
    "m2": ("2025-09-01", "The dentist of the user is now Doctor Falk in Leer."),
    "m3": ("2025-03-02", "The parcel labels come out of moorhen, in rack B7."),
    "m4": ("2025-03-03", "New batteries for B7 take twenty-two minutes."),
    "m5": ("2025-03-04", "The cat Wanda eats at seven."),
}
QUESTIONS = [
    ("q1", "Who is the dentist of the user?", {"kind": "update", "stale": ["m1"]}, ["m2"]),
    ("q2", "When does my cat Wanda eat, at seven?", {"kind": "plain", "stale": []}, ["m5"]),
    ("q3", "Where do the parcel labels come out?", {"kind": "two_hop"}, ["m3", "m4"]),
    ("q4", "thanks, that was great!", {"kind": "none"}, []),
    ("q5", "Which question has no gold here?", {"kind": "plain"}, []),
]


EVERYTHING = HostRecall(threshold=0.0)
NOTHING = HostRecall(limit=0)


@pytest.fixture(scope="module")
def store(neo4j_server: Neo4jServer) -> Iterator[GraphStore]:
    limits = StoreLimits(query_timeout_ms=30_000)
    with GraphStore(connection_to(neo4j_server), limits) as opened:
        yield opened


@pytest.fixture
def questions(writer: GraphWriter, scope: str, tmp_path: Path) -> QuestionSet:
    def write_lines(name: str, lines: list[str]) -> None:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("\n".join(lines))

    write_lines(
        "corpus.jsonl",
        [
            json.dumps({"_id": key, "title": "", "text": text, "metadata": {"timestamp": time}})
            for key, (time, text) in MEMORIES.items()
        ],
    )
    write_lines(
        "queries.jsonl",
        [
            json.dumps({"_id": key, "text": text, "metadata": metadata})
            for key, text, metadata, _ in QUESTIONS
        ],
    )
    rows = [f"{key}\t{right}\t1" for key, _, _, gold in QUESTIONS for right in gold]
    write_lines("qrels/test.tsv", ["query-id\tcorpus-id\tscore", *rows])
    embedder = HashedEmbedder()
    loaded = replace(load_question_set(tmp_path, embedder), scope=scope)
    ingest_set(writer, loaded, embedder)
    return loaded


def ask(
    questions: QuestionSet, store: GraphStore, recall: HostRecall = DEFAULT_RECALL
) -> dict[str, Asked]:
    taker = TurnTaker(HybridRetriever(store, Settings()), load_counter())
    found = ask_all(questions, store, taker, recall=recall)
    return {entry.question.id: entry for entry in found}


def rows(
    questions: QuestionSet, store: GraphStore, recall: HostRecall
) -> dict[str, dict[str, Any]]:
    asked = ask(questions, store, recall)
    report = as_json(judge(questions, list(asked.values()), "two_pass", "words"))
    return {row["kind"]: row for row in report["kinds"]}


def test_questions_that_no_memory_helps_with_are_asked_and_others_without_gold_are_not(
    questions: QuestionSet, store: GraphStore
) -> None:
    assert list(ask(questions, store)) == ["q1", "q2", "q3", "q4"]
    assert rows(questions, store, DEFAULT_RECALL)["none"]["silent"] == 1


def test_each_kind_has_its_row_and_all_with_gold_have_one(
    questions: QuestionSet, store: GraphStore
) -> None:
    by_kind = rows(questions, store, EVERYTHING)
    assert {kind: row["queries"] for kind, row in by_kind.items()} == {
        "update": 1,
        "plain": 1,
        "two_hop": 1,
        "answerable": 3,
        "none": 1,
    }
    assert by_kind["answerable"]["product"]["gold_in_prompt"] == 1.0
    assert set(by_kind["update"]["lift"]["newest"]) == {"mean", "low", "high"}
    assert by_kind["none"]["product"] == {}


def test_the_recall_of_the_host_is_what_is_similar_enough(
    questions: QuestionSet, store: GraphStore
) -> None:
    asked = ask(questions, store)
    for entry, vector in zip(asked.values(), questions.question_vectors, strict=True):
        cosines = dict(zip(MEMORIES, questions.vectors @ vector, strict=True))
        near = {key for key, cosine in cosines.items() if (1 + cosine) / 2 >= 0.7}
        assert entry.recalled.keys() == near
        assert len(entry.retrieval.recalled) == len(near)
    assert 0 < sum(len(entry.recalled) for entry in asked.values()) < len(asked) * len(MEMORIES)


def test_a_memory_that_is_not_recalled_may_be_shown_and_is_judged(
    questions: QuestionSet, store: GraphStore
) -> None:
    row = rows(questions, store, NOTHING)["plain"]
    assert row["product"]["gold_in_prompt"] == 1.0
    assert 0 < row["precision"] <= 1
    assert rows(questions, store, EVERYTHING)["plain"]["precision"] is None


def test_the_block_says_which_of_the_recalled_memories_is_outdated(
    questions: QuestionSet, store: GraphStore
) -> None:
    recalled = rows(questions, store, EVERYTHING)["update"]["product"]
    assert (recalled["outdated_in_block"], recalled["outdated_in_prompt"]) == (0.0, 0.0)


def test_the_rival_has_no_more_tokens_than_the_block(
    questions: QuestionSet, store: GraphStore
) -> None:
    for entry in ask(questions, store, NOTHING).values():
        assert entry.rival.tokens <= entry.block.tokens
    assert ask(questions, store)["q4"].rival.text == ""


def test_the_rival_is_the_nearest_memories_that_are_not_recalled(
    questions: QuestionSet, store: GraphStore
) -> None:
    shown = 0
    for entry in ask(questions, store, HostRecall(limit=1, threshold=0.0)).values():
        [recalled] = entry.recalled
        assert entry.vector_order[0] == recalled
        count = len(entry.rival.shown)
        assert tuple(entry.rival.shown) == entry.vector_order[1 : 1 + count]
        shown += count
    assert shown


def test_the_order_of_the_ranked_list_does_not_depend_on_the_threshold(
    questions: QuestionSet, store: GraphStore
) -> None:
    strict, free = ask(questions, store), ask(questions, store, EVERYTHING)
    for key, entry in strict.items():
        order = [item.passage.id for item in entry.retrieval.passages]
        assert order == [item.passage.id for item in free[key].retrieval.passages]
