"""The user's own list of names: the graph does what it says, and undoes it."""

from __future__ import annotations

import pytest

from graphrag.graph.sync import ScopeSync
from graphrag.text.names.name_list import EMPTY_LIST, NameList

from ..support.dump import canonical_dump
from ..support.graphs import ask, counted, entities, facts
from ..support.memories import Memory


@pytest.fixture
def memory(scope) -> Memory:
    memory = Memory(scope)
    memory.insert("m1", "Mara Lindqvist owns ledger-db.")
    memory.insert("m2", "The night shift calls the ledger first.")
    memory.insert("m3", "The checkout-api depends on ledger-db.")
    memory.insert("m4", "Weekly Digest is sent to Mara Lindqvist.")
    memory.insert("m5", "Weekly Digest lists open invoices, and the release is held on kube.")
    memory.insert("m6", "Kubernetes hosts the checkout-api.")
    memory.insert("m7", "The user prefers dark mode.")
    return memory


@pytest.fixture
def sync(scope) -> ScopeSync:
    return ScopeSync(scope)


def look(writer, sync, memory, names):
    return sync.look(writer, memory.snapshot(names))


def aliases(writer, scope):
    rows = ask(writer, "MATCH (a:EntityAlias {scope: $scope}) RETURN a.norm AS norm", scope=scope)
    return {row["norm"] for row in rows}


def norms(writer, scope):
    return {identifier.split(":", 1)[1] for identifier in entities(writer, scope)}


def test_a_ruled_out_name_leaves_no_entity_and_no_link(writer, sync, memory, scope):
    look(writer, sync, memory, EMPTY_LIST)
    assert "weekly digest" in norms(writer, scope)
    look(writer, sync, memory, NameList().rule_out("Weekly Digest"))
    assert "weekly digest" not in norms(writer, scope)
    assert entities(writer, scope) == counted(writer, scope)


def test_a_ruled_out_code_name_takes_its_facts_along(writer, sync, memory, scope):
    look(writer, sync, memory, EMPTY_LIST)
    assert any("code:ledger db" in (s, o) for s, _, o in facts(writer, scope))
    look(writer, sync, memory, NameList().rule_out("ledger-db"))
    assert not any("ledger db" in s + o for s, _, o in facts(writer, scope))
    assert "ledger db" not in norms(writer, scope)


def test_joined_names_are_one_entity_that_both_find(writer, sync, memory, scope):
    look(writer, sync, memory, EMPTY_LIST)
    before = entities(writer, scope)
    look(
        writer, sync, memory, NameList().join("Kubernetes", "kube").join("ledger-db", "the ledger")
    )
    found = entities(writer, scope)
    assert "name:kube" not in found
    assert found["name:kubernetes"] == (before["name:kubernetes"][0] + 1, 2)
    assert found["code:ledger db"][0] == before["code:ledger db"][0] + 1
    assert {"kube", "the ledger"} <= aliases(writer, scope)
    assert found == counted(writer, scope)


def test_undoing_gives_the_graph_of_before(writer, sync, memory, scope):
    look(writer, sync, memory, EMPTY_LIST)
    before = canonical_dump(writer, scope)
    names = NameList().rule_out("Weekly Digest").join("Kubernetes", "kube")
    look(writer, sync, memory, names)
    assert canonical_dump(writer, scope) != before
    look(writer, sync, memory, names.undo("weekly digest").undo("kube"))
    assert canonical_dump(writer, scope) == before


def test_only_the_memories_concerned_are_written(writer, sync, memory, scope):
    look(writer, sync, memory, EMPTY_LIST)
    changes = look(writer, sync, memory, NameList().rule_out("Weekly Digest")).changes
    assert (changes.added, changes.changed, changes.removed) == (0, 2, 0)


def test_a_graph_made_anew_is_that_of_the_list(writer, sync, memory, scope):
    names = NameList().rule_out("Weekly Digest").join("Kubernetes", "kube")
    look(writer, sync, memory, EMPTY_LIST)
    look(writer, sync, memory, names)
    changed = canonical_dump(writer, scope)
    look(writer, ScopeSync(scope), memory, EMPTY_LIST)
    look(writer, ScopeSync(scope), memory, names)
    assert canonical_dump(writer, scope) == changed
    assert not look(writer, ScopeSync(scope), memory, names).compared


def test_a_new_memory_is_read_by_the_list_too(writer, sync, memory, scope):
    names = NameList().rule_out("Weekly Digest")
    look(writer, sync, memory, names)
    memory.insert("m8", "Weekly Digest is written by Ove Lund.")
    look(writer, sync, memory, names)
    assert "weekly digest" not in norms(writer, scope)
    assert "ove lund" in norms(writer, scope)
