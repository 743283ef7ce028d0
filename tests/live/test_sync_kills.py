"""A sync that is killed anywhere goes on; facts count their use; a model adds to the rules."""

from __future__ import annotations

import json
from datetime import date

import pytest

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import LostClaimError, UnreachableError
from graphrag.graph.access_counts import AccessCounter
from graphrag.graph.cypher.scopes import SET_DIMENSION
from graphrag.graph.extraction.llm import LlmExtractor
from graphrag.graph.stats import request_sync, scope_stats
from graphrag.graph.sync import MemorySync, ScopeSync, SyncTimes
from graphrag.graph.writing import reconcile
from graphrag.graph.writing.forget import forget_scope
from graphrag.model import Fact

from ..support.dump import canonical_dump
from ..support.graphs import ask, entities, facts, fresh_scope, memory_texts, scope_row
from ..support.killing import run_and_kill
from ..support.memories import Memory

SYNC = """
import sys
from graphrag.graph.sync import ScopeSync
from graphrag.graph.writing import reconcile
from tests.live.test_sync_kills import changed_memory
from tests.support.killing import SteppingWriter, own_connection

[scope] = sys.argv[1:]
reconcile.ROWS_PER_TRANSACTION = 40
with SteppingWriter(own_connection()) as writer:
    ScopeSync(scope).look(writer, changed_memory(scope).snapshot())
"""


def first_memory(scope: str) -> Memory:
    memory = Memory(scope)
    for number in range(40):
        memory.insert(f"m{number}", f"Otto Falk owns order-db-{number % 7} and met Anna Lund.")
    return memory


def changed_memory(scope: str) -> Memory:
    """Some memories edited, some gone, some new."""
    memory = first_memory(scope)
    for number in range(0, 40, 5):
        memory.edit(f"m{number}", f"Ines Okafor owns order-db-{number % 7} now.")
    memory.delete("m1", "m2", "m3")
    for number in range(20):
        memory.insert(f"n{number}", f"price-api-{number % 3} depends on order-db-{number % 7}.")
    return memory


def test_killed_between_any_two_batches_the_next_look_ends_in_the_same_graph(
    writer, neo4j_server, scope
):
    with fresh_scope(writer) as undisturbed:
        sync = ScopeSync(undisturbed)
        sync.look(writer, first_memory(undisturbed).snapshot())
        sync.look(writer, changed_memory(undisturbed).snapshot())
        expected = canonical_dump(writer, undisturbed)
    batches = 1
    interrupted = 0
    ScopeSync(scope).look(writer, first_memory(scope).snapshot())
    while run_and_kill(SYNC, neo4j_server, scope, steps=batches, into_the_next_s=0.02):
        result = ScopeSync(scope).look(writer, changed_memory(scope).snapshot())
        interrupted += result.compared  # else its last batch had gone through before the kill
        assert canonical_dump(writer, scope) == expected
        forget_scope(writer, scope)
        ScopeSync(scope).look(writer, first_memory(scope).snapshot())
        batches += 2
    assert interrupted


def test_of_two_processes_that_sync_one_folder_the_one_that_began_first_writes_no_more(
    writer, scope, monkeypatch
):
    monkeypatch.setattr(reconcile, "ROWS_PER_TRANSACTION", 40)
    with fresh_scope(writer) as undisturbed:
        sync = ScopeSync(undisturbed)
        sync.look(writer, first_memory(undisturbed).snapshot())
        sync.look(writer, changed_memory(undisturbed).snapshot())
        expected = canonical_dump(writer, undisturbed)
    ScopeSync(scope).look(writer, first_memory(scope).snapshot())
    of_another = first_memory(scope)
    of_another.delete("m6", "m7")
    of_another.insert("z", "Bo Ek met Anna Lund.")
    waiting = [of_another.snapshot()]

    def look_of_the_other() -> None:
        if waiting and "digest" not in scope_row(writer, scope):
            ScopeSync(scope).look(writer, waiting.pop())

    sync = ScopeSync(scope, pause=look_of_the_other)
    with pytest.raises(LostClaimError):
        sync.look(writer, changed_memory(scope).snapshot())
    assert not waiting
    assert "z" in memory_texts(writer, scope)

    sync.look(writer, changed_memory(scope).snapshot())
    assert canonical_dump(writer, scope) == expected


class Failing:
    """A writer whose transactions fail from some on, the second one by default."""

    def __init__(self, writer, left=1):
        self._writer = writer
        self._left = left

    def __getattr__(self, name):
        return getattr(self._writer, name)

    def transact(self, statements, **options):
        if not self._left:
            raise UnreachableError("gone")
        self._left -= 1
        return self._writer.transact(statements, **options)


def test_a_change_that_was_half_written_is_undone_when_the_memory_goes_back(
    writer, scope, monkeypatch
):
    monkeypatch.setattr(reconcile, "ROWS_PER_TRANSACTION", 40)
    ScopeSync(scope).look(writer, first_memory(scope).snapshot())
    before = canonical_dump(writer, scope)
    with pytest.raises(UnreachableError):
        ScopeSync(scope).look(Failing(writer), changed_memory(scope).snapshot())
    assert canonical_dump(writer, scope) != before
    # A dashboard edit is told by its text; taking it back is an edit as well.
    ScopeSync(scope).look(writer, first_memory(scope).snapshot())
    assert memory_texts(writer, scope) == {
        identifier: text.text for identifier, text in first_memory(scope).documents.items()
    }


@pytest.mark.parametrize("written", [0, 1])
@pytest.mark.parametrize("restarted", [True, False])
def test_a_change_of_the_embedder_that_was_interrupted_goes_on(
    writer, scope, monkeypatch, written, restarted
):
    monkeypatch.setattr(reconcile, "ROWS_PER_TRANSACTION", 40)
    monkeypatch.setattr(reconcile, "DOCUMENTS_PER_TRANSACTION", 10)
    memory, sync = first_memory(scope), ScopeSync(scope)
    sync.look(writer, memory.snapshot())
    memory.embedder = HashedEmbedder(16)
    with pytest.raises(UnreachableError):
        sync.look(Failing(writer, written), memory.snapshot())
    (ScopeSync(scope) if restarted else sync).look(writer, memory.snapshot())
    assert vector_sizes(writer, scope) == {16: 40}


def test_a_change_of_the_embedder_that_is_taken_back_half_way_keeps_the_vectors(writer, scope):
    memory, sync = first_memory(scope), ScopeSync(scope)
    sync.look(writer, memory.snapshot())
    used, memory.embedder = memory.embedder, HashedEmbedder(16)
    with pytest.raises(UnreachableError):
        sync.look(FailingToSetTheDimension(writer), memory.snapshot())
    memory.embedder = used
    sync.look(writer, memory.snapshot())
    assert vector_sizes(writer, scope) == {32: 40}


class FailingToSetTheDimension:
    """A writer that fails once the old vectors are gone."""

    def __init__(self, writer):
        self._writer = writer

    def __getattr__(self, name):
        return getattr(self._writer, name)

    def write(self, template, parameters):
        if template is SET_DIMENSION:
            raise UnreachableError("gone")
        return self._writer.write(template, parameters)


def vector_sizes(writer, scope):
    rows = ask(
        writer,
        "MATCH (d:Document {scope: $scope}) WHERE d.text IS NOT NULL "
        "RETURN size(d.embedding) AS size, count(d) AS documents",
        scope=scope,
    )
    return {row["size"]: row["documents"] for row in rows}


@pytest.fixture
def memory(scope) -> Memory:
    memory = Memory(scope)
    memory.insert("m1", "The checkout-api depends on ledger-db.")
    return memory


def shown(writer, scope) -> list[Fact]:
    return [
        Fact(
            id=fact["id"],
            subject=subject,
            object=obj,
            subject_name="",
            object_name="",
            relation=fact["type"],
            predicate=predicate,
            scope=scope,
        )
        for (subject, predicate, obj), fact in facts(writer, scope).items()
    ]


def test_facts_that_were_shown_are_counted_in_one_batch(writer, scope, memory):
    ScopeSync(scope).look(writer, memory.snapshot())
    counter = AccessCounter(lambda: writer, flush_s=600)
    today = date(2025, 6, 1).toordinal()
    trips = writer.round_trips
    for _ in range(3):
        counter.add(shown(writer, scope), today)
    reads = writer.round_trips - trips
    assert counter.flush() == 1
    assert writer.round_trips == trips + reads + 1
    counter.close()
    [fact] = facts(writer, scope).values()
    assert (fact["accesses"], fact["last_access"]) == (3, today)


def test_counted_uses_survive_a_sync(writer, scope, memory):
    sync = ScopeSync(scope)
    sync.look(writer, memory.snapshot())
    counter = AccessCounter(lambda: writer, flush_s=600)
    counter.add(shown(writer, scope), date(2025, 6, 1).toordinal())
    counter.flush()
    counter.close()
    memory.insert("m2", "The checkout-api depends on ledger-db, as before.")
    sync.look(writer, memory.snapshot())
    [fact] = facts(writer, scope).values()
    assert (fact["accesses"], fact["status"]) == (1, "confirmed")


def test_a_requested_sync_compares_everything_at_the_next_look(writer, scope, memory):
    sync = ScopeSync(scope)
    sync.look(writer, memory.snapshot())
    assert not sync.look(writer, memory.snapshot()).compared
    assert request_sync(writer, scope) == [scope]
    assert "compare everything" in scope_stats(writer, scope)[0].waiting[0]
    assert sync.look(writer, memory.snapshot()).compared
    [stats] = scope_stats(writer, scope)
    assert stats.waiting == ()
    assert stats.sync_age_s < 3600


def test_a_sync_requested_for_an_install_leaves_the_others_alone(writer, scope, memory):
    with fresh_scope(writer) as other:
        sync, neighbour = ScopeSync(scope), ScopeSync(other)
        sync.look(writer, memory.snapshot())
        neighbour.look(writer, memory.in_scope(other).snapshot())
        assert request_sync(writer, install=scope.split("/")[0]) == [scope]
        assert sync.look(writer, memory.snapshot()).compared
        assert not neighbour.look(writer, memory.in_scope(other).snapshot()).compared


def test_what_a_model_finds_is_written_by_the_next_look(writer, scope, memory, tmp_path):
    answer = {"entities": [{"name": "ledger-db", "type": "database"}]}
    llm = LlmExtractor(
        lambda instruction, note: json.dumps(answer), tmp_path / "llm.sqlite", calls_per_day=5
    )
    times = SyncTimes(debounce_s=0.01)
    sync = MemorySync(writer, lambda: [memory.snapshot()], times=times, llm=lambda scope: llm)
    sync.request()
    assert sync.wait_idle(60)
    sync.stop()
    assert "database:ledger db" in entities(writer, scope)
    assert "code:ledger db" not in entities(writer, scope)
    assert ("code:checkout api", "depends on", "database:ledger db") in facts(writer, scope)
