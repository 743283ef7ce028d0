"""A folder with questions is read whole before anything is asked."""

import json

import pytest

from graphrag.bench.beir import check_folder
from graphrag.errors import IngestError


def write_folder(folder, *, passage="Ada owns the gateway.", question="Who owns the gateway?"):
    lines = {"corpus": {"_id": "p1", "text": passage}, "queries": {"_id": "q1", "text": question}}
    for name, line in lines.items():
        (folder / f"{name}.jsonl").write_text(json.dumps(line))
    (folder / "qrels").mkdir()
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tp1\t1\n")
    return folder


def test_one_whose_lines_can_be_read_is_good(tmp_path):
    check_folder(write_folder(tmp_path))


@pytest.mark.parametrize("question", [None, 7, ["Who?"]])
def test_a_question_that_is_no_text_is_named_with_its_line(tmp_path, question):
    with pytest.raises(IngestError, match=r"queries.jsonl:1: "):
        check_folder(write_folder(tmp_path, question=question))


@pytest.mark.parametrize("passage", [7, ["Ada"]])
def test_so_is_a_passage(tmp_path, passage):
    with pytest.raises(IngestError, match=r"corpus.jsonl:1: "):
        check_folder(write_folder(tmp_path, passage=passage))
