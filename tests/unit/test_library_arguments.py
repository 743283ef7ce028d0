"""What a program passes to the library by mistake: one clear error, before anything is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag import (
    Connection,
    Document,
    GraphragError,
    GraphWriter,
    Query,
    ingest_documents,
    ingest_paths,
)
from graphrag.errors import IngestError, SettingsError, StoreError


@pytest.fixture
def writer() -> Iterator[GraphWriter]:
    with GraphWriter(Connection("bolt://127.0.0.1:9", "neo4j", "")) as nowhere:
        yield nowhere


def the_error(kind: type[GraphragError], function, *arguments) -> GraphragError:
    with pytest.raises(kind) as caught:
        function(*arguments)
    assert not isinstance(caught.value, StoreError)
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize("path", ["docs", Path("docs")], ids=repr)
def test_one_path_is_no_list_of_paths(writer, path):
    assert "docs" in str(the_error(IngestError, ingest_paths, writer, path, "library/docs"))


@pytest.mark.parametrize("scope", [None, "", " ", "docs ", "a//b", "a\nb", "x" * 5000], ids=repr)
def test_what_is_no_name_of_a_scope_is_not_ingested_into(writer, scope):
    the_error(SettingsError, ingest_paths, writer, ["docs"], scope)
    the_error(SettingsError, ingest_documents, writer, [Document("a", "A lamp.")], scope)


@pytest.mark.parametrize(
    "documents",
    [Document("a", "A lamp."), ["A lamp."], [Document(1, "A lamp.")], [Document("a", None)]],
    ids=repr,
)
def test_what_is_no_list_of_documents_is_named(writer, documents):
    the_error(IngestError, ingest_documents, writer, documents, "library/docs")


@pytest.mark.parametrize("name", ["scopes", "vector_scopes"])
def test_one_name_is_no_tuple_of_scopes(name):
    names = {"scopes": ("docs",), name: "docs"}
    assert name in str(the_error(SettingsError, lambda: Query("Who?", **names)))


def test_no_scopes_at_all_are_no_list_of_them():
    assert "scopes" in str(the_error(SettingsError, lambda: Query("Who?", scopes=None)))


def test_scopes_may_be_a_list():
    assert Query("Who?", scopes=["docs"]) == Query("Who?", scopes=("docs",))
