"""Documents that a program hands over: added, updated, removed, refused."""

from __future__ import annotations

from datetime import date

import pytest

from graphrag.embedding import HashedEmbedder
from graphrag.errors import IngestError
from graphrag.graph.ingest import Document, Progress, ingest_documents
from graphrag.graph.writing.forget import forget_document

from ..support.graphs import ask, facts

DOCUMENTS = [
    Document("api", "checkout-api depends on ledger-db.", title="checkout-api"),
    Document("rota", "Mara Lindqvist is on call for ledger-db.", timestamp="2025-03-01 09:30"),
    Document(
        "desk", "Mara Lindqvist sits at desk 4.", source="desks.md", timestamp=date(2025, 3, 2)
    ),
]


def stored(writer, scope) -> dict[str, dict]:
    text = "MATCH (d:Document {scope: $scope, area: 'passage'}) RETURN d {.*} AS d"
    return {row["d"]["id"]: row["d"] for row in ask(writer, text, scope=scope)}


def test_documents_become_a_graph_with_vectors(writer, scope):
    report = ingest_documents(writer, DOCUMENTS, scope, HashedEmbedder(16))
    assert report.documents_added == 3
    assert report.changed
    found = stored(writer, scope)
    assert set(found) == {"api", "rota", "desk"}
    assert all(len(document["embedding"]) == 16 for document in found.values())
    assert found["desk"]["source"] == "desks.md"
    assert found["rota"]["day"] == date(2025, 3, 1).toordinal()
    assert ("code:checkout api", "depends on", "code:ledger db") in facts(writer, scope)


def test_progress_is_reported_from_the_reading_of_the_first_document_on(writer, scope):
    steps: list[Progress] = []
    ingest_documents(writer, DOCUMENTS, scope, HashedEmbedder(16), progress=steps.append)
    assert list(dict.fromkeys(step.step for step in steps)) == [
        "documents read",
        "vectors",
        "documents",
        "names",
    ]
    last = [step for step in steps if step.step == "documents read"][-1]
    assert (last.done, last.total) == (3, 3)


def test_the_same_documents_again_change_nothing(writer, scope):
    ingest_documents(writer, DOCUMENTS, scope)
    report = ingest_documents(writer, iter(DOCUMENTS), scope)
    assert not report.changed
    assert report.unchanged_inputs == 1


def test_a_later_call_replaces_the_collection_and_no_other(writer, scope):
    ingest_documents(writer, DOCUMENTS[:1], scope, collection="services")
    ingest_documents(writer, DOCUMENTS[1:], scope, collection="people")
    moved = Document("desk", "Mara Lindqvist sits at desk 9.")
    report = ingest_documents(writer, [moved], scope, collection="people")
    assert (report.documents_changed, report.documents_removed) == (1, 1)
    assert {id: document["text"] for id, document in stored(writer, scope).items()} == {
        "api": DOCUMENTS[0].text,
        "desk": moved.text,
    }


def test_a_collection_can_be_forgotten_by_its_name(writer, scope):
    ingest_documents(writer, DOCUMENTS, scope, collection="people")
    forget_document(writer, scope, "people")
    assert not stored(writer, scope)


@pytest.mark.parametrize(
    ("documents", "named"),
    [
        ([], "no document"),
        ([Document("", "text")], "id"),
        ([Document("a", " \n")], "'a'"),
        ([Document("a", "one"), Document("a", "two")], "'a'"),
        ([Document("a", "one", timestamp="soon")], "soon"),
    ],
)
def test_documents_that_cannot_be_used_are_refused_before_anything_is_written(
    writer, scope, documents, named
):
    with pytest.raises(IngestError, match=named):
        ingest_documents(writer, documents, scope)
    assert not ask(writer, "MATCH (n {scope: $scope}) RETURN n", scope=scope)
