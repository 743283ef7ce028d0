"""Bulk ingest: every format, the same input once, resumed after a kill, hostile lines counted."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest

from graphrag.bench.perf.generator import HUB, generate
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import IngestError, LostClaimError, UnreachableError
from graphrag.graph import schema
from graphrag.graph.cypher.documents import PRESENT_DOCUMENTS
from graphrag.graph.ingest import ingest_beir, ingest_paths
from graphrag.graph.ingest.record_files import batches
from graphrag.graph.stats import scope_stats
from graphrag.graph.writing.forget import forget_document, forget_scope
from graphrag.scopes import entity_vector_index, text_index

from ..support.dump import canonical_dump
from ..support.graphs import (
    ask,
    counted,
    entities,
    facts,
    fresh_scope,
    graph_writer,
    scope_row,
    write_lines,
)
from ..support.killing import run_and_kill
from ..support.neo4j_server import Neo4jServer
from .test_sync_kills import Failing

EMBEDDER = HashedEmbedder(16)


@pytest.fixture
def corpus(tmp_path) -> Path:
    memories = [
        ("m1", "Caroline met Melanie at the Pride Parade.", "1:56 pm on 8 May, 2023"),
        ("m2", "Melanie painted a sunrise.", "1:56 pm on 8 May, 2023"),
        ("m3", "Caroline and Melanie went to the Pride Parade.", "2:10 pm on 25 May, 2023"),
    ]
    write_lines(
        tmp_path / "corpus.jsonl",
        *[
            {"_id": i, "title": "", "text": text, "metadata": {"timestamp": when}}
            for i, text, when in memories
        ],
    )
    return tmp_path


def test_a_corpus_of_memories_has_sessions_and_days(writer, scope, corpus):
    report = ingest_beir(writer, corpus, scope, EMBEDDER)
    assert report.documents_added == 3
    assert entities(writer, scope) == counted(writer, scope)
    rows = ask(
        writer,
        "MATCH (:Document {scope: $scope, area: 'session'})-[r:CONTAINS]->(d) "
        "RETURN d.id AS id, r.pos AS pos, r.ordered AS ordered ORDER BY pos",
        scope=scope,
    )
    assert [(row["id"], row["ordered"]) for row in rows] == [("m1", True), ("m2", True)]
    row = scope_row(writer, scope)
    assert (row["documents"], row["last_day"] - row["first_day"]) == (3, 17)


def test_the_same_corpus_again_is_not_read(writer, scope, corpus):
    ingest_beir(writer, corpus, scope, EMBEDDER)
    totals = dict(writer.totals)
    report = ingest_beir(writer, corpus, scope, EMBEDDER)
    assert (report.unchanged_inputs, report.changed) == (1, False)
    assert dict(writer.totals) == totals


def test_a_changed_corpus_changes_what_differs(writer, scope, corpus):
    ingest_beir(writer, corpus, scope, EMBEDDER)
    lines = (corpus / "corpus.jsonl").read_text().splitlines()
    lines[1] = lines[1].replace("sunrise", "sunset")
    (corpus / "corpus.jsonl").write_text("\n".join(lines[:2]))
    report = ingest_beir(writer, corpus, scope, EMBEDDER)
    assert (report.documents_changed, report.documents_removed) >= (1, 1)
    rows = ask(
        writer,
        "MATCH (d:Document {scope: $scope}) WHERE d.text IS NOT NULL "
        "RETURN d.id AS id, d.text AS text ORDER BY id",
        scope=scope,
    )
    assert [row["id"] for row in rows] == ["m1", "m2"]
    assert "sunset" in rows[1]["text"]
    assert entities(writer, scope) == counted(writer, scope)


def test_full_text_finds_what_was_ingested(writer, scope, corpus):
    ingest_beir(writer, corpus, scope)
    rows = ask(
        writer,
        "CALL db.index.fulltext.queryNodes($index, 'painting') YIELD node RETURN node.id AS id",
        index=text_index(scope),
    )
    assert [row["id"] for row in rows] == ["m2"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "t.jsonl",
            '["Ada Two", "depends on", "Bob Three"]\n{"entity": "Ada Two", "aliases": '
            '["Countess"]}\n',
        ),
        ("t.csv", "Subject,Predicate,Object,Confidence\nAda Two,depends on,Bob Three,0.9\n"),
        ("t.tsv", "Ada Two\tdepends on\tBob Three\n"),
        (
            "t.openie.jsonl",
            '{"doc_id": "x", "text": "Ada Two depends on Bob Three.", '
            '"entities": ["Ada Two"], "triples": [["Ada Two", "depends on", "Bob Three"]]}\n',
        ),
    ],
)
def test_triples_are_read_from_every_format(writer, scope, tmp_path, name, content):
    (tmp_path / name).write_text(content)
    report = ingest_paths(writer, [tmp_path / name], scope)
    assert report.bad_lines == 0
    fact = facts(writer, scope)["name:ada two", "depends on", "name:bob three"]
    assert (fact["type"], fact["source"], fact["status"]) == ("DEPENDS_ON", "file", "staged")
    assert ingest_paths(writer, [tmp_path / name], scope).unchanged_inputs == 1


def test_an_alias_of_an_input_can_be_looked_up(writer, scope, tmp_path):
    path = write_lines(tmp_path / "a.jsonl", {"entity": "Ada Two", "aliases": ["The Countess"]})
    ingest_paths(writer, [path], scope)
    rows = ask(
        writer,
        "MATCH (a:EntityAlias {scope: $scope, norm: 'the countess'}) RETURN a.entity_id AS id",
        scope=scope,
    )
    assert rows == [{"id": "name:ada two"}]


def test_a_fact_that_two_documents_state_is_confirmed_and_survives_the_loss_of_one(
    writer, scope, tmp_path
):
    triple = [["Ada Two", "wrote", "Notes One"]]
    path = write_lines(
        tmp_path / "o.jsonl",
        {"doc_id": "x", "text": "One.", "entities": ["Ada Two"], "triples": triple},
        {"doc_id": "y", "text": "Two.", "entities": ["Ada Two"], "triples": triple},
    )
    ingest_paths(writer, [path], scope)
    fact = ("name:ada two", "wrote", "name:notes one")
    assert facts(writer, scope)[fact]["status"] == "confirmed"
    assert forget_document(writer, scope, "y").removed == 1
    assert facts(writer, scope)[fact]["status"] == "staged"
    assert entities(writer, scope) == counted(writer, scope)
    assert forget_document(writer, scope, "x").removed == 1
    assert entities(writer, scope) == {}
    assert forget_document(writer, scope, "x") is None


@pytest.mark.parametrize("documents_per_batch", [1, 500])
def test_what_is_said_of_a_document_later_counts_wherever_the_batches_end(
    writer, scope, tmp_path, monkeypatch, documents_per_batch
):
    monkeypatch.setattr(batches, "DOCUMENTS_PER_BATCH", documents_per_batch)
    path = write_lines(
        tmp_path / "o.jsonl",
        {"doc_id": "x", "text": "One.", "entities": ["Ada Two"]},
        {"doc_id": "x", "triples": [["Ada Two", "wrote", "Notes One"]]},
    )
    ingest_paths(SlowToCommit(writer), [path], scope)
    assert entities(writer, scope) == {"name:ada two": (1, 1), "name:notes one": (1, 1)}
    forget_document(writer, scope, "x")
    assert facts(writer, scope) == {}


class SlowToCommit:
    """A writer that looks up documents before it commits what came before, as a busy server may."""

    def __init__(self, writer):
        self._writer = writer
        self._looked_up = threading.Event()

    def __getattr__(self, name):
        return getattr(self._writer, name)

    def read(self, template, parameters):
        rows = self._writer.read(template, parameters)
        if template is PRESENT_DOCUMENTS:
            self._looked_up.set()
        return rows

    def transact(self, statements, **options):
        self._looked_up.wait(10)
        return self._writer.transact(statements, **options)


def test_an_ingest_with_vectors_that_was_interrupted_goes_on_with_them(writer, scope, corpus):
    ingest_beir(writer, corpus, scope)
    with pytest.raises(UnreachableError):
        ingest_beir(Failing(writer), corpus, scope, EMBEDDER)
    ingest_beir(writer, corpus, scope, EMBEDDER)
    rows = ask(
        writer,
        "MATCH (d:Document {scope: $scope}) WHERE d.text IS NOT NULL "
        "RETURN DISTINCT size(d.embedding) AS size",
        scope=scope,
    )
    assert rows == [{"size": 16}]


class Twice:
    """A writer whose every transaction is done twice, as after a commit that nobody heard of."""

    def __init__(self, writer):
        self._writer = writer

    def __getattr__(self, name):
        return getattr(self._writer, name)

    def transact(self, statements, **options):
        self._writer.transact(statements, **options)
        return self._writer.transact(statements, **options)


def test_a_batch_that_is_written_again_counts_nothing_twice(writer, scope, tmp_path, monkeypatch):
    monkeypatch.setattr(batches, "DOCUMENTS_PER_BATCH", 3)
    path = write_lines(
        tmp_path / "told.jsonl",
        *[
            {"doc_id": f"d{n % 8}", "text": f"Text {n}.", "entities": ["Hub", f"Name {n % 4}"]}
            for n in range(12)
        ],
    )
    ingest_paths(Twice(writer), [path], scope, EMBEDDER)
    assert entities(writer, scope) == counted(writer, scope)
    assert entities(writer, scope)["name:hub"] == (8, 8)


def test_a_new_version_of_a_file_of_triples_replaces_the_old_one(writer, scope, tmp_path):
    path = write_lines(tmp_path / "t.jsonl", ["Ada", "wrote", "Notes"], ["Ada", "met", "Charles"])
    ingest_paths(writer, [path], scope)
    write_lines(path, ["Ada", "wrote", "Notes"], ["Ada", "knew", "Mary"])
    ingest_paths(writer, [path], scope)
    assert set(facts(writer, scope)) == {
        ("name:ada", "wrote", "name:notes"),
        ("name:ada", "knew", "name:mary"),
    }
    assert "name:charles" not in entities(writer, scope)


def test_two_things_of_one_name_stay_apart_when_their_types_differ(writer, scope, tmp_path):
    path = write_lines(
        tmp_path / "t.jsonl",
        {"subject": "Jordan", "subject_type": "person", "predicate": "visited", "object": "Petra"},
        {"subject": "Petra", "predicate": "is in", "object": "Jordan", "object_type": "country"},
    )
    ingest_paths(writer, [path], scope)
    assert {"person:jordan", "country:jordan"} <= set(entities(writer, scope))


def test_a_folder_of_markdown_knows_its_files_and_headings(writer, scope, tmp_path):
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "a.md").write_text("# Routers\nRouter Alpha depends on Switch Beta.\n")
    (tmp_path / "b.md").write_text("Switch Beta stands in Rack Nine.\n\n# Power\nTwo feeds.\n")
    report = ingest_paths(writer, [tmp_path], scope)
    assert report.documents_added == 3
    rows = ask(
        writer,
        "MATCH (f:Document {scope: $scope, area: 'file'})-[r:CONTAINS]->(d) "
        "RETURN f.source AS file, d.title AS title ORDER BY file, r.pos",
        scope=scope,
    )
    assert [(row["file"], row["title"]) for row in rows] == [
        ("b.md", ""),
        ("b.md", "Power"),
        ("net/a.md", "Routers"),
    ]
    assert entities(writer, scope)["name:switch beta"] == (2, 2)
    (tmp_path / "b.md").unlink()
    assert ingest_paths(writer, [tmp_path], scope).documents_removed == 2
    assert entities(writer, scope)["name:switch beta"] == (1, 1)


def test_hostile_lines_are_counted_and_the_rest_is_ingested(writer, scope, tmp_path):
    path = tmp_path / "h.jsonl"
    deep = "[" * 100_000 + "]" * 100_000
    with path.open("wb") as file:
        file.write(b'["Ada One", "wrote", "Notes One"]\n')
        file.write(b'["x", "y", "' + b"z" * (50 * 1024 * 1024) + b'"]\n')
        file.write(b'["Nul\\u0000 Ada", "has \\u0000", "Null Byte"]\n')
        file.write(b'["bad \xff\xfe", "p", "o"]\n')
        file.write(deep.encode() + b"\n")
        file.write(b'["Ada One", "X]->() DETACH DELETE n //", "Drop Tables"]\n')
        file.write(b'["!!!", "wrote", "Notes One"]\n')
        file.write(b'["Sur \\ud800 rogate", "is", "Lone Half"]\n')
        aliases = [f"Alias {number}" for number in range(100_000)]
        file.write(json.dumps({"entity": "Ada One", "aliases": aliases}).encode() + b"\n")
        file.write(b"null\n")
        file.write(b'["Last One", "wrote", "Notes Two"]')
    report = ingest_paths(writer, [path], scope)
    assert [bad.line for bad in report.bad_line_examples] == [2, 4, 5, 7, 10]
    found = facts(writer, scope)
    assert len(found) == 5
    assert found["name:ada one", "X]->() DETACH DELETE n //", "name:drop tables"]["type"] == (
        "RELATED_TO"
    )
    assert ("name:last one", "wrote", "name:notes two") in found
    [row] = ask(
        writer,
        "MATCH (e:Entity {scope: $scope, id: 'name:ada one'}) RETURN size(e.aliases) AS n",
        scope=scope,
    )
    assert row["n"] == 20


@pytest.mark.parametrize(
    "returned", [np.zeros((1, 5)), np.full((1, 16), np.nan), np.zeros((0, 16))]
)
def test_an_embedder_that_returns_something_else_is_named(writer, scope, tmp_path, returned):
    class Broken(HashedEmbedder):
        def embed(self, texts):
            return returned

    (tmp_path / "a.md").write_text("The heron nests by the weir.")
    with pytest.raises(IngestError, match="16 finite numbers"):
        ingest_paths(writer, [tmp_path], scope, Broken(16))


@pytest.mark.parametrize("returned", [np.ones((1, 5)), np.full((1, 16), np.nan)])
def test_an_embedder_that_fails_for_the_names_alone_is_named_too(writer, scope, tmp_path, returned):
    class Broken(HashedEmbedder):
        def embed(self, texts):
            return returned if texts == ["Mara Lind"] else super().embed(texts)

    lines = [{"_id": "a", "text": "Mara Lind swims."}, {"_id": "b", "text": "I met Mara Lind."}]
    write_lines(tmp_path / "corpus.jsonl", *lines)
    with pytest.raises(IngestError, match="16 finite numbers"):
        ingest_paths(writer, [tmp_path], scope, Broken(16))


def test_strict_stops_with_file_and_line(writer, scope, tmp_path):
    path = write_lines(tmp_path / "s.jsonl", ["Ada", "wrote", "Notes"], ["nothing"])
    with pytest.raises(IngestError, match=r"s\.jsonl:2: "):
        ingest_paths(writer, [path], scope, strict=True)


def test_strict_looks_again_at_what_came_in_without_its_bad_lines(writer, scope, tmp_path):
    path = write_lines(tmp_path / "s.jsonl", ["Ada", "wrote", "Notes"], ["nothing"])
    assert ingest_paths(writer, [path], scope).bad_lines == 1
    assert ingest_paths(writer, [path], scope).unchanged_inputs == 1
    with pytest.raises(IngestError, match=r"s\.jsonl:2: "):
        ingest_paths(writer, [path], scope, strict=True)


def test_strict_writes_nothing_when_a_line_is_bad(writer, scope, tmp_path):
    good = write_lines(tmp_path / "a.jsonl", ["Ada", "wrote", "Notes"])
    bad = write_lines(tmp_path / "b.jsonl", ["Ada", "met", "Charles"], ["nothing"])
    with pytest.raises(IngestError, match=r"b\.jsonl:2: "):
        ingest_paths(writer, [good, bad], scope, strict=True)
    assert facts(writer, scope) == {}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("n.jsonl", "not JSON\n{}\n"),
        ("n.csv", "subject,predicate,object\n,,\n"),
        ("n.tsv", "one column\n"),
        ("n.openie.jsonl", '{"doc_id": "x", "entities": []}\n'),
        ("n.json", "\n\n"),
        ("n.ndjson", ""),
    ],
)
def test_a_file_of_which_no_line_can_be_used_is_an_error_and_leaves_no_trace(
    writer, scope, tmp_path, name, content
):
    (tmp_path / name).write_text(content)
    for path in (tmp_path / name, tmp_path):
        with pytest.raises(IngestError, match=f"holds no line that can be used .*{name}"):
            ingest_paths(writer, [path], scope)
    assert ask(writer, "MATCH (n {scope: $scope}) RETURN n", scope=scope) == []


def test_beside_a_file_that_can_be_used_one_that_cannot_is_only_counted(writer, scope, tmp_path):
    (tmp_path / "package.json").write_text('{\n"name": "x"\n}\n')
    write_lines(tmp_path / "t.jsonl", ["Ada", "wrote", "Notes"])
    report = ingest_paths(writer, [tmp_path], scope)
    assert (report.relations, report.bad_lines) == (1, 3)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.md", b""),
        ("latin-1.md", b"caf\xe9"),
        ("empty.csv", b""),
        ("header.csv", b"subject,predicate,object\n"),
        ("set/corpus.jsonl", b"\n"),
    ],
)
def test_a_file_that_holds_nothing_is_named_and_those_after_it_are_read(
    writer, scope, tmp_path, name, content
):
    bad = tmp_path / name
    bad.parent.mkdir(exist_ok=True)
    bad.write_bytes(content)
    path = bad.parent if "/" in name else bad
    before, after = tmp_path / "a.md", tmp_path / "b.md"
    before.write_text("Mara owns ledger-db.")
    after.write_text("Anna Lund owns checkout-api.")
    report = ingest_paths(writer, [before, path, after], scope)
    assert report.documents_added == 2
    [told] = report.bad_line_examples
    assert told.file == str(bad)
    with pytest.raises(IngestError, match=name):
        ingest_paths(writer, [path, after], scope, strict=True)
    with pytest.raises(IngestError, match=name):
        ingest_paths(writer, [path], scope)


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_path_with_nothing_to_read_is_one_clear_line(writer, scope, tmp_path, name):
    path = tmp_path / name
    if name == "empty":
        path.mkdir()
    with pytest.raises(IngestError, match=name):
        ingest_paths(writer, [path], scope)


def test_a_generated_graph_has_its_hub_and_its_figures(writer, scope, tmp_path):
    path = tmp_path / "g.jsonl"
    written = generate(path, relations=3000, dimension=8)
    report = ingest_paths(writer, [path], scope)
    assert report.relations == written
    assert set(report.rates) == {10, 50, 100}
    found = entities(writer, scope)
    assert found == counted(writer, scope)
    assert found[f"name:{HUB.lower()}"] == (300, 300)
    row = scope_row(writer, scope)
    assert (row["documents"], row["dimension"], len(row["mean"])) == (300, 8, 8)


INGEST = """
import sys
from pathlib import Path
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.graph.ingest import ingest_paths
from graphrag.graph.ingest.record_files import batches
from graphrag.graph.writing import reconcile
from tests.support.killing import SteppingWriter, own_connection

scope, path = sys.argv[1:]
batches.RELATIONS_PER_BATCH, batches.DOCUMENTS_PER_BATCH = 150, 20
reconcile.ROWS_PER_TRANSACTION = 60
with SteppingWriter(own_connection()) as writer:
    ingest_paths(writer, [Path(path)], scope, HashedEmbedder(16))
"""


def ingest_and_kill(server: Neo4jServer, scope: str, path: Path, after: int) -> bool:
    """Whether an ingest was killed after so many batches, in the next one or before it."""
    return run_and_kill(INGEST, server, scope, str(path), steps=after, into_the_next_s=0.02)


@pytest.mark.parametrize("kind", ["records", "corpus"])
def test_killed_between_any_two_batches_it_ends_in_the_same_graph(
    writer, neo4j_server, scope, tmp_path, kind
):
    path = tmp_path / "g.jsonl"
    generate(path, relations=1200, dimension=16)
    if kind == "corpus":
        records = [json.loads(line) for line in path.read_text().splitlines()[:60]]
        path.unlink()
        write_lines(
            tmp_path / "corpus.jsonl",
            *[{"_id": r["doc_id"], "text": r["text"]} for r in records],
        )
        path = tmp_path
    with fresh_scope(writer) as undisturbed:
        ingest_paths(writer, [path], undisturbed, EMBEDDER)
        expected = canonical_dump(writer, undisturbed)
    batches = 1
    while ingest_and_kill(neo4j_server, scope, path, batches):
        ingest_paths(writer, [path], scope, EMBEDDER)
        assert canonical_dump(writer, scope) == expected
        forget_scope(writer, scope)
        batches += 3
    assert batches > 4


def test_a_scope_that_is_forgotten_during_an_ingest_is_never_taken_for_complete(
    writer, neo4j_server, scope, tmp_path, monkeypatch
):
    monkeypatch.setattr(batches, "DOCUMENTS_PER_BATCH", 20)
    path = tmp_path / "g.jsonl"
    generate(path, relations=1200, dimension=16)
    forgotten = []

    def forget_once(step) -> None:
        if step.step == "bytes" and step.done and not forgotten:
            with graph_writer(neo4j_server) as another:
                forgotten.append(forget_scope(another, scope))
                schema.ensure(another, scope)  # as a sync or another ingest would

    with pytest.raises(LostClaimError, match="forgotten"):
        ingest_paths(writer, [path], scope, EMBEDDER, progress=forget_once)
    assert forgotten
    assert ingest_paths(writer, [path], scope, EMBEDDER).documents_added == 120
    assert scope_stats(writer, scope)[0].documents == 120


def test_stats_tell_what_is_there_and_what_is_waiting(writer, neo4j_server, scope, tmp_path):
    path = tmp_path / "g.jsonl"
    generate(path, relations=1200, dimension=16)
    assert ingest_and_kill(neo4j_server, scope, path, 2)
    [stats] = scope_stats(writer, scope)
    assert "next ingest" in stats.waiting[0]
    ingest_paths(writer, [path], scope, EMBEDDER)
    [stats] = scope_stats(writer, scope)
    assert stats.waiting == ()
    assert stats.documents == 120
    assert stats.top_entities[0][::2] == (HUB, 120)
    assert stats.areas == {"ingest/passage": 120, "ingest/unit": 1}
    assert stats.mentions == sum(df for df, _ in entities(writer, scope).values())
    assert stats.relations == len(facts(writer, scope))


def test_forgetting_a_scope_leaves_nothing_of_it(writer, corpus, scope):
    ingest_beir(writer, corpus, scope, EMBEDDER)
    with fresh_scope(writer) as other:
        ingest_beir(writer, corpus, other, EMBEDDER)
        before = canonical_dump(writer, other)
        assert forget_scope(writer, scope) > 3
        rows = ask(writer, "MATCH (n {scope: $scope}) RETURN count(n) AS n", scope=scope)
        assert rows == [{"n": 0}]
        assert canonical_dump(writer, other) == before
    names = ask(writer, "SHOW INDEXES YIELD name WHERE name = $n RETURN name", n=text_index(scope))
    assert names == []


def test_names_that_link_documents_can_be_found_by_their_vectors(writer, scope, corpus):
    ingest_beir(writer, corpus, scope, EMBEDDER)
    [vector] = EMBEDDER.embed(["Pride Parade"]).tolist()
    rows = ask(
        writer,
        "CALL db.index.vector.queryNodes($index, 1, $vector) YIELD node, score "
        "RETURN node.id AS id, score",
        index=entity_vector_index(scope),
        vector=vector,
    )
    assert rows[0]["id"] == "name:pride parade"
    assert rows[0]["score"] == pytest.approx(1)
