"""The schema: made once, waited for, checked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphrag import scopes
from graphrag.errors import (
    SchemaVersionError,
    SettingsError,
)
from graphrag.graph import schema
from graphrag.graph.cypher.forgetting import FORGET_SCOPE_NODE
from graphrag.graph.cypher.scopes import CREATE_SCOPE
from graphrag.graph.index_ddl import TEXT_PROPERTIES
from graphrag.graph.writing.forget import forget_scope
from graphrag.model import graph_key
from graphrag.store.writer import GraphWriter, WriteTemplate

from ..support.graphs import ask, graph_writer, new_scope


@pytest.fixture
def scope(writer: GraphWriter) -> Iterator[str]:
    with new_scope(writer) as name:
        yield name


def index_options(writer: GraphWriter, name: str) -> dict:
    [row] = ask(
        writer, "SHOW INDEXES YIELD name, options WHERE name = $name RETURN options", name=name
    )
    return row["options"]["indexConfig"]


def test_a_scope_gets_indexes_of_its_own_that_can_be_used_at_once(writer, scope):
    schema.ensure(writer, scope, dimension=8, embedder="tiny")
    rows = ask(writer, "SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'graphrag_' RETURN *")
    states = {row["name"]: row["state"] for row in rows}
    for index in (scopes.text_index(scope), scopes.names_index(scope), scopes.vector_index(scope)):
        assert states[index] == "ONLINE"
    assert index_options(writer, scopes.vector_index(scope))["vector.dimensions"] == 8


def test_an_index_of_another_length_that_was_left_over_is_made_anew(writer, scope):
    schema.ensure(writer, scope, dimension=8, embedder="tiny")
    schema.ensure_entity_vectors(writer, scope, 8)
    writer.write(FORGET_SCOPE_NODE, {"scope": scope})
    schema.ensure(writer, scope, dimension=4, embedder="shorter")
    schema.ensure_entity_vectors(writer, scope, 4)
    for index in (scopes.vector_index(scope), scopes.entity_vector_index(scope)):
        assert index_options(writer, index)["vector.dimensions"] == 4


def test_making_it_twice_changes_nothing(writer, scope):
    first = schema.ensure(writer, scope, dimension=8, embedder="tiny")
    before = dict(writer.totals)
    assert schema.ensure(writer, scope, dimension=8, embedder="tiny") == first
    assert dict(writer.totals) == before


def test_the_analyzer_of_a_scope_is_chosen_when_it_is_made(writer, scope):
    schema.ensure(writer, scope, analyzer="swedish")
    assert schema.ensure(writer, scope, analyzer="english").analyzer == "swedish"
    assert index_options(writer, scopes.text_index(scope))["fulltext.analyzer"] == "swedish"


def test_a_text_index_of_an_earlier_version_is_made_anew(writer, scope):
    schema.ensure(writer, scope)
    name = scopes.text_index(scope)
    options = "OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}"
    writer.schema(f"DROP INDEX {name}")
    writer.schema(
        f"CREATE FULLTEXT INDEX {name} FOR (n:{scopes.passage_label(scope)}) "
        f"ON EACH [n.title, n.text] {options}"
    )
    schema.ensure(writer, scope)
    [row] = ask(
        writer,
        "SHOW INDEXES YIELD name, state, properties WHERE name = $name RETURN state, properties",
        name=name,
    )
    assert (row["state"], tuple(row["properties"])) == ("ONLINE", TEXT_PROPERTIES)


def test_an_analyzer_that_the_server_does_not_have_is_named(writer, scope):
    with pytest.raises(SettingsError, match="klingon"):
        schema.ensure(writer, scope, analyzer="klingon")


@pytest.mark.parametrize("fill_first", [False, True])
def test_an_analyzer_that_the_server_does_not_have_stays_with_no_scope(writer, scope, fill_first):
    with pytest.raises(SettingsError):
        schema.ensure(writer, scope, analyzer="klingon", fill_first=fill_first)
    assert schema.ensure(writer, scope, analyzer="swedish").analyzer == "swedish"


def test_a_scope_that_was_made_with_such_an_analyzer_says_how_to_be_made_again(writer, scope):
    schema.ensure_global(writer)
    made = {"scope": scope, "key": graph_key(scope, "scope"), "install": "me", "embedder": ""}
    made |= {"dimension": None, "schema_version": schema.SCHEMA_VERSION}
    writer.write(CREATE_SCOPE, made | {"analyzer": "klingon"})
    with pytest.raises(SettingsError, match=f"'klingon'.* forget --scope {scope}"):
        schema.ensure(writer, scope, analyzer="english")
    forget_scope(writer, scope)
    assert schema.ensure(writer, scope, analyzer="english").analyzer == "english"


def test_vectors_may_come_later(writer, scope):
    assert schema.ensure(writer, scope).dimension is None
    assert schema.ensure(writer, scope, dimension=4, embedder="tiny").dimension == 4
    assert index_options(writer, scopes.vector_index(scope))["vector.dimensions"] == 4


def test_another_dimension_is_refused_with_the_way_out(writer, scope):
    schema.ensure(writer, scope, dimension=4, embedder="tiny")
    with pytest.raises(SchemaVersionError, match="forget --scope"):
        schema.ensure(writer, scope, dimension=5, embedder="other")


def test_a_change_of_dimension_makes_the_index_anew(writer, scope):
    schema.ensure(writer, scope, dimension=4, embedder="tiny")
    schema.change_dimension(writer, scope, 6, "other")
    schema.ensure(writer, scope, dimension=6, embedder="other")
    assert index_options(writer, scopes.vector_index(scope))["vector.dimensions"] == 6


def test_another_schema_version_is_refused_with_the_way_out(writer, scope):
    schema.ensure(writer, scope)
    text = "MATCH (g:GraphScope {scope: $scope}) SET g.schema_version = 0"
    writer.write(WriteTemplate("age", text), {"scope": scope})
    with pytest.raises(SchemaVersionError, match="forget --scope"):
        schema.ensure(writer, scope)


def test_several_processes_may_make_the_same_scope_at_once(writer, scope, neo4j_server):
    together = threading.Barrier(4)

    def make(_: int) -> schema.ScopeSchema:
        with graph_writer(neo4j_server) as own:
            schema.check_not_foreign(own)  # connected
            together.wait(60)
            return schema.ensure(own, scope, dimension=8, embedder="tiny")

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(make, range(4)))
    assert {one.dimension for one in made} == {8}
