"""How extraction links documents is measured on the graph that it makes."""

from __future__ import annotations

import json

from graphrag.bench.links import desired_graph, entity_agreement, link_shares


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
