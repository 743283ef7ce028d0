"""A folder may hold a table of facts; its questions name those that answer."""

import json

import pytest

from graphrag.bench.beir import NONE, read_gold, read_questions
from graphrag.bench.check import check_folder
from graphrag.bench.question_set import load_question_set
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import IngestError

OWNED = ["checkout-api", "is owned by", "Falcon"]


def write_folder(folder, *, table="checkout-api,is owned by,Falcon\n", facts=(OWNED,)):
    lines = [
        {"_id": "q1", "text": "Who owns checkout-api?", "metadata": {"facts": facts}},
        {"_id": "q2", "text": "Thanks!", "metadata": {"kind": NONE, "facts": []}},
        {"_id": "q3", "text": "Which question has no gold?", "metadata": {"facts": []}},
    ]
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, lines)))
    if table is not None:
        (folder / "table.csv").write_text(table)
    return folder


def test_it_needs_no_passages_and_those_with_facts_are_asked(tmp_path):
    check_folder(write_folder(tmp_path))
    assert [question.id for question in read_questions(tmp_path)] == ["q1", "q2"]
    assert read_gold(tmp_path).questions == {"q1"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("table.csv", "subject,predicate,object\nCheckout API,Is Owned By,falcon\n"),
        ("table.csv", "checkout-api;is owned by;Falcon\n"),
        ("table.tsv", "checkout-api\tis owned by\tFalcon\n"),
        ("table.jsonl", '["checkout-api", "is owned by", "Falcon"]\n'),
        ("table.jsonl", json.dumps(dict(zip(("head", "relation", "tail"), OWNED, strict=True)))),
    ],
)
def test_facts_are_found_in_it_as_an_ingest_reads_it(tmp_path, name, text):
    (write_folder(tmp_path, table=None) / name).write_text(text)
    check_folder(tmp_path)


def test_a_fact_that_it_does_not_have_is_named(tmp_path):
    with pytest.raises(IngestError, match=r"checkout api \| is owned by \| falcon"):
        check_folder(write_folder(tmp_path, table="checkout-api,is owned by,Osprey\n"))


def test_so_is_a_fact_of_a_folder_without_a_table(tmp_path):
    folder = write_folder(tmp_path, table=None)
    (folder / "corpus.jsonl").write_text('{"_id": "p1", "text": "Falcon owns it."}')
    (folder / "qrels").mkdir()
    (folder / "qrels/test.tsv").write_text("q1\tp1\t1\n")
    with pytest.raises(IngestError, match=r"no table\.csv or .* is owned by"):
        check_folder(folder)


def test_a_line_of_it_that_cannot_be_used_is_named(tmp_path):
    table = "checkout-api,is owned by,Falcon\ncheckout-api,,Falcon\n"
    with pytest.raises(IngestError, match=r"table\.csv:2: no predicate"):
        check_folder(write_folder(tmp_path, table=table))


@pytest.mark.parametrize("facts", ["abc", [OWNED[:2]], [[*OWNED, "x"]], [{"entity": "Falcon"}], 7])
def test_a_fact_that_is_no_triple_is_named_with_its_line(tmp_path, facts):
    with pytest.raises(IngestError, match=r"queries\.jsonl:1: "):
        check_folder(write_folder(tmp_path, facts=facts))


def test_another_table_or_another_format_of_it_has_another_scope(tmp_path):
    def scope():
        return load_question_set(tmp_path, HashedEmbedder()).scope

    write_folder(tmp_path)
    first = scope()
    (tmp_path / "table.csv").rename(tmp_path / "table.tsv")
    renamed = scope()
    (tmp_path / "table.tsv").write_text("checkout-api\tis owned by\tOsprey\n")
    assert len({first, renamed, scope()}) == 3
