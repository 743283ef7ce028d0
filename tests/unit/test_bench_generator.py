"""The generated graph is the same each time, and is there whole or not at all."""

import json

import pytest

from graphrag.bench.generator import generate


def test_the_same_arguments_give_the_same_file(tmp_path):
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    written = generate(first, relations=200, dimension=4)
    generate(second, relations=200, dimension=4)
    assert first.read_bytes() == second.read_bytes()
    records = [json.loads(line) for line in first.read_text().splitlines()]
    assert written == sum(len(r["entities"]) + len(r["triples"]) for r in records)


def test_an_interrupted_file_is_not_taken_for_a_whole_one(tmp_path):
    def interrupt(done, total):
        raise KeyboardInterrupt

    path = tmp_path / "graph.jsonl"
    with pytest.raises(KeyboardInterrupt):
        generate(path, relations=200, progress=interrupt)
    assert not path.exists()
