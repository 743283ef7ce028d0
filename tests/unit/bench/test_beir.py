"""A folder with questions is read whole before anything is asked."""

import json
import os

import pytest

from graphrag.bench.beir import ANSWERABLE, NONE, read_gold
from graphrag.bench.check import check_folder
from graphrag.bench.question_set import load_question_set
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import IngestError
from graphrag.scopes import is_scope_name


def write_folder(folder, *, passage="Ada owns the gateway.", question="Who owns the gateway?"):
    lines = {"corpus": {"_id": "p1", "text": passage}, "queries": {"_id": "q1", "text": question}}
    for name, line in lines.items():
        (folder / f"{name}.jsonl").write_text(json.dumps(line))
    (folder / "qrels").mkdir()
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tp1\t1\n")
    return folder


def test_one_whose_lines_can_be_read_is_good(tmp_path):
    check_folder(write_folder(tmp_path))


def test_its_files_may_begin_with_the_mark_of_utf_8(tmp_path):
    folder = write_folder(tmp_path)
    for path in folder.glob("*.jsonl"):
        path.write_text(path.read_text(), encoding="utf-8-sig")
    check_folder(folder)


@pytest.mark.parametrize("question", [None, 7, ["Who?"], "", " "])
def test_a_question_that_is_no_text_is_named_with_its_line(tmp_path, question):
    with pytest.raises(IngestError, match=r"queries.jsonl:1: "):
        check_folder(write_folder(tmp_path, question=question))


@pytest.mark.parametrize("passage", [7, ["Ada"]])
def test_so_is_a_passage(tmp_path, passage):
    with pytest.raises(IngestError, match=r"corpus.jsonl:1: "):
        check_folder(write_folder(tmp_path, passage=passage))


HEADER = "query-id\tcorpus-id\tscore\n"


@pytest.mark.parametrize(("name", "identifier"), [("corpus", "p1"), ("queries", "q1")])
def test_an_id_that_occurs_twice_is_named(tmp_path, name, identifier):
    file = write_folder(tmp_path) / f"{name}.jsonl"
    line = file.read_text()
    others = "".join(line.replace(identifier, other) + "\n" for other in ("x2", "x3"))
    file.write_text(f"{others}{line}\n{line}\n{others}")
    with pytest.raises(IngestError, match=rf"{name}\.jsonl has the id '{identifier}' twice"):
        check_folder(tmp_path)


@pytest.mark.parametrize(
    "line", ["q1\tp1\t²", "q1\tp1\tnan", "q1\tp1", "q1 0 p1 1", "q1\t0\tp1\t1"]
)
def test_a_score_that_is_no_number_is_named_with_its_line(tmp_path, line):
    (write_folder(tmp_path) / "qrels/test.tsv").write_text(f"{HEADER}q1\tp1\t1\n\n{line}\n")
    with pytest.raises(IngestError, match=r"test\.tsv:4: "):
        check_folder(tmp_path)


def test_a_score_may_have_decimals(tmp_path):
    lines = "q1\tp1\t1.0\nq1\tp2\t0.0\nq1\tp3\t-1\n"
    (write_folder(tmp_path) / "qrels/test.tsv").write_text(HEADER + lines)
    check_folder(tmp_path)
    assert read_gold(tmp_path).passages == {"q1": {"p1"}}


@pytest.mark.parametrize("qrels", ["", HEADER, "q1 0 p1 1\n", f"{HEADER}q2\tp1\t1\n"])
def test_a_folder_without_a_question_to_ask_is_refused(tmp_path, qrels):
    (write_folder(tmp_path) / "qrels/test.tsv").write_text(qrels)
    with pytest.raises(IngestError, match="no question"):
        check_folder(tmp_path)


@pytest.mark.parametrize("name", ["answers", "stale"])
@pytest.mark.parametrize("value", ["p1", 7, [["p1"]]])
def test_what_is_no_list_of_words_is_named_with_its_line(tmp_path, name, value):
    folder = write_folder(tmp_path)
    question = {"_id": "q1", "text": "Who owns the gateway?", "metadata": {name: value}}
    (folder / "queries.jsonl").write_text(json.dumps(question))
    with pytest.raises(IngestError, match=r"queries\.jsonl:1: "):
        check_folder(folder)


@pytest.mark.parametrize("evidence", ["Ada", ["Ada"], [[]], [[["Ada"]]]])
def test_so_is_evidence_that_is_no_list_of_lists(tmp_path, evidence):
    folder = write_folder(tmp_path)
    line = {"query_id": "q1", "passage_id": "p1", "evidence": evidence}
    (folder / "evidence.jsonl").write_text(json.dumps(line))
    with pytest.raises(IngestError, match=r"evidence\.jsonl:1: "):
        check_folder(folder)


@pytest.mark.parametrize("title", [7, ["Gateway"]])
def test_so_is_a_title_that_is_no_text(tmp_path, title):
    folder = write_folder(tmp_path)
    passage = {"_id": "p1", "title": title, "text": "Ada owns the gateway."}
    (folder / "corpus.jsonl").write_text(json.dumps(passage))
    with pytest.raises(IngestError, match=r"corpus\.jsonl:1: "):
        check_folder(folder)


def write_question(folder, **metadata):
    question = {"_id": "q1", "text": "Who owns the gateway?", "metadata": metadata}
    (folder / "queries.jsonl").write_text(json.dumps(question))


def test_gold_of_another_corpus_is_named(tmp_path):
    gold = write_folder(tmp_path) / "qrels/test.tsv"
    gold.write_text(f"{gold.read_text()}q1\tp9\t1\n")
    with pytest.raises(IngestError, match=r"gold .* 'p9'"):
        check_folder(tmp_path)


def test_an_outdated_passage_of_no_corpus_is_named(tmp_path):
    write_question(write_folder(tmp_path), stale=["p1", "p9"])
    with pytest.raises(IngestError, match=r"outdated .* 'p9'"):
        check_folder(tmp_path)


def test_a_question_that_no_memory_helps_with_has_no_gold(tmp_path):
    write_question(write_folder(tmp_path), kind=NONE)
    with pytest.raises(IngestError, match=rf"'q1', .* {NONE}"):
        check_folder(tmp_path)


def test_no_kind_has_the_name_of_the_row_of_all_kinds(tmp_path):
    write_question(write_folder(tmp_path), kind=ANSWERABLE)
    with pytest.raises(IngestError, match=rf"'q1' .* {ANSWERABLE}"):
        check_folder(tmp_path)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({"_id": "p2", "title": "Gateway", "text": " "}, "no text"),
        ({"_id": "x" * 600, "text": "Ada."}, "no usable id"),
        ({"_id": None, "text": "Ada."}, "no usable id"),
    ],
)
def test_a_passage_that_no_graph_can_hold_is_named_with_its_line(tmp_path, line, what):
    corpus = write_folder(tmp_path) / "corpus.jsonl"
    corpus.write_text(f"{corpus.read_text()}\n\n{json.dumps(line)}\n")
    with pytest.raises(IngestError, match=rf"corpus\.jsonl:3: {what}"):
        check_folder(tmp_path)


def test_gold_may_begin_with_the_mark_of_utf_8(tmp_path):
    (write_folder(tmp_path) / "qrels/test.tsv").write_text("q1\tp1\t1\n", encoding="utf-8-sig")
    assert read_gold(tmp_path).passages == {"q1": {"p1"}}


def test_a_folder_whose_name_no_graph_can_hold_is_named(tmp_path):
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    with pytest.raises(IngestError, match=r"caf\\xe9 is not UTF-8"):
        check_folder(write_folder(folder))


@pytest.mark.parametrize("name", ["notes of May", "two\nlines", "two\u2028lines"])
def test_the_scope_of_a_folder_has_a_name_whatever_that_of_the_folder(tmp_path, name):
    (tmp_path / name).mkdir()
    loaded = load_question_set(write_folder(tmp_path / name), HashedEmbedder())
    assert is_scope_name(loaded.scope)
    assert name.isprintable() == (name in loaded.scope)


def test_evidence_of_a_passage_that_is_no_gold_is_named(tmp_path):
    folder = write_folder(tmp_path)
    (folder / "corpus.jsonl").write_text(
        "\n".join(json.dumps({"_id": key, "text": "Ada owns it."}) for key in ("p1", "p2"))
    )
    line = {"query_id": "q1", "passage_id": "p1", "evidence": [["Ada"]]}
    lines = [line, line | {"query_id": "of another part"}, line | {"passage_id": "p2"}]
    (folder / "evidence.jsonl").write_text("\n".join(map(json.dumps, lines[:2])))
    check_folder(folder)
    (folder / "evidence.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(IngestError, match=r"evidence of 'p2'"):
        check_folder(folder)
