"""Extraction is scored document by document, against the names and facts that a reader finds."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest
from typer.testing import CliRunner

from graphrag.bench.extraction.links import desired_graph
from graphrag.bench.extraction.report import measure_extraction
from graphrag.bench.extraction.score import GoldDocument, matches, score_extraction
from graphrag.cli.app import app
from graphrag.errors import IngestError
from graphrag.graph.desired import DesiredGraph, desired_document
from graphrag.graph.records import EntityRecord, Mention, SourceDocument
from graphrag.model import TOKEN_TYPE

from ...support.documented_json import documented_keys, printed_keys

TEXTS = {
    "m1": "checkout-api depends on ledger-db.",
    "m2": "We met Jonas Petersen in Emden.",
    "m3": "The Service Level Objective (SLO) holds. Jonas called kv-lodde.",
    "m4": "We moved kv-lodde.",
}


def spellings(*names: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(name.split()) for name in names)


def write_set(folder: Path, *facts: dict[str, object]) -> Path:
    lines = [json.dumps({"_id": key, "text": text}) for key, text in TEXTS.items()]
    (folder / "corpus.jsonl").write_text("\n".join(lines))
    question = {"_id": "q", "text": "Who called what we moved?", "metadata": {"kind": "two_hop"}}
    (folder / "queries.jsonl").write_text(json.dumps(question))
    (folder / "qrels").mkdir(exist_ok=True)
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq\tm3\t1\nq\tm4\t1\n")
    (folder / "facts.jsonl").write_text("\n".join(map(json.dumps, facts)))
    return folder


def score(folder: Path, *gold: GoldDocument):
    return score_extraction(desired_graph(write_set(folder)), gold)


def test_a_part_of_a_name_matches_the_whole_in_both_directions() -> None:
    jonas, full = spellings("jonas"), spellings("jonas petersen")
    assert matches(jonas, full, [jonas], [full])
    assert matches(full, jonas, [full], [jonas])
    assert not matches(spellings("peters"), full, [spellings("peters")], [full])


def test_a_part_that_two_names_have_matches_neither() -> None:
    jonas, gold = spellings("jonas"), [spellings("jonas petersen"), spellings("jonas akkermann")]
    assert not any(matches(jonas, other, [jonas], gold) for other in gold)


def test_an_entity_goes_by_its_aliases() -> None:
    both, short = spellings("service level objective", "slo"), spellings("slo")
    assert matches(both, short, [both], [short])


def test_names_are_scored_in_the_documents_that_a_reader_has_read(tmp_path: Path) -> None:
    names = score(tmp_path, GoldDocument("m2", ("Jonas Petersen", "Anna"), ())).entities
    assert (names.right, names.extracted, names.found, names.gold) == (1, 2, 1, 2)
    assert (names.wrong, names.missed) == ((("m2", "Emden"),), (("m2", "Anna"),))


def test_link_tokens_are_scored_apart_from_names() -> None:
    records = [
        EntityRecord(f"{TOKEN_TYPE}:b7", "B7", TOKEN_TYPE),
        EntityRecord("name:emden", "Emden"),
    ]
    mentions = [Mention(record.id) for record in records]
    item = desired_document("scope", SourceDocument("m", "B7 is in Emden."), mentions, [])
    entities = {record.id: record for record in records}
    graph = DesiredGraph("scope", "ingest", "unit", {item.key: item}, entities, {})
    scored = score_extraction(graph, [GoldDocument("m", ("B7", "Emden"), ())])
    assert (scored.tokens.extracted, scored.tokens.right, scored.tokens.found) == (1, 1, 1)
    assert (scored.entities.extracted, scored.entities.right, scored.entities.found) == (1, 1, 1)


@pytest.mark.parametrize(
    ("fact", "right"),
    [
        (("checkout-api", "needs", "ledger-db"), 1),
        (("ledger-db", "needs", "checkout-api"), 0),
        (("checkout-api", "depends on", "ledger"), 1),
        (("checkout-api", "depends on", "Emden"), 0),
    ],
)
def test_a_fact_is_right_if_its_ends_are_whatever_its_predicate(
    tmp_path: Path, fact: tuple[str, str, str], right: int
) -> None:
    facts = score(tmp_path, GoldDocument("m1", (), (fact,))).facts
    assert (facts.extracted, facts.right, facts.found) == (1, right, right)


def test_a_literal_is_right_only_if_it_is_equal(tmp_path: Path) -> None:
    goal = "Service Level Objective"
    equal = GoldDocument("m3", (), ((goal, "is for short", "SLO"),))
    longer = GoldDocument("m3", (), ((goal, "is for short", "SLO of 2026"),))
    assert score(tmp_path, equal).facts.right == 1
    assert score(tmp_path, longer).facts.right == 0


def test_two_hop_questions_count_whose_gold_memories_share_a_link(tmp_path: Path) -> None:
    report = measure_extraction(write_set(tmp_path, {"doc": "m1", "entities": [], "facts": []}))
    assert (report.two_hop, report.two_hop_linked) == (1, 1)


def test_the_benchmark_prints_the_scores_and_lists_what_differs(tmp_path: Path) -> None:
    line = {"doc": "m2", "entities": ["Jonas Petersen", "Anna"], "facts": []}
    folder = write_set(tmp_path, line)
    printed = CliRunner().invoke(app, ["bench", "--extraction", "--show", "--json", str(folder)])
    [report] = json.loads(printed.stdout)
    documented = documented_keys("bench", part=2)
    assert set(printed_keys([report], documented)) == documented
    assert report["entities"]["precision"] == report["entities"]["recall"] == 0.5
    assert report["entities"]["wrong"] == [{"document": "m2", "is": "Emden"}]
    copytree(folder, other := tmp_path / "other")
    words = CliRunner().invoke(
        app, ["bench", "--extraction", "--show", str(folder), str(other)], env={"COLUMNS": "80"}
    )
    assert "pooled" in words.stdout
    assert words.stdout.count("Emden") == 2


@pytest.mark.parametrize(("documents", "what"), [(["m1", "m9"], "m9"), (["m1", "m1"], "twice")])
def test_facts_of_no_document_or_of_one_twice_are_no_figure(tmp_path, documents, what):
    folder = write_set(tmp_path, *({"doc": one, "entities": [], "facts": []} for one in documents))
    with pytest.raises(IngestError, match=what):
        measure_extraction(folder)


def test_a_folder_without_facts_is_one_clear_line(tmp_path: Path) -> None:
    (write_set(tmp_path) / "facts.jsonl").unlink()
    failed = CliRunner().invoke(app, ["bench", "--extraction", str(tmp_path)])
    assert failed.exit_code == 1


@pytest.mark.parametrize(
    ("file", "content", "place"),
    [
        ("facts.jsonl", b'{"doc": "m1", "facts": [["a", "b"]]}', "facts.jsonl:1"),
        ("facts.jsonl", b'{"doc": "m1", "facts": ["abc"]}', "facts.jsonl:1"),
        ("facts.jsonl", b'{"doc": "m1", "entities": "Ada"}', "facts.jsonl:1"),
        ("facts.jsonl", b'{"entities": []}', "facts.jsonl:1"),
        ("facts.jsonl", b"[1]", "facts.jsonl:1"),
        ("facts.jsonl", b"\xff", "facts.jsonl"),
        ("queries.jsonl", b'{"text": "who?"}', "queries.jsonl:1"),
        ("queries.jsonl", b'{"_id": "q", "text": "who?", "metadata": [1]}', "queries.jsonl:1"),
        ("qrels/test.tsv", b"\xff", "test.tsv"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(tmp_path, file, content, place):
    write_set(tmp_path, {"doc": "m1", "entities": ["checkout-api"]})
    (tmp_path / file).write_bytes(content)
    with pytest.raises(IngestError, match=place):
        measure_extraction(tmp_path)
