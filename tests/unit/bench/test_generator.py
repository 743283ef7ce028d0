"""The generated graph is the same each time, and is there whole or not at all."""

import json
import statistics
from collections import Counter
from xml.etree import ElementTree

import pytest

from graphrag.bench.perf.generator import VOCABULARY, generate
from graphrag.bench.perf.plot import stages_plot


def test_the_same_arguments_give_the_same_file(tmp_path):
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    written = generate(first, relations=200, dimension=4)
    generate(second, relations=200, dimension=4)
    assert first.read_bytes() == second.read_bytes()
    records = [json.loads(line) for line in first.read_text().splitlines()]
    assert written == sum(len(r["entities"]) + len(r["triples"]) for r in records)


def test_an_interrupted_file_leaves_nothing(tmp_path):
    def interrupt(done, total):
        raise KeyboardInterrupt

    path = tmp_path / "graph.jsonl"
    with pytest.raises(KeyboardInterrupt):
        generate(path, relations=200, progress=interrupt)
    assert list(tmp_path.iterdir()) == []


def test_few_words_are_in_most_texts_and_most_words_are_in_few(tmp_path):
    path = tmp_path / "graph.jsonl"
    generate(path, relations=5000, dimension=0)
    texts = [json.loads(line)["text"] for line in path.read_text().splitlines()]
    df = Counter(word for text in texts for word in set(text.split()) if word in VOCABULARY)
    assert len(df) > 1000
    assert max(df.values()) > 10 * statistics.median(df.values())


def test_the_plot_draws_each_stage_as_long_as_it_takes():
    timing = {
        "vectors": "process",
        "hub": True,
        "recall_ms": 0,
        "return_1_ms": {"p50": 2.0},
        "turn_ms": {"p50": 40.0},
        "stages_ms": {"pin": {"p50": 10.0}, "expand": {"p50": 20.0}, "pack": {"p50": 8.0}},
    }
    svg = ElementTree.fromstring(stages_plot([timing], "A turn"))
    bars = list(svg.iter("{http://www.w3.org/2000/svg}rect"))[1:]  # without the background
    widths = [float(bar.get("width")) for bar in bars]
    assert widths == pytest.approx([widths[0], 2 * widths[0], widths[0]], rel=0.01)
    assert "20.0 x, 40 ms" in [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
