"""The sample memory, as the demonstration and the README use it, put into the graph by the sync."""

from __future__ import annotations

import numpy as np
import pytest

from graphrag.embedding import Embedder, HashedEmbedder, make_embedder
from graphrag.sample.loader import SAMPLE_ANSWER, SAMPLE_LINK, SAMPLE_QUESTION, sample_documents

from ..support.graphs import ask, counted, entities, scope_row
from ..support.sample import sync_sample

COUNT = len(sample_documents())


def test_loading_it_twice_changes_nothing(writer, scope):
    assert sync_sample(writer, scope, HashedEmbedder()).changes.added == COUNT
    before, revision = dict(writer.totals), scope_row(writer, scope)["revision"]
    again = sync_sample(writer, scope, HashedEmbedder())
    assert not again.changes.any
    assert dict(writer.totals) == before
    assert scope_row(writer, scope)["revision"] == revision


def test_its_figures_are_true(writer, scope):
    sync_sample(writer, scope, HashedEmbedder())
    assert entities(writer, scope) == counted(writer, scope)
    row = scope_row(writer, scope)
    assert row["documents"] == COUNT
    assert len(row["mean"]) == 384
    assert 0 < np.linalg.norm(row["mean"]) < 1


@pytest.mark.parametrize(
    "embedder", [make_embedder("minilm"), HashedEmbedder()], ids=lambda embedder: embedder.name
)
def test_similarity_does_not_recall_the_answer_of_its_question(embedder: Embedder):
    documents = sample_documents()
    vectors = embedder.embed([document.text for document in documents])
    order = np.argsort(-(vectors @ embedder.embed([SAMPLE_QUESTION])[0]))
    best = [documents[place].text for place in order[:12]]
    assert not any(SAMPLE_ANSWER in text for text in best)


def test_the_answer_shares_a_name_with_what_similarity_finds(writer, scope):
    sync_sample(writer, scope, HashedEmbedder())
    rows = ask(
        writer,
        "MATCH (e:Entity {scope: $scope})<-[:MENTIONS]-(d:Document) "
        "WHERE toLower(e.name) = $link RETURN DISTINCT d.text AS text ORDER BY text",
        scope=scope,
        link=SAMPLE_LINK,
    )
    incident, answer = [row["text"] for row in rows]
    assert "Card payments failed" in incident
    assert SAMPLE_ANSWER in answer


def test_memories_formed_one_after_another_make_a_session(writer, scope):
    sync_sample(writer, scope, HashedEmbedder())
    rows = ask(
        writer,
        "MATCH (c:Document {scope: $scope, area: 'session'})-[r:CONTAINS]->(d:Document) "
        "WITH c, d, r ORDER BY r.pos RETURN c.id AS session, collect(d.id) AS members",
        scope=scope,
    )
    members = {row["session"]: row["members"] for row in rows}
    assert members["session:sample-014"] == ["sample-014", "sample-015"]
