"""Export and import: the same graph in another scope and on another server, and no half of one."""

from __future__ import annotations

import gzip
import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import ExportError, IngestError, SettingsError, StartingError
from graphrag.graph.access_counts import AccessCounter
from graphrag.graph.ingest import ingest_paths
from graphrag.graph.stats import request_sync, scope_stats
from graphrag.graph.sync import ScopeSync
from graphrag.graph.transfer import ExportFile, export_scope, import_scope, lines
from graphrag.graph.writing.forget import forget_scope
from graphrag.model import Fact
from graphrag.scopes import entity_vector_index, text_index, vector_index
from graphrag.store import GraphStore, StoreLimits

from ..support.dump import canonical_dump
from ..support.graphs import ask, counted, entities, facts, fresh_scope, graph_writer
from ..support.killing import run_and_kill
from ..support.memories import Memory
from ..support.neo4j_server import held_neo4j
from ..support.stores import connection_to
from .test_ingest import write_lines

EMBEDDER = HashedEmbedder(32)

IMPORT = """
import sys
from pathlib import Path
from graphrag.graph.transfer import ExportFile, import_scope
from graphrag.store.writer import GraphWriter
from tests.support.killing import own_connection, wait

sys.modules["graphrag.graph.transfer.importing"].ROWS_PER_TRANSACTION = 10
scope, file = sys.argv[1:]
with GraphWriter(own_connection()) as writer:
    import_scope(writer, ExportFile(Path(file)), scope, progress=wait)
"""


def memory_of(scope: str) -> Memory:
    """Memories with sessions, a consolidation, and one that makes another outdated."""
    memory = Memory(scope)
    memory.insert("m1", "Otto Falk looks after order-db and met Anna Lund.")
    memory.insert("m2", "Anna Lund is on call for order-db.")
    memory.pass_time(600)
    memory.insert("m3", "price-api depends on order-db.", consolidated_from=["m1", "gone"])
    memory.insert("m4", 'Zoë Ågren schrieb: „日本語“ \N{PARTY POPPER} \\n \u2028 "quoted".')
    memory.pass_time(2 * 24 * 60)
    memory.insert("m5", "Anna Lund is no longer on call for order-db.")
    return memory


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> list[Path]:
    """A folder of Markdown and a table of triples."""
    notes = tmp_path_factory.mktemp("notes")
    (notes / "one.md").write_text(
        "# Heron Works\n\nHeron Works runs `checkout-api` in Oldenburg.\n\n"
        "## Owners\n\nAnna Lund owns `checkout-api`, and `checkout-api` needs `ledger-db`.\n"
    )
    (notes / "two.md").write_text(
        "# Ledger\n\nAnna Lund looks after `ledger-db` for Heron Works.\n"
    )
    table = tmp_path_factory.mktemp("tables") / "owners.csv"
    table.write_text("subject,predicate,object\nledger-db,on call,Anna Lund\nAnna Lund,age,44\n")
    return [notes, table]


@pytest.fixture(scope="module")
def filled(writer, files) -> Iterator[str]:
    """A scope with memories, passages and a table, with vectors, and with a fact that was used."""
    with fresh_scope(writer) as scope:
        ScopeSync(scope).look(writer, memory_of(scope).snapshot())
        ingest_paths(writer, files, scope, EMBEDDER)
        (subject, _, _), stated = next(iter(facts(writer, scope).items()))
        counter = AccessCounter(lambda: writer)
        counter.add([Fact(stated["id"], subject, "", "", "", "DEPENDS_ON", "", scope=scope)] * 2, 9)
        counter.flush()
        yield scope


@pytest.fixture(scope="module")
def exported(writer, filled, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("export") / "scope.jsonl"
    export_scope(writer, filled, path)
    return path


def body(path: Path) -> list[bytes]:
    """The lines of an export without the header, which names the scope."""
    return path.read_bytes().splitlines()[1:]


def test_what_a_memory_makes_outdated_is_exported(exported):
    lines = [json.loads(line) for line in body(exported)]
    assert ["m2"] in [line.get("outdates") for line in lines if line["kind"] == "revision"]


def test_the_graph_is_the_same_in_another_scope(writer, filled, exported, tmp_path):
    with fresh_scope(writer) as other:
        done = import_scope(writer, ExportFile(exported), other)
        export_scope(writer, other, tmp_path / "again.jsonl")
        assert body(tmp_path / "again.jsonl") == body(exported)
        assert canonical_dump(writer, other) == canonical_dump(writer, filled)
        assert {fact["accesses"] for fact in facts(writer, other).values()} == {0, 2}
        assert entities(writer, other) == counted(writer, other)
        vectors = (
            "MATCH (n:Document|Entity {scope: $scope}) WHERE n.embedding IS NOT NULL "
            "RETURN n.id AS id, n.embedding AS embedding ORDER BY id"
        )
        assert ask(writer, vectors, scope=other) == ask(writer, vectors, scope=filled) != []
        online = {row["name"] for row in ask(writer, "SHOW INDEXES YIELD name RETURN name")}
        assert {text_index(other), vector_index(other), entity_vector_index(other)} <= online
    assert min(done.documents, done.entities, done.facts) >= 3


def test_sync_and_ingest_have_nothing_to_write_after_an_import(writer, exported, files):
    with fresh_scope(writer) as other:
        import_scope(writer, ExportFile(exported), other)
        totals = dict(writer.totals)
        assert not ScopeSync(other).look(writer, memory_of(other).snapshot()).compared
        assert not ingest_paths(writer, files, other, EMBEDDER).changed
        assert dict(writer.totals) == totals

        request_sync(writer, other)
        compared = ScopeSync(other).look(writer, memory_of(other).snapshot())
        assert (compared.compared, compared.changes.any) == (True, False)
        page = files[0] / "one.md"
        text = page.read_text()
        page.write_text(text.replace("Oldenburg", "Emden"))
        report = ingest_paths(writer, files, other, EMBEDDER)
        page.write_text(text)
        assert (report.documents_added, report.documents_removed) == (1, 1)


def test_another_server_gets_the_same_graph(writer, filled, exported, tmp_path):
    with held_neo4j(tmp_path / "other-server") as server, graph_writer(server) as there:
        import_scope(there, ExportFile(exported), filled)
        assert canonical_dump(there, filled) == canonical_dump(writer, filled)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.text(min_size=1), min_size=1, max_size=8),
    odd_id=st.text(min_size=1, max_size=20),
)
def test_any_text_comes_back(writer, tmp_path, texts, odd_id):
    records = [{"id": f"{odd_id}{i}", "text": f"Anna Lund: {x}"} for i, x in enumerate(texts)]
    table = write_lines(tmp_path / "texts.jsonl", *records)
    with fresh_scope(writer) as first, fresh_scope(writer) as second:
        ingest_paths(writer, [table], first, EMBEDDER)
        export_scope(writer, first, tmp_path / "texts-export.jsonl.gz")
        import_scope(writer, ExportFile(tmp_path / "texts-export.jsonl.gz"), second)
        assert canonical_dump(writer, second) == canonical_dump(writer, first)


def test_memories_whose_ids_were_too_long_to_be_kept_stay_apart(writer, scope, tmp_path):
    memory = Memory(scope)
    for name in ("Ida", "Otto"):
        memory.insert("x" * 1200 + name, f"Anna Lund met {name} Berg.")
    ScopeSync(scope).look(writer, memory.snapshot())
    export_scope(writer, scope, tmp_path / "long.jsonl")
    with fresh_scope(writer) as other:
        import_scope(writer, ExportFile(tmp_path / "long.jsonl"), other)
        texts = "MATCH (d:Document {scope: $scope})-[:MENTIONS]->() RETURN DISTINCT d.text AS text"
        found = {row["text"] for row in ask(writer, texts, scope=other)}
        assert found == {"Anna Lund met Ida Berg.", "Anna Lund met Otto Berg."}


def test_only_the_owner_can_read_the_file_and_a_compressed_one_holds_the_same(
    writer, filled, exported, tmp_path
):
    packed = tmp_path / "scope.jsonl.gz"
    export_scope(writer, filled, packed)
    assert {stat.S_IMODE(path.stat().st_mode) for path in (exported, packed)} == {0o600}
    assert gzip.decompress(packed.read_bytes()) == exported.read_bytes()
    assert not [*tmp_path.glob(".*"), *exported.parent.glob(".*")]


@pytest.mark.parametrize("name", ["scope.jsonl", "scope.jsonl.gz"])
def test_a_file_is_on_the_disk_before_it_gets_its_name(writer, filled, tmp_path, monkeypatch, name):
    path, kept = tmp_path / name, []
    sync = os.fsync

    def keep(descriptor: int) -> None:
        sync(descriptor)
        kept.append((os.fstat(descriptor).st_size, path.exists()))

    monkeypatch.setattr(os, "fsync", keep)
    report = export_scope(writer, filled, path)
    assert kept == [(report.bytes, False)]


def test_a_scope_that_is_written_to_is_not_exported_half(writer, scope, tmp_path):
    path = tmp_path / "torn.jsonl"
    ScopeSync(scope).look(writer, memory_of(scope).snapshot())

    def write_meanwhile(done: int, total: int, unit: str) -> None:
        memory = memory_of(scope)
        memory.insert("m5", "Ida Berg joined.")
        ScopeSync(scope).look(writer, memory.snapshot())

    with pytest.raises(ExportError, match="written to"):
        export_scope(writer, scope, path, progress=write_meanwhile)
    assert not path.exists()


def test_a_file_whose_header_counts_no_facts_and_that_has_none_is_imported(writer, exported):
    first, *lines = [json.loads(line) for line in exported.read_bytes().splitlines()]
    del first["counts"]["fact"]
    path = exported.with_name("no-facts.jsonl")
    write_lines(path, first, *(line for line in lines if line["kind"] != "fact"))
    with fresh_scope(writer) as other:
        done = import_scope(writer, ExportFile(path), other)
        assert (done.entities > 0, done.facts) == (True, 0)


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no such names")
def test_a_file_whose_name_is_not_utf_8_is_imported(writer, filled, exported, tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/scope-\xff.jsonl"))
    path.write_bytes(exported.read_bytes())
    with fresh_scope(writer) as other:
        import_scope(writer, ExportFile(path), other)
        assert canonical_dump(writer, other) == canonical_dump(writer, filled)


@pytest.mark.parametrize("name", ["", "docs/", "a//b", "a\nb"])
def test_no_scope_without_a_proper_name_is_imported(writer, exported, name):
    with pytest.raises(SettingsError):
        import_scope(writer, ExportFile(exported), name)
    assert scope_stats(writer, name or "-") == []


def test_a_scope_that_holds_something_is_replaced_only_on_request(writer, filled, exported):
    with fresh_scope(writer) as other:
        memory = Memory(other)
        memory.insert("old", "Ida Berg joined.")
        ScopeSync(other).look(writer, memory.snapshot())
        before = canonical_dump(writer, other)
        with pytest.raises(ExportError, match="--replace"):
            import_scope(writer, ExportFile(exported), other)
        assert canonical_dump(writer, other) == before
        import_scope(writer, ExportFile(exported), other, replace=True)
        assert canonical_dump(writer, other) == canonical_dump(writer, filled)


def test_a_killed_import_leaves_a_scope_that_counts_as_empty(
    writer, neo4j_server, filled, exported, files
):
    with (
        fresh_scope(writer) as other,
        GraphStore(connection_to(neo4j_server), StoreLimits(query_timeout_ms=30_000)) as store,
    ):
        steps = 1
        while run_and_kill(IMPORT, neo4j_server, other, str(exported), steps=steps):
            asked = store.read("scope_info", {"scopes": [other]}, deadline_ms=30_000)
            assert store.run(asked, timeout_s=31) == []
            [stats] = scope_stats(writer, other) or [None]
            if stats is not None:
                assert f"import of {exported.name} is not finished" in stats.waiting[0]
                with pytest.raises(StartingError):
                    ingest_paths(writer, files, other)
                with pytest.raises(ExportError):
                    export_scope(writer, other, exported.with_name("half.jsonl"))
            import_scope(writer, ExportFile(exported), other)
            assert canonical_dump(writer, other) == canonical_dump(writer, filled)
            forget_scope(writer, other)
            steps += 3
        assert steps > 4


def changed(kind: str = "passage", **values: object) -> Callable[[list[dict]], list[dict]]:
    """A change of the first line of a kind, by default of the first passage."""

    def change(lines: list[dict]) -> list[dict]:
        at = next(i for i, line in enumerate(lines) if line.get("kind") == kind)
        return [*lines[:at], lines[at] | values, *lines[at + 1 :]]

    return change


def with_a_passage_twice(lines: list[dict]) -> list[dict]:
    at = next(i for i, line in enumerate(lines) if line.get("kind") == "passage")
    counts = {**lines[0]["counts"], "passage": lines[0]["counts"]["passage"] + 1}
    return [lines[0] | {"counts": counts}, *lines[1:at], lines[at], *lines[at:]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (with_a_passage_twice, r"line \d+: an earlier line describes the document"),
        (changed("scope", synced_at="yesterday"), "synced_at"),
        (changed("scope", synced_at="2025-03-01T10:00:00"), "synced_at .*without a UTC offset"),
        (changed("entity", id="ada"), "id .*not a type and a name"),
        (lambda lines: lines[:-1], "is incomplete: .* of kind fact"),
        (lambda lines: [lines[0] | {"a0_graphrag_export": 2}, *lines[1:]], "update this program"),
        (lambda lines: [lines[0] | {"schema_version": 0}, *lines[1:]], "with that version"),
        (lambda lines: lines[1:], "is not an export"),
        (lambda lines: [lines[0], *lines[2:]], "line 2: entity is not in its place"),
        (lambda lines: [*lines[:2], lines[-1], *lines[2:-1]], "line 4: entity is not in its place"),
        (changed(vector=lines.packed([0.0] * 32)), "all numbers of a vector are 0"),
        (changed(vector="AAAAAAAAAAA="), "a vector has 2 numbers, but the scope's have 32"),
        (changed(vector="???"), "line .*base64"),
        (changed(scope="another"), "scope Extra inputs are not permitted"),
        (changed(text=7), "text Input should be a valid string"),
        (changed(text="x" * 200_001), "text String should have at most 200000 characters"),
        (changed(day=0), "day Input should be greater"),
        (changed(day=10**7), "day Input should be less"),
        (changed("entity", norm_name="x" * 40_000), "norm_name .* longer than"),
        (changed("entity", norms=["x" * 40_000]), "norms.* longer than"),
        (changed(unit="x" * 40_000), "unit .* longer than"),
        (changed(mentions=[["name:ada", 10**30, None]]), "mentions"),
        (changed(mentions=[["name:anna lund", 2**62, None]]), "mentions"),
        (changed(mentions=[["name:ada", 1, None]]), r"line \d+: no line describes .*'name:ada'"),
        (changed("fact", object="name:ada"), r"line \d+: no line describes .*'name:ada'"),
        (changed("container", members=[["m99", 1]]), r"line \d+: no line describes .*'m99'"),
        (changed("revision", amends=["m99"]), r"line \d+: no line describes .*'m99'"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_before_anything_is_written(
    writer, exported, change, said
):
    lines = change([json.loads(line) for line in exported.read_bytes().splitlines()])
    assert_refused(writer, write_lines(exported.with_name("bad.jsonl"), *lines), said)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not an export"),
        (b"\x00\xff" * 100_000, "is not an export"),
        (b"Just some notes.\n", "is not an export"),
        (b'{"subject": "a", "predicate": "b", "object": "c"}\n', "is not an export"),
        (b"\x1f\x8b and not gzip", "damaged"),
    ],
)
def test_a_file_of_another_kind_is_refused(writer, tmp_path, content, said):
    path = tmp_path / "other.jsonl"
    path.write_bytes(content)
    assert_refused(writer, path, said)


def test_an_export_is_not_ingested_by_mistake(writer, scope, exported):
    with pytest.raises(IngestError, match="is a file of `export`; use `import`"):
        ingest_paths(writer, [exported], scope)
    assert scope_stats(writer, scope) == []


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_is_cut_off_anywhere_is_refused(writer, exported, packed):
    content = exported.read_bytes()
    content = gzip.compress(content) if packed else content
    path = exported.with_name("cut.jsonl")
    for share in (0.0, 0.1, 0.5, 0.9, 0.999):
        path.write_bytes(content[: int(len(content) * share)])
        assert_refused(writer, path, "cut off|incomplete|not an export")


def assert_refused(writer, path: Path, said: str) -> None:
    with fresh_scope(writer) as other:
        totals = dict(writer.totals)
        with pytest.raises(ExportError, match=said) as refusal:
            import_scope(writer, ExportFile(path), other)
        assert "\n" not in str(refusal.value)
        assert str(path) in str(refusal.value)
        assert dict(writer.totals) == totals
        assert scope_stats(writer, other) == []
