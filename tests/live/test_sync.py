"""Memory sync: whatever way a memory changes, the graph follows, and nothing else does."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import GraphragError, UnreachableError
from graphrag.graph.extraction import extractor
from graphrag.graph.extraction.extractor import RuleExtractor
from graphrag.graph.ingest import ingest_beir
from graphrag.graph.records import SourceDocument
from graphrag.graph.stats import scope_stats
from graphrag.graph.sync import MemorySnapshot, MemorySync, ScopeSync, SyncResult, SyncTimes
from graphrag.graph.sync.embedding_retry import ASK_AGAIN_S
from graphrag.text.languages.english_vectors import mean_of_both

from ..support.dump import canonical_dump
from ..support.graphs import ask, counted, entities, facts, fresh_scope, memory_texts, scope_row
from ..support.memories import Memory, texts


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def memory(scope) -> Memory:
    memory = Memory(scope)
    memory.insert("m1", "The checkout-api depends on ledger-db.")
    memory.insert("m2", "Marta Lindqvist owns ledger-db.")
    memory.pass_time(60)
    memory.insert("m3", "Marta Lindqvist works from Lund on Fridays.")
    memory.insert("m4", "The user prefers dark mode.")
    return memory


@pytest.fixture
def sync(scope) -> ScopeSync:
    return ScopeSync(scope)


def session_members(writer, scope):
    rows = ask(
        writer,
        "MATCH (c:Document {scope: $scope, area: 'session'})-[r:CONTAINS]->(d:Document) "
        "WITH c, d, r ORDER BY r.pos RETURN c.id AS session, collect(d.id) AS members",
        scope=scope,
    )
    return sorted(row["members"] for row in rows)


def assert_follows(writer, memory):
    assert memory_texts(writer, memory.scope) == texts(memory)
    assert entities(writer, memory.scope) == counted(writer, memory.scope)
    assert scope_row(writer, memory.scope)["documents"] == len(memory.documents)


def test_a_first_look_writes_the_whole_memory(writer, sync, memory):
    result = sync.look(writer, memory.snapshot())
    assert result.changes.added == 4
    assert_follows(writer, memory)
    found = facts(writer, memory.scope)
    fact = found["code:checkout api", "depends on", "code:ledger db"]
    assert (fact["type"], fact["status"], fact["source"]) == (
        "DEPENDS_ON",
        "staged",
        "conversation",
    )


def test_vectors_are_those_of_the_hosts_index(writer, sync, memory):
    snapshot = memory.snapshot()
    sync.look(writer, snapshot)
    rows = ask(
        writer,
        "MATCH (d:Document {scope: $scope}) WHERE d.text IS NOT NULL "
        "RETURN d.id AS id, d.embedding AS vector",
        scope=memory.scope,
    )
    place = {identifier: row for row, identifier in enumerate(snapshot.ids)}
    for row in rows:
        assert row["vector"] == pytest.approx(snapshot.vectors[place[row["id"]]].tolist())
    assert scope_row(writer, memory.scope)["mean"] == pytest.approx(
        snapshot.vectors.mean(axis=0).tolist(), abs=1e-6
    )


def test_nothing_is_written_when_nothing_changed(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    totals, trips = dict(writer.totals), writer.round_trips
    result = sync.look(writer, memory.snapshot())
    assert not result.changes.any
    assert not result.compared
    assert dict(writer.totals) == totals
    assert writer.round_trips == trips + 1


def test_a_restart_in_between_costs_one_query(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    trips = writer.round_trips
    assert not ScopeSync(memory.scope).look(writer, memory.snapshot()).compared
    assert writer.round_trips == trips + 1


def test_one_new_memory_is_one_transaction(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    memory.insert("m5", "ledger-db runs on Tern Cluster.")
    result = sync.look(writer, memory.snapshot())
    assert (result.changes.added, result.changes.changed) == (1, 0)
    assert result.changes.transactions == 1
    assert_follows(writer, memory)


def test_an_edit_in_the_dashboard_is_the_users_word(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    memory.edit("m1", "The checkout-api depends on vault-db.")
    result = sync.look(writer, memory.snapshot())
    assert (result.changes.added, result.changes.changed) == (0, 1)
    assert_follows(writer, memory)
    found = facts(writer, memory.scope)
    assert ("code:checkout api", "depends on", "code:ledger db") not in found
    fact = found["code:checkout api", "depends on", "code:vault db"]
    assert (fact["status"], fact["source"]) == ("confirmed", "user_edit")


def test_an_edit_is_still_the_users_word_after_a_restart(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    memory.edit("m1", "The checkout-api depends on vault-db.")
    ScopeSync(memory.scope).look(writer, memory.snapshot())
    memory.insert("m5", "Nothing of importance.")
    ScopeSync(memory.scope).look(writer, memory.snapshot())
    fact = facts(writer, memory.scope)["code:checkout api", "depends on", "code:vault db"]
    assert fact["source"] == "user_edit"


def test_an_edited_memory_keeps_its_place_in_its_session(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    before = session_members(writer, memory.scope)
    memory.edit("m1", "The checkout-api depends on vault-db.")
    sync.look(writer, memory.snapshot())
    assert session_members(writer, memory.scope) == before == [["m1", "m2"], ["m3", "m4"]]


def test_a_look_pauses_before_each_memory_and_each_transaction(writer, memory, monkeypatch):
    monkeypatch.setattr("graphrag.graph.writing.reconcile.ROWS_PER_TRANSACTION", 5)
    pauses: list[int] = []
    sync = ScopeSync(memory.scope, pause=lambda: pauses.append(writer.round_trips))
    changes = sync.look(writer, memory.snapshot()).changes
    assert changes.transactions >= 4
    assert pauses.count(pauses[0]) >= 4
    end = writer.round_trips
    assert {*pauses} >= {*range(end - changes.transactions, end)}


def test_a_deleted_memory_takes_with_it_what_only_it_supports(writer, sync, memory):
    memory.insert("m5", "The checkout-api depends on ledger-db. Otto Falk rang.")
    sync.look(writer, memory.snapshot())
    fact = ("code:checkout api", "depends on", "code:ledger db")
    assert facts(writer, memory.scope)[fact]["status"] == "confirmed"
    memory.delete("m5")
    sync.look(writer, memory.snapshot())
    assert facts(writer, memory.scope)[fact]["status"] == "staged"
    assert "name:otto falk" not in entities(writer, memory.scope)
    memory.delete("m1")
    sync.look(writer, memory.snapshot())
    assert fact not in facts(writer, memory.scope)
    assert "code:checkout api" not in entities(writer, memory.scope)
    assert "code:ledger db" in entities(writer, memory.scope)
    assert_follows(writer, memory)


def test_consolidation_leaves_a_link_to_what_it_replaced(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    memory.delete("m2", "m3")
    memory.insert(
        "m9",
        "Marta Lindqvist owns ledger-db and works from Lund.",
        consolidated_from=["m2", "m3"],
    )
    memory.delete("m4")
    memory.insert("m10", "The user prefers light mode.", updated_from="m4")
    sync.look(writer, memory.snapshot())
    rows = ask(
        writer,
        "MATCH (a:Document {scope: $scope})-[r:SUPERSEDES|AMENDS]->(b:Document) "
        "RETURN a.id AS a, type(r) AS r, b.id AS b, b.text AS text",
        scope=memory.scope,
    )
    assert sorted((row["a"], row["r"], row["b"]) for row in rows) == [
        ("m10", "AMENDS", "replaced:m4"),
        ("m9", "SUPERSEDES", "replaced:m2"),
        ("m9", "SUPERSEDES", "replaced:m3"),
    ]
    assert {row["text"] for row in rows} == {None}
    assert_follows(writer, memory)


def revisions(writer, scope):
    rows = ask(
        writer,
        "MATCH (a:Document {scope: $scope})-[r:SUPERSEDES|AMENDS]->(b:Document) "
        "RETURN a.id AS newer, type(r) AS type, b.id AS older, r.inferred AS inferred",
        scope=scope,
    )
    return {(row["newer"], row["type"], row["older"], row["inferred"]) for row in rows}


@pytest.fixture
def with_a_change(memory) -> Memory:
    memory.pass_time(3 * 24 * 60)
    memory.insert("m5", "Marta Lindqvist works from Lund on Mondays now.")
    return memory


def test_a_memory_that_says_what_is_different_now_amends_the_older_one(
    writer, sync, memory, with_a_change
):
    sync.look(writer, memory.snapshot())
    assert revisions(writer, memory.scope) == {("m5", "AMENDS", "m3", True)}
    memory.delete("m5")
    sync.look(writer, memory.snapshot())
    assert not revisions(writer, memory.scope)
    assert_follows(writer, memory)


def test_the_later_of_two_changes_amends_what_the_first_one_did(
    writer, sync, memory, with_a_change
):
    sync.look(writer, memory.snapshot())
    memory.pass_time(3 * 24 * 60)
    memory.insert("m6", "Marta Lindqvist works from Lund on Tuesdays now, no longer on Mondays.")
    sync.look(writer, memory.snapshot())
    found = revisions(writer, memory.scope)
    assert {("m6", "AMENDS", "m5", True), ("m6", "AMENDS", "m3", True)} <= found
    with fresh_scope(writer) as other:
        ScopeSync(other).look(writer, memory.in_scope(other).snapshot())
        assert revisions(writer, other) == found
        assert canonical_dump(writer, other) == canonical_dump(writer, memory.scope)


def test_an_older_memory_that_comes_back_is_amended_again(writer, sync, memory, with_a_change):
    sync.look(writer, memory.snapshot())
    older = memory.documents.pop("m3")
    sync.look(writer, memory.snapshot())
    assert not revisions(writer, memory.scope)
    memory.documents["m3"] = older
    sync.look(writer, memory.snapshot())
    assert revisions(writer, memory.scope) == {("m5", "AMENDS", "m3", True)}


def test_imported_knowledge_is_a_file_and_goes_with_it(writer, sync, memory):
    source = {"knowledge_source": True, "source_file": "net.md", "source_path": "/k/net.md"}
    memory.insert("k1", "Router Alpha depends on Switch Beta.", **source)
    memory.insert("k2", "Switch Beta is in Rack Nine.", **source)
    sync.look(writer, memory.snapshot())
    fact = facts(writer, memory.scope)["name:router alpha", "depends on", "name:switch beta"]
    assert fact["source"] == "file"
    rows = ask(
        writer,
        "MATCH (:Document {scope: $scope, area: 'file'})-[r:CONTAINS]->(d:Document) "
        "RETURN d.id AS id ORDER BY r.pos",
        scope=memory.scope,
    )
    assert [row["id"] for row in rows] == ["k1", "k2"]
    assert all("k1" not in members for members in session_members(writer, memory.scope))
    memory.delete("k1", "k2")
    sync.look(writer, memory.snapshot())
    assert "name:switch beta" not in entities(writer, memory.scope)
    assert_follows(writer, memory)


def test_the_most_mentioned_names_list_each_name_once(writer, sync, scope):
    memory = Memory(scope)
    memory.insert("m1", "Le chat s'appelle Biscotte et prend un comprimé matin et soir.")
    memory.insert("m2", "Biscotte est suivie par le docteur Anne-Laure Kermarrec.")
    memory.insert("m3", "Depuis novembre, Biscotte ne prend plus qu'un demi-comprimé le soir.")
    sync.look(writer, memory.snapshot())
    [stats] = scope_stats(writer, scope)
    names = [name for name, _, _ in stats.top_entities]
    assert names[0] == "Biscotte"
    assert len(names) == len(set(names))


def test_a_memory_embedded_anew_takes_its_new_vectors(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    memory.embedder = HashedEmbedder(16)
    sync.look(writer, memory.snapshot())
    row = scope_row(writer, memory.scope)
    assert (row["dimension"], len(row["mean"])) == (16, 16)
    rows = ask(
        writer,
        "MATCH (d:Document {scope: $scope}) WHERE d.text IS NOT NULL "
        "RETURN DISTINCT size(d.embedding) AS size",
        scope=memory.scope,
    )
    assert [row["size"] for row in rows] == [16]
    memory.insert("m5", "One more, to see that it goes on.")
    assert sync.look(writer, memory.snapshot()).changes.added == 1


def test_a_memory_without_a_word_has_no_vector_whatever_embeds_it(writer, sync, memory):
    memory.insert("m5", "!!!")
    for dimension in (32, 16):
        memory.embedder = HashedEmbedder(dimension)
        sync.look(writer, memory.snapshot())
        rows = ask(
            writer,
            "MATCH (d:Document {scope: $scope}) WHERE d.embedding IS NOT NULL "
            "RETURN d.id AS id, vector.similarity.cosine(d.embedding, $near) AS similarity",
            scope=memory.scope,
            near=[1.0] * dimension,
        )
        assert {row["id"] for row in rows} == {"m1", "m2", "m3", "m4"}


def test_a_large_deletion_waits_for_a_second_look_that_agrees(writer, scope):
    clock = Clock()
    sync = ScopeSync(scope, second_look_s=30, clock=clock)
    memory = Memory(scope)
    for number in range(60):
        memory.insert(f"m{number}", f"Note {number} on Harbour Books.")
    sync.look(writer, memory.snapshot())
    whole = dict(memory.documents)

    memory.delete(*[f"m{number}" for number in range(25)])
    memory.insert("new", "Written meanwhile.")
    assert sync.look(writer, memory.snapshot()).held == 25
    clock.now = 10
    assert sync.look(writer, memory.snapshot()).held == 25
    assert len(memory_texts(writer, scope)) == 61

    # The rebuild has ended: everything is there again.
    memory.documents = {**whole, "new": memory.documents["new"]}
    result = sync.look(writer, memory.snapshot())
    assert (result.held, result.changes.removed) == (0, 0)
    assert_follows(writer, memory)

    memory.delete(*[f"m{number}" for number in range(25)])
    clock.now = 100
    assert sync.look(writer, memory.snapshot()).held == 25
    clock.now = 131
    result = sync.look(writer, memory.snapshot())
    assert result.held == 0
    assert_follows(writer, memory)


def test_a_deletion_below_the_bounds_is_done_at_once(writer, sync, scope):
    memory = Memory(scope)
    for number in range(100):
        memory.insert(f"m{number}", f"Note {number} on Harbour Books.")
    sync.look(writer, memory.snapshot())
    memory.delete(*[f"m{number}" for number in range(25)])  # many, but a quarter only
    assert sync.look(writer, memory.snapshot()).held == 0
    assert_follows(writer, memory)


def test_an_index_that_is_empty_for_a_moment_deletes_nothing(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    empty = MemorySnapshot(memory.scope, {})
    assert sync.look(writer, empty).held == 4
    assert memory_texts(writer, memory.scope) == texts(memory)
    assert not sync.look(writer, memory.snapshot()).changes.added
    assert_follows(writer, memory)


def test_neither_another_install_nor_an_ingested_corpus_is_touched(writer, scope, tmp_path):
    (tmp_path / "corpus.jsonl").write_text(
        '{"_id": "c1", "title": "Ledger", "text": "Marta Lindqvist wrote the Ledger."}\n'
    )
    memory = Memory(scope)
    memory.insert("m1", "Marta Lindqvist owns ledger-db.")
    with fresh_scope(writer) as other:
        ScopeSync(other).look(writer, memory.in_scope(other).snapshot())
        ScopeSync(scope).look(writer, memory.snapshot())
        ingest_beir(writer, tmp_path, scope)
        before = canonical_dump(writer, other)
        memory.delete("m1")
        memory.insert("m2", "Something else.")
        # After a restart it reads what is stored, and must take only its own for its own.
        ScopeSync(scope).look(writer, memory.snapshot())
        assert canonical_dump(writer, other) == before
        rows = ask(
            writer,
            "MATCH (d:Document {scope: $scope, origin: 'ingest'}) WHERE d.text IS NOT NULL "
            "RETURN d.id AS id",
            scope=scope,
        )
        assert [row["id"] for row in rows] == ["c1"]
        assert entities(writer, scope)["name:marta lindqvist"] == (1, 1)


def test_however_it_came_about_the_graph_is_that_of_a_first_look(writer, sync, memory):
    """The extraction of a new memory depends on the others, and is kept up to date for all."""
    sync.look(writer, memory.snapshot())
    memory.insert("m5", "The Vault Service replaced ledger-db, and Otto Falk wrote it.")
    sync.look(writer, memory.snapshot())
    memory.insert("m6", "We met otto falk and asked about the vault service.")
    memory.delete("m2")
    sync.look(writer, memory.snapshot())
    memory.delete("m5")
    memory.insert("m7", "Service Level Objective (SLO) of the checkout-api: 99.9.")
    memory.insert("m8", "The SLO was missed.")
    sync.look(writer, memory.snapshot())
    came_about = canonical_dump(writer, memory.scope)
    with fresh_scope(writer) as other:
        ScopeSync(other).look(writer, memory.in_scope(other).snapshot())
        assert canonical_dump(writer, other) == came_about


def test_the_thread_gathers_requests_and_stops_cleanly(writer, memory):
    outcomes = []
    sync = MemorySync(
        writer,
        lambda: [memory.snapshot()],
        on_outcome=lambda scope, outcome: outcomes.append(outcome),
        times=SyncTimes(debounce_s=0.05),
    )
    for _ in range(20):
        sync.request()
    assert sync.wait_idle(30)
    assert len(outcomes) == 1
    assert outcomes[0].changes.added == 4
    memory.insert("m5", "One more.")
    sync.request()
    assert sync.wait_idle(30)
    assert outcomes[-1].changes.added == 1
    sync.stop()
    assert not any(thread.name == "graphrag-sync" for thread in threading.enumerate())
    sync.request()
    assert len(outcomes) == 2


def test_a_failure_is_told_and_the_next_look_goes_on(writer, memory):
    outcomes = []
    snapshots = iter([RuntimeError("index torn down"), [memory.snapshot()]])

    def take():
        found = next(snapshots)
        if isinstance(found, Exception):
            raise found
        return found

    times = SyncTimes(debounce_s=0.01, retry_s=0.05)
    sync = MemorySync(writer, take, on_outcome=lambda s, o: outcomes.append(o), times=times)
    sync.request()
    assert sync.wait_idle(30)
    sync.stop()
    assert isinstance(outcomes[0], GraphragError)
    assert outcomes[1].changes.added == 4


def test_a_small_folder_does_not_wait_for_the_first_sync_of_a_large_one(writer, memory):
    order: list[str] = []

    def note(scope: str, outcome: object) -> None:
        assert isinstance(outcome, SyncResult)
        if outcome.changes.any:
            order.append(scope)

    with fresh_scope(writer) as known, fresh_scope(writer) as opened:
        small = [Memory(known), Memory(opened)]
        for one in small:
            one.insert("s1", "Tove owns the Osprey Gateway.")
        folders = [memory, small[0]]

        def pause() -> None:
            if order == [known] and small[1] not in folders:  # the large one's look has begun
                folders.append(small[1])
                sync.request(delay_s=0)

        sync = MemorySync(
            writer,
            lambda: [folder.snapshot() for folder in folders],
            on_outcome=note,
            times=SyncTimes(debounce_s=0.01, watch_s=0.0),
            pause=pause,
        )
        sync.request()
        assert sync.wait_idle(60)
        sync.stop()
        assert order == [known, opened, memory.scope]
        assert memory_texts(writer, opened) == texts(small[1])
    assert memory_texts(writer, memory.scope) == texts(memory)


def test_a_look_notices_that_the_sync_is_to_end(writer, memory):
    outcomes: list[object] = []

    def changed() -> bool:  # as when the plugin is disabled in the host
        sync.stop(timeout_s=0)
        return False

    sync = MemorySync(
        writer,
        lambda: [memory.snapshot()],
        has_changed=changed,
        on_outcome=lambda scope, outcome: outcomes.append(outcome),
        times=SyncTimes(watch_s=0.0),
    )
    sync.look_now()
    assert isinstance(outcomes[0], UnreachableError)
    assert memory_texts(writer, memory.scope) == {}


def test_metadata_that_the_graph_does_not_follow_changes_nothing(writer, sync, memory):
    sync.look(writer, memory.snapshot())
    snapshot = memory.snapshot()
    marked = {identifier: replace_metadata(text) for identifier, text in snapshot.documents.items()}
    assert not sync.look(writer, replace(snapshot, documents=marked)).compared


def replace_metadata(memory_text):
    return memory_text._replace(
        metadata={**memory_text.metadata, "_consolidation_similarity": 0.83}
    )


def extraction_s(text):
    """Return the CPU seconds that the extraction from a text takes."""
    began_s = time.thread_time()
    RuleExtractor().update([SourceDocument("m", text)])
    return time.thread_time() - began_s


def test_a_text_that_costs_too_much_is_stored_without_extraction_and_named(writer, memory, scope):
    names = " ".join(f"Ada Wu {n}." for n in range(9_000))
    long_text = f"The checkout-api depends on ledger-db. {names}"
    memory.insert("m5", long_text)
    # The other memories take a few thousandths of the long one's time, on any machine.
    sync = ScopeSync(scope, text_budget_s=extraction_s(long_text) / 10)
    sync.look(writer, memory.snapshot())
    assert memory_texts(writer, scope) == texts(memory)
    assert counted(writer, scope)["code:checkout api"] == (1, 1)
    [stats] = scope_stats(writer, scope)
    assert stats.without_extraction == ("m5",)

    memory.edit("m5", "The checkout-api depends on ledger-db.")
    sync.look(writer, memory.snapshot())
    assert counted(writer, scope)["code:checkout api"] == (2, 2)
    [stats] = scope_stats(writer, scope)
    assert stats.without_extraction == ()


def test_a_memory_that_cannot_be_read_for_names_keeps_no_other_out_of_the_graph(
    writer, memory, scope, monkeypatch
):
    read, unreadable = extractor.read_document, "Ada mends the checkout-api."

    def fail_for_one(document):
        if document.text == unreadable:
            raise ValueError("unforeseen")
        return read(document)

    monkeypatch.setattr(extractor, "read_document", fail_for_one)
    memory.insert("m5", unreadable)
    ScopeSync(scope).look(writer, memory.snapshot())
    assert memory_texts(writer, scope) == texts(memory)
    assert counted(writer, scope)["code:checkout api"] == (1, 1)
    [stats] = scope_stats(writer, scope)
    assert stats.without_extraction == ("m5",)


def test_a_memory_with_a_word_that_no_index_takes_keeps_no_other_out_of_the_graph(
    writer, sync, memory
):
    memory.insert("m5", "The certificate of the checkout-api is MII" + "A7" * 5000)
    sync.look(writer, memory.snapshot())
    assert_follows(writer, memory)


class Embeds:
    """Embeds as the host's embedder does, and counts."""

    def __init__(self, embedder: HashedEmbedder) -> None:
        self.embedder = embedder
        self.asked: list[str] = []

    def __call__(self, text: str) -> np.ndarray:
        self.asked.append(text)
        return self.embedder.embed([text])[0]


def stored_vector(writer, scope, identifier):
    [row] = ask(
        writer,
        "MATCH (d:Document {scope: $scope, id: $id}) RETURN d.embedding AS vector",
        scope=scope,
        id=identifier,
    )
    return np.asarray(row["vector"])


ITALIAN = "Le chiavi di riserva sono dal vicino di casa."
GERMAN = "Der Ersatzschlüssel liegt beim Nachbarn im Briefkasten."


def test_a_memory_in_another_language_is_drawn_to_its_english_words(writer, sync, memory):
    memory.insert("de", GERMAN)
    embed = Embeds(memory.embedder)
    sync.look(writer, replace(memory.snapshot(), embed=embed))
    [said] = embed.asked
    own, english = memory.embedder.embed([GERMAN, said])
    assert stored_vector(writer, memory.scope, "de") == pytest.approx(
        mean_of_both(own, english), abs=1e-6
    )
    assert stored_vector(writer, memory.scope, "m1") == pytest.approx(
        memory.embedder.embed([texts(memory)["m1"]])[0], abs=1e-6
    )


def test_such_a_memory_is_embedded_once(writer, sync, memory):
    memory.insert("de", GERMAN)
    embed = Embeds(memory.embedder)
    for identifier in ("m5", "m6", "m7"):
        sync.look(writer, replace(memory.snapshot(), embed=embed))
        memory.insert(identifier, "Priya mends the pump.")
    assert len(embed.asked) == 1


def test_without_an_embedder_to_ask_it_keeps_the_hosts_vector(writer, sync, memory):
    memory.insert("de", GERMAN)
    sync.look(writer, memory.snapshot())
    own = memory.embedder.embed([GERMAN])[0]
    assert stored_vector(writer, memory.scope, "de") == pytest.approx(own, abs=1e-6)


class Fails(Embeds):
    def __call__(self, text: str) -> None:
        self.asked.append(text)


def test_an_embedder_that_failed_is_asked_again_later(writer, scope, memory):
    memory.insert("de", GERMAN)
    clock = Clock()
    sync = ScopeSync(scope, clock=clock)
    sync.look(writer, replace(memory.snapshot(), embed=Embeds(memory.embedder)))
    memory.insert("it", ITALIAN)
    for number in range(4):
        memory.insert(f"fr{number}", f"La clé de réserve {number} est chez le voisin.")
    failing, working = Fails(memory.embedder), Embeds(memory.embedder)
    sync.look(writer, replace(memory.snapshot(), embed=failing))
    assert len(failing.asked) == 3, "after three failures no other memory is embedded"
    own = memory.embedder.embed([ITALIAN])[0]
    assert stored_vector(writer, scope, "it") == pytest.approx(own, abs=1e-6)
    for _ in range(2):
        result = sync.look(writer, replace(memory.snapshot(), embed=working))
    assert (working.asked, result.compared) == ([], False), "a look costs nothing meanwhile"
    clock.now += ASK_AGAIN_S
    sync.look(writer, replace(memory.snapshot(), embed=working))
    assert len(working.asked) == 5, "those that failed, and none that is mixed"
    assert stored_vector(writer, scope, "it") != pytest.approx(own, abs=1e-3)


class FailsFor(Embeds):
    def __call__(self, text: str) -> np.ndarray | None:
        vector = super().__call__(text)
        return None if "Gift" in text or "poison" in text else vector


def test_a_memory_that_cannot_be_embedded_holds_up_no_other(writer, scope, memory):
    for number in range(12):
        memory.insert(f"de{number}", f"Der Schlüssel {number} liegt im Schuppen beim Nachbarn.")
    memory.insert("poison", "Das Gift liegt im Keller beim Nachbarn.")
    clock = Clock()
    sync = ScopeSync(scope, clock=clock)
    embed = FailsFor(memory.embedder)
    sync.look(writer, replace(memory.snapshot(), embed=embed))
    assert len(embed.asked) == 13
    for _ in range(2):  # it has one more chance, and then the scope is done
        clock.now += ASK_AGAIN_S
        result = sync.look(writer, replace(memory.snapshot(), embed=embed))
    assert (len(embed.asked), result.compared) == (14, False)


def test_an_embedder_that_failed_is_asked_again_though_no_memory_has_changed(writer, scope, memory):
    memory.insert("de", GERMAN)
    clock = Clock()
    sync = ScopeSync(scope, clock=clock)
    sync.look(writer, replace(memory.snapshot(), embed=Fails(memory.embedder)))
    clock.now += ASK_AGAIN_S
    working = Embeds(memory.embedder)
    sync.look(writer, replace(memory.snapshot(), embed=working))
    assert len(working.asked) == 1


def test_a_scope_stays_mixed_when_the_embedder_may_no_longer_be_asked(writer, sync, memory):
    memory.insert("de", GERMAN)
    sync.look(writer, replace(memory.snapshot(), embed=Embeds(memory.embedder)))
    mixed = stored_vector(writer, memory.scope, "de")
    memory.insert("m5", "Priya mends the pump.")
    sync.look(writer, memory.snapshot())
    assert stored_vector(writer, memory.scope, "de") == pytest.approx(mixed)
    assert scope_row(writer, memory.scope)["mixed"]


def test_once_an_embedder_may_be_asked_the_vectors_are_mixed(writer, sync, memory):
    memory.insert("de", GERMAN)
    sync.look(writer, memory.snapshot())
    embed = Embeds(memory.embedder)
    changes = sync.look(writer, replace(memory.snapshot(), embed=embed)).changes
    assert (changes.added, changes.changed, len(embed.asked)) == (0, 0, 1)
    own = memory.embedder.embed([GERMAN])[0]
    assert stored_vector(writer, memory.scope, "de") != pytest.approx(own, abs=1e-3)


def test_another_process_finds_nothing_to_embed_again(writer, sync, memory):
    memory.insert("de", GERMAN)
    sync.look(writer, replace(memory.snapshot(), embed=Embeds(memory.embedder)))
    memory.insert("m5", "Priya mends the pump.")
    embed = Embeds(memory.embedder)
    ScopeSync(memory.scope).look(writer, replace(memory.snapshot(), embed=embed))
    assert embed.asked == []
