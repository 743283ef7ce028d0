"""Somebody forgets a scope, or a part of it, while another process writes to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from graphrag.embedding import HashedEmbedder
from graphrag.errors import LostClaimError
from graphrag.graph.cypher.transfer import BEGIN_IMPORT
from graphrag.graph.ingest import Document, ingest_documents
from graphrag.graph.stats import request_sync
from graphrag.graph.sync import ScopeSync
from graphrag.graph.writing import reconcile
from graphrag.graph.writing.forget import forget_document, forget_scope
from graphrag.model import graph_key
from graphrag.store.writer import GraphWriter, WriteTemplate

from ..support.graphs import ask, memory_texts, scope_row
from ..support.memories import Memory, texts


@pytest.fixture
def memory(scope: str) -> Memory:
    memory = Memory(scope)
    for number in range(20):
        memory.insert(f"m{number}", f"Otto Falk owns order-db-{number % 7} and met Anna Lund.")
    return memory


class Before:
    """A writer that something else happens before, once, as by another process."""

    def __init__(self, writer: GraphWriter, template: str, happens: Callable[[], object]) -> None:
        self._writer = writer
        self._template = template
        self._happens: Callable[[], object] | None = happens

    def __getattr__(self, name: str) -> Any:
        return getattr(self._writer, name)

    def write(self, template: WriteTemplate, *arguments: Any, **options: Any) -> Any:
        if template.name == self._template and self._happens is not None:
            happens, self._happens = self._happens, None
            happens()
        return self._writer.write(template, *arguments, **options)


def nodes_of(writer: GraphWriter, scope: str) -> int:
    [row] = ask(writer, "MATCH (n {scope: $scope}) RETURN count(n) AS nodes", scope=scope)
    return row["nodes"]


@pytest.mark.parametrize("step", ["forget_facts", "forget_alias_nodes", "forget_scope_node"])
def test_what_is_written_while_a_scope_is_forgotten_is_forgotten_too(writer, scope, memory, step):
    ScopeSync(scope).look(writer, memory.snapshot())
    memory.insert("new", "Bo Ek met Anna Lund.")

    def look() -> None:
        ScopeSync(scope).look(writer, memory.snapshot())

    forget_scope(Before(writer, step, look), scope)
    assert nodes_of(writer, scope) == 0

    look()
    assert memory_texts(writer, scope) == texts(memory)
    assert scope_row(writer, scope)["documents"] == len(memory.documents)


def test_a_look_whose_scope_is_forgotten_writes_no_more(writer, scope, memory, monkeypatch):
    monkeypatch.setattr(reconcile, "ROWS_PER_TRANSACTION", 40)
    waiting = [scope]

    def forget_once_it_writes() -> None:
        if waiting and memory_texts(writer, scope):
            forget_scope(writer, waiting.pop())

    with pytest.raises(LostClaimError):
        ScopeSync(scope, pause=forget_once_it_writes).look(writer, memory.snapshot())
    assert nodes_of(writer, scope) == 0


def test_a_memory_that_is_forgotten_during_a_look_comes_back_with_the_next(writer, scope, memory):
    waiting: list[str] = []

    def forget_one() -> None:
        if waiting:
            forget_document(writer, scope, waiting.pop())

    sync = ScopeSync(scope, pause=forget_one)
    sync.look(writer, memory.snapshot())
    memory.insert("new", "Bo Ek met Anna Lund.")
    waiting.append("m1")
    with pytest.raises(LostClaimError):
        sync.look(writer, memory.snapshot())
    assert not waiting
    sync.look(writer, memory.snapshot())
    assert memory_texts(writer, scope) == texts(memory)


def test_after_a_look_during_which_a_sync_was_requested_the_next_one_compares_too(
    writer, scope, memory
):
    waiting: list[str] = []

    def request_one() -> None:
        if waiting:
            request_sync(writer, waiting.pop())

    sync = ScopeSync(scope, pause=request_one)
    sync.look(writer, memory.snapshot())
    memory.insert("new", "Bo Ek met Anna Lund.")
    waiting.append(scope)
    assert sync.look(writer, memory.snapshot()).changes.added == 1
    assert not waiting

    assert sync.look(writer, memory.snapshot()).compared
    assert not sync.look(writer, memory.snapshot()).compared


class EmbedsWhile(HashedEmbedder):
    """An embedder that something else happens beside, as by another process."""

    def __init__(self, happens: Callable[[], object]) -> None:
        super().__init__(32)
        self._happens = happens

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self._happens()
        return super().embed(texts)


def test_documents_whose_collection_is_forgotten_during_its_ingest_stay_away(writer, scope):
    documents = [Document("a", "Otto Falk met Anna Lund."), Document("b", "Bo Ek met Anna Lund.")]
    ingest_documents(writer, [Document("other", "Ada mends it.")], scope, collection="other")

    def forget() -> None:
        forget_document(writer, scope, "notes")

    with pytest.raises(LostClaimError):
        ingest_documents(writer, documents, scope, EmbedsWhile(forget), collection="notes")
    text = "MATCH (d:Document {scope: $scope, area: 'passage'}) RETURN d.id AS id"
    assert ask(writer, text, scope=scope) == [{"id": "other"}]


def test_a_look_that_an_import_overtakes_writes_nothing(writer, scope, memory):
    ScopeSync(scope).look(writer, memory.snapshot())
    memory.insert("new", "Bo Ek met Anna Lund.")

    def begin_import() -> None:
        of_scope = {"scope": scope, "key": graph_key(scope, "scope"), "install": "test"}
        of_import = {"source": "notes.jsonl", "token": "1", "schema_version": 1}
        writer.write(BEGIN_IMPORT, {**of_scope, **of_import})

    with pytest.raises(LostClaimError):
        ScopeSync(scope).look(Before(writer, "take_scope", begin_import), memory.snapshot())
    assert "new" not in memory_texts(writer, scope)
