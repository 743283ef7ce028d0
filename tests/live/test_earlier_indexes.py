"""After an update: indexes that an earlier version made, in scopes that no memory folder fills."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex

import pytest

from graphrag import scopes
from graphrag.graph import schema
from graphrag.graph.index_ddl import TEXT_PROPERTIES
from graphrag.graph.sync import EarlierIndexes, MemorySync, SyncTimes
from graphrag.graph.writing.forget import forget_scope
from graphrag.store.writer import GraphWriter

from ..support.graphs import ask


@pytest.fixture
def install() -> str:
    return f"test{token_hex(4)}"


@pytest.fixture
def shared(writer: GraphWriter, install: str) -> Iterator[str]:
    """A shared scope as an earlier version left it."""
    scope = f"{install}/{scopes.SHARED}"
    schema.ensure(writer, scope)
    name, label = scopes.text_index(scope), scopes.passage_label(scope)
    writer.schema(f"DROP INDEX {name}")
    writer.schema(f"CREATE FULLTEXT INDEX {name} FOR (n:{label}) ON EACH [n.title, n.text]")
    yield scope
    forget_scope(writer, scope)


def properties(writer: GraphWriter, scope: str) -> tuple[str, ...]:
    text = "SHOW INDEXES YIELD name, properties WHERE name = $name RETURN properties"
    [row] = ask(writer, text, name=scopes.text_index(scope))
    return tuple(row["properties"])


def test_the_sync_renews_the_index_of_a_scope_that_holds_only_files(writer, install, shared):
    sync = MemorySync(
        writer,
        lambda: (),
        times=SyncTimes(debounce_s=0.01),
        earlier=EarlierIndexes(lambda: install),
    )
    try:
        sync.request()
        assert sync.wait_idle(60)
    finally:
        sync.stop()
    assert properties(writer, shared) == TEXT_PROPERTIES


def test_a_missing_index_is_left_to_the_ingest_that_makes_it_last(writer, install, shared):
    writer.schema(f"DROP INDEX {scopes.text_index(shared)}")
    EarlierIndexes(lambda: install).look(writer)
    assert not ask(
        writer,
        "SHOW INDEXES YIELD name WHERE name = $name RETURN name",
        name=scopes.text_index(shared),
    )


def test_the_scopes_of_another_install_are_left_alone(writer, shared):
    EarlierIndexes(lambda: "another").look(writer)
    assert properties(writer, shared) == ("title", "text")
