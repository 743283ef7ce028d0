"""How extraction links documents is measured on the graph that it makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from graphrag.bench.extraction.links import (
    desired_graph,
    entity_agreement,
    link_shares,
    measure_folder,
)
from graphrag.cli.app import app
from graphrag.errors import IngestError


def corpus(folder, *texts):
    lines = [json.dumps({"_id": f"d{n}", "text": text}) for n, text in enumerate(texts)]
    (folder / "corpus.jsonl").write_text("\n".join(lines))
    return desired_graph(folder)


def test_documents_are_linked_by_what_two_of_them_mention(tmp_path):
    graph = corpus(
        tmp_path, "We met Otto Falk.", "Otto Falk called Anna Lund.", "Anna Lund left.", "Rain."
    )
    shares = link_shares(graph, [["d0", "d1"], ["d0", "d2"], ["d0", "d3"]])
    assert shares.linked == 0.75
    assert shares.gold_linked == 1 / 3
    assert shares.gold_within_two_hops == 2 / 3


def test_what_the_user_does_links_nothing(tmp_path):
    graph = corpus(tmp_path, "The user prefers tea.", "The user prefers bread.")
    assert link_shares(graph).linked == 0


def test_entities_are_compared_with_those_of_another_extraction(tmp_path):
    graph = corpus(tmp_path, "We met Otto Falk and Anna Lund.")
    triples = tmp_path / "triples.jsonl"
    triples.write_text(json.dumps({"doc_id": "d0", "entities": ["Otto Falk", "tea", "Rome"]}))
    agreement = entity_agreement(graph, triples)
    assert (agreement.precision, agreement.recall) == (1 / 2, 1 / 3)


def test_the_id_of_a_document_may_be_a_number_there(tmp_path):
    (tmp_path / "corpus.jsonl").write_text(json.dumps({"_id": 7, "text": "We met Otto Falk."}))
    triples = tmp_path / "triples.jsonl"
    triples.write_text(json.dumps({"doc_id": 7, "entities": ["Otto Falk"]}))
    assert entity_agreement(desired_graph(tmp_path), triples).documents == 1


def write_question_set(folder: Path) -> None:
    corpus(folder, "We met Otto Falk.", "Otto Falk called Anna Lund.", "Anna Lund left.", "Rain.")
    (folder / "queries.jsonl").write_text(json.dumps({"_id": "q", "text": "Who left?"}))
    (folder / "qrels").mkdir()
    (folder / "qrels/test.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq\td0\t1\nq\td1\t1\nq\td3\t1\n"
    )
    line = {"doc_id": "d0", "entities": ["Otto Falk", "Rome"]}
    (folder / "triples.jsonl").write_text(json.dumps(line))


def test_the_benchmark_prints_the_shares_of_its_folders_and_of_the_sample(tmp_path):
    write_question_set(tmp_path)
    printed = CliRunner().invoke(app, ["bench", "--links", "--json", str(tmp_path)])
    of_folder, of_sample = json.loads(printed.stdout)
    assert (of_folder["folder"], of_folder["linked"]) == (tmp_path.name, 0.75)
    assert (of_folder["gold_pairs"], of_folder["gold_linked"]) == (3, 1 / 3)
    assert of_folder["agreement"] == {"documents": 1, "precision": 1.0, "recall": 0.5}
    assert of_sample["folder"] == "sample memory"
    assert of_sample["linked"] > 0.5


def test_the_benchmark_draws_the_shares_in_percent(tmp_path):
    write_question_set(tmp_path)
    printed = CliRunner().invoke(app, ["bench", "--links", str(tmp_path)], env={"COLUMNS": "80"})
    row = next(line for line in printed.stdout.splitlines() if "75.0" in line)
    assert row.replace("│", " ").split()[-6:] == ["75.0", "3", "33.3", "33.3", "100.0", "50.0"]


@pytest.mark.parametrize("mode", ["--links", "--extraction"])
def test_each_folder_is_measured_once_and_has_a_name_of_its_own(tmp_path, monkeypatch, mode):
    for folder in (tmp_path / "a/set", tmp_path / "b/set"):
        folder.mkdir(parents=True)
        write_question_set(folder)
        (folder / "facts.jsonl").write_text(json.dumps({"doc": "d0", "entities": ["Otto Falk"]}))

    def folders(*given: str) -> list[str]:
        printed = CliRunner().invoke(app, ["bench", mode, "--json", *given])
        return [report["folder"] for report in json.loads(printed.stdout)]

    monkeypatch.chdir(tmp_path / "a/set")
    assert folders(".", str(tmp_path / "a/set"))[0] == "set"
    two = [str(tmp_path / "a/set"), str(tmp_path / "b/set")]
    assert folders(*two, ".")[:-1] == two


@pytest.mark.parametrize("mode", ["--links", "--extraction"])
def test_gold_of_another_corpus_gives_no_figure(tmp_path, mode):
    write_question_set(tmp_path)
    (tmp_path / "facts.jsonl").write_text(json.dumps({"doc": "d0", "entities": ["Otto Falk"]}))
    (tmp_path / "qrels/test.tsv").write_text("q\td9\t1\n")
    failed = CliRunner().invoke(app, ["bench", mode, str(tmp_path)])
    assert failed.exit_code == 1


def test_a_table_alone_has_no_documents_to_link(tmp_path):
    (tmp_path / "table.csv").write_text("Otto Falk,owns,the boat\n")
    facts = {"facts": [["Otto Falk", "owns", "the boat"]]}
    question = {"_id": "q", "text": "Who owns the boat?", "metadata": facts}
    (tmp_path / "queries.jsonl").write_text(json.dumps(question))
    with pytest.raises(IngestError, match=r"no corpus\.jsonl"):
        measure_folder(tmp_path)
