"""Which indexes of a scope must be created."""

from __future__ import annotations

import pytest

from graphrag.graph.index_ddl import Index, of_earlier_version, scope_indexes, to_create

TEXT, NAMES, VECTORS = WANTED = scope_indexes("mine/default", "english", 8)


def on_server(index: Index, **changes: object) -> dict[str, object]:
    return {
        "name": index.name,
        "state": "ONLINE",
        "properties": list(index.properties),
        "dimension": index.dimension,
        **changes,
    }


def test_a_new_scope_needs_all_its_indexes():
    assert to_create(WANTED, []) == WANTED


@pytest.mark.parametrize("state", ["ONLINE", "POPULATING"])
def test_an_index_that_can_be_used_or_will_be_stays(state):
    assert to_create(WANTED, [on_server(index, state=state) for index in WANTED]) == []


@pytest.mark.parametrize(
    ("index", "changes"),
    [
        pytest.param(NAMES, {"state": "FAILED"}, id="it could not be built"),
        pytest.param(TEXT, {"properties": ["title", "text"]}, id="an earlier version made it"),
        pytest.param(VECTORS, {"dimension": 4}, id="vectors of another length"),
    ],
)
def test_an_index_that_cannot_serve_is_made_anew(index, changes):
    present = [on_server(one) for one in WANTED if one != index]
    assert to_create(WANTED, [*present, on_server(index, **changes)]) == [index]


def test_an_index_over_other_properties_is_of_an_earlier_version_and_a_missing_one_is_not():
    assert of_earlier_version(WANTED, [on_server(NAMES)]) == []
    present = [on_server(TEXT, properties=["title", "text"]), on_server(NAMES)]
    assert of_earlier_version(WANTED, present) == [TEXT]
