"""On memories as an agent keeps them, a turn brings what is asked for, in few tokens, or nothing.

The bounds lie below what was measured (docs/BENCHMARKS.md): only a broken feature fails here.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from graphrag.bench.extraction.report import measure_extraction, pooled_extraction
from graphrag.bench.judging.judge import judge
from graphrag.bench.judging.report import as_json, pooled
from graphrag.bench.question_set import load_question_set
from graphrag.bench.runner import ask_all
from graphrag.bench.set_graph import ingest_set
from graphrag.bench.turn import TurnTaker
from graphrag.config import Settings
from graphrag.embedding.minilm_embedder import MiniLMEmbedder
from graphrag.packing.tokens import load_counter
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.store import GraphStore, StoreLimits
from graphrag.store.writer import GraphWriter

from ..support.graphs import fresh_scope
from ..support.neo4j_server import Neo4jServer
from ..support.stores import connection_to

SETS = sorted(path.parent for path in Path(__file__).parents[1].glob("agent_memory/*/corpus.jsonl"))
ASKED = ("farm", "practice")
EMAIL = (
    "Dear customer,\n\nthank you for your order. We have handed your parcel over to our delivery"
    " partner. You can follow its way online with the number below. Please note that the delivery"
    " may take up to three working days. If nobody is at home, the driver will leave a card, and"
    " you can pick the parcel up at the nearest shop from the next morning on. Returns are free of"
    " charge within thirty days. Our customer service is there for you on weekdays from eight to"
    " six.\n\nKind regards\nYour team\n\nThat's sorted. Something else: "
)
LONG = Path(__file__).parents[1] / "agent_memory_long/gyms"


@pytest.fixture(scope="module")
def store(neo4j_server: Neo4jServer) -> Iterator[GraphStore]:
    with GraphStore(connection_to(neo4j_server), StoreLimits(query_timeout_ms=30_000)) as opened:
        yield opened


@pytest.fixture(scope="module")
def report(store: GraphStore, writer: GraphWriter) -> dict[str, Any]:
    return asked_on([path for path in SETS if path.name in ASKED], store, writer)


@pytest.fixture(scope="module")
def of_long_memory(store: GraphStore, writer: GraphWriter) -> dict[str, Any]:
    return asked_on([LONG], store, writer)


@pytest.fixture(scope="module")
def below_an_email(
    store: GraphStore, writer: GraphWriter, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    [farm] = [path for path in SETS if path.name == "farm"]
    folder = tmp_path_factory.mktemp("email") / "farm"
    shutil.copytree(farm, folder)
    file = folder / "queries.jsonl"
    questions = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    below = [{**question, "text": EMAIL + question["text"]} for question in questions]
    file.write_text("".join(json.dumps(line) + "\n" for line in below), encoding="utf-8")
    return asked_on([folder], store, writer)


def asked_on(folders: list[Path], store: GraphStore, writer: GraphWriter) -> dict[str, Any]:
    settings = Settings()
    embedder, counter, results = MiniLMEmbedder(), load_counter(), []
    for folder in folders:
        with fresh_scope(writer) as scope:
            questions = replace(load_question_set(folder, embedder), scope=scope)
            ingest_set(writer, questions, embedder)
            taker = TurnTaker(HybridRetriever(store, settings), counter)
            asked = ask_all(questions, store, taker)
            results.append(judge(questions, asked, "two_pass", counter.name))
    return as_json(pooled(results))


def kind(report: dict[str, Any], name: str) -> dict[str, Any]:
    [row] = [row for row in report["kinds"] if row["kind"] == name]
    return row


def test_the_prompt_holds_what_is_asked_for_in_few_tokens(report):
    assert report["product"]["gold_in_prompt"] > 0.8
    assert report["product"]["gold_in_prompt"] > report["vector"]["gold_in_prompt"] + 0.1
    assert report["block_tokens"] < 350  # an estimate counts more than the real tokens
    assert report["questions_that_lost_gold"] == 0


def test_a_fact_two_links_away_is_found(report):
    assert kind(report, "two_hop")["product"]["all_gold_in_prompt"] > 0.9


def test_below_an_email_most_of_what_is_asked_for_is_found_too(below_an_email):
    assert below_an_email["product"]["gold_in_prompt"] > 0.74  # all counting alike: 0.68


def test_in_a_long_memory_most_facts_behind_a_name_of_many_memories_are_found(of_long_memory):
    row = kind(of_long_memory, "two_hop")
    assert row["product"]["all_gold_in_prompt"] > 0.5
    assert row["product"]["all_gold_in_prompt"] > row["vector"]["all_gold_in_prompt"] + 0.2


def test_most_messages_that_need_no_memory_get_no_block(report):
    row = kind(report, "none")
    assert row["silent"] / row["queries"] > 0.8


def test_few_outdated_memories_are_shown_as_if_they_held(report):
    assert kind(report, "update")["product"]["outdated_in_block"] < 0.2


def test_most_names_are_found_and_right_and_most_facts_are_right():
    score = pooled_extraction([measure_extraction(folder) for folder in SETS]).score
    assert score.entities.precision > 0.88
    assert score.entities.recall > 0.88
    assert score.facts.precision > 0.8
