"""The sample memory, as the demonstration and the README use it."""

from __future__ import annotations

import numpy as np

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.sample.loader import SAMPLE_ANSWER, SAMPLE_QUESTION, load_sample, sample_documents

from ..support.graphs import ask, counted, entities, facts, scope_row


def test_loading_it_twice_changes_nothing(writer, scope):
    assert load_sample(writer, scope, HashedEmbedder()).documents_added == 46
    before, revision = dict(writer.totals), scope_row(writer, scope)["revision"]
    again = load_sample(writer, scope, HashedEmbedder())
    assert not again.changed
    assert dict(writer.totals) == before
    assert scope_row(writer, scope)["revision"] == revision


def test_its_figures_are_true(writer, scope):
    load_sample(writer, scope, HashedEmbedder())
    assert entities(writer, scope) == counted(writer, scope)
    row = scope_row(writer, scope)
    assert row["documents"] == 46
    assert len(row["mean"]) == 384
    assert 0 < np.linalg.norm(row["mean"]) < 1


def test_a_name_has_the_type_that_a_relation_says(writer, scope):
    load_sample(writer, scope)
    found = entities(writer, scope)
    assert found["company:paylane"][0] == 3
    assert "name:paylane" not in found


def test_similarity_does_not_recall_the_answer_of_its_question():
    documents = sample_documents()
    embedder = HashedEmbedder()
    vectors = embedder.embed([document.text for document in documents])
    order = np.argsort(-(vectors @ embedder.embed([SAMPLE_QUESTION])[0]))
    best = [documents[place].text for place in order[:12]]
    assert not any(SAMPLE_ANSWER in text for text in best)


def test_the_answer_lies_two_hops_from_what_similarity_recalls(writer, scope):
    load_sample(writer, scope)
    found = facts(writer, scope)
    assert ("company:paylane", "is reached through", "service:gw osprey") in found
    assert ("person:tove brandt", "looks after", "service:gw osprey") in found
    [answer] = ask(
        writer,
        "MATCH (:Entity {scope: $scope, norm_name: 'gw osprey'})<-[:MENTIONS]-(d:Document) "
        "WHERE d.text CONTAINS $answer RETURN DISTINCT d.id AS id",
        scope=scope,
        answer=SAMPLE_ANSWER,
    )
    assert answer["id"] == "sample-022"


def test_memories_formed_one_after_another_make_a_session(writer, scope):
    load_sample(writer, scope)
    rows = ask(
        writer,
        "MATCH (c:Document {scope: $scope, area: 'session'})-[r:CONTAINS]->(d:Document) "
        "WITH c, d, r ORDER BY r.pos RETURN c.id AS session, collect(d.id) AS members",
        scope=scope,
    )
    members = {row["session"]: row["members"] for row in rows}
    assert members["session:sample-022"] == ["sample-022", "sample-023"]
