"""All vectors of a scope come from one embedder, whichever of its inputs is ingested again."""

from __future__ import annotations

import pytest

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import IngestError
from graphrag.graph.ingest import ingest_paths

from ..support.graphs import ask, write_lines

VECTORS = (
    "MATCH (n {scope: $scope}) WHERE n.embedding IS NOT NULL RETURN n.key AS key, n.embedding AS v"
)
EMBEDDER = "MATCH (g:GraphScope {scope: $scope}) RETURN g.embedder AS embedder"


class Mirrored(HashedEmbedder):
    """Another embedder of the same dimension: the hashed one, turned round."""

    name = "mirrored"

    def embed(self, texts):
        return -super().embed(texts)


def vectors(writer, scope) -> dict[str, list[float]]:
    """Return all vectors of documents and of entities, by key."""
    return {row["key"]: row["v"] for row in ask(writer, VECTORS, scope=scope)}


def embedder_of(writer, scope) -> str:
    """Return the name of the embedder that a scope remembers."""
    [row] = ask(writer, EMBEDDER, scope=scope)
    return row["embedder"]


@pytest.fixture
def notes(tmp_path):
    """Two folders and a file of records, of which each speaks of the same name."""
    for name in ("docs", "notes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(f"Ada Two wrote the {name} in Turin.")
    record = {"doc_id": "1", "text": "Ada Two lives in Turin.", "entities": ["Ada Two"]}
    write_lines(tmp_path / "records.jsonl", record)
    return tmp_path


@pytest.mark.parametrize(
    ("again", "other"),
    [("docs", "notes"), ("docs", "records.jsonl"), ("records.jsonl", "notes")],
)
def test_one_input_of_several_does_not_change_the_embedder(writer, scope, notes, again, other):
    ingest_paths(writer, [notes / again, notes / other], scope, HashedEmbedder(16))
    before = vectors(writer, scope)
    with pytest.raises(IngestError, match="hashed-ngrams"):
        ingest_paths(writer, [notes / again], scope, Mirrored(16))
    assert vectors(writer, scope) == before
    assert embedder_of(writer, scope) == "hashed-ngrams"


@pytest.mark.parametrize("path", ["docs", "records.jsonl"])
def test_a_new_embedder_makes_the_vectors_of_names_too(writer, scope, notes, path):
    (notes / "docs/b.md").write_text("Ada Two met Ben Two in Turin.")
    second = {"doc_id": "2", "text": "Ada Two owns a boat.", "entities": ["Ada Two"]}
    record = {"doc_id": "1", "text": "Ada Two lives in Turin.", "entities": ["Ada Two"]}
    write_lines(notes / "records.jsonl", record, second)
    ingest_paths(writer, [notes / path], scope, HashedEmbedder(16))
    before = vectors(writer, scope)
    ingest_paths(writer, [notes / path], scope, Mirrored(16))
    after = vectors(writer, scope)
    assert len(before) > 2  # of two documents, and of the name in both
    assert after.keys() == before.keys()
    assert after == {key: pytest.approx([-x for x in v]) for key, v in before.items()}
    assert embedder_of(writer, scope) == "mirrored"


def test_the_embedder_changes_once_no_other_input_has_vectors(writer, scope, notes):
    ingest_paths(writer, [notes / "docs"], scope, HashedEmbedder(16))
    ingest_paths(writer, [notes / "notes"], scope)
    ingest_paths(writer, [notes / "docs"], scope, Mirrored(16))
    assert embedder_of(writer, scope) == "mirrored"
