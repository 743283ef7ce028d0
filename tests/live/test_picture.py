"""Pictures of the graph: what they show, and that they stay small."""

from __future__ import annotations

import pytest

from graphrag.config import load_settings
from graphrag.errors import SettingsError
from graphrag.graph.sync import ScopeSync
from graphrag.model import graph_key
from graphrag.store import GraphStore, StoreLimits
from graphrag.view import MAX_ENTITIES, MAX_MEMORIES, Wanted, draw

from ..support.graphs import fresh_scope
from ..support.memories import Memory
from ..support.stores import connection_to

MEMORIES = {
    "m1": "Mara Lindqvist owns ledger-db.",
    "m2": "The checkout-api depends on ledger-db.",
    "m3": "Mara Lindqvist works from Lund.",
    "m4": "Ove Brandt repairs bicycles in Malmö.",
}


@pytest.fixture
def memory(writer, scope) -> Memory:
    memory = Memory(scope)
    for identifier, text in MEMORIES.items():
        memory.insert(identifier, text)
    ScopeSync(scope).look(writer, memory.snapshot())
    return memory


@pytest.fixture
def picture(neo4j_server, scope):
    limits = StoreLimits(query_timeout_ms=30_000)
    settings = load_settings({}).settings
    with GraphStore(connection_to(neo4j_server), limits) as store:

        def drawn(**wanted):
            work = draw(store, settings, (scope, "other/shared"), Wanted(**wanted))
            return store.run(work, timeout_s=60)

        yield drawn


def labels(picture, kind):
    return {node.label for node in picture.nodes if node.kind == kind}


def test_around_a_name_are_its_memories_and_what_they_mention(memory, picture):
    found = picture(name="mara lindqvist")
    assert found.nodes[0].label == "Mara Lindqvist"
    assert found.nodes[0].centre
    assert labels(found, "memory") == {MEMORIES["m1"], MEMORIES["m3"]}
    assert {"ledger-db", "Lund"} <= labels(found, "entity")
    assert "checkout-api" not in labels(found, "memory")
    assert ("name:mara lindqvist", "code:ledger db", "owns") in {
        (edge.start, edge.end, edge.label) for edge in found.edges
    }


def test_a_name_is_one_node_also_where_it_links_as_a_word(memory, picture):
    found = picture(name="ledger-db")
    assert [node.id for node in found.nodes if node.label == "ledger-db"] == ["code:ledger db"]


def test_around_a_memory_are_those_that_share_its_names(memory, picture):
    found = picture(memory="m2")
    [middle] = [node for node in found.nodes if node.centre]
    assert middle.text == MEMORIES["m2"]
    assert middle.source == "m2"
    assert MEMORIES["m1"] in labels(found, "memory")
    assert MEMORIES["m4"] not in labels(found, "memory")


def test_a_memory_is_found_by_its_key_too(memory, picture, scope):
    assert picture(memory=graph_key(scope, "m2")).nodes == picture(memory="m2").nodes


def test_a_question_shows_what_is_found_for_it(memory, picture):
    found = picture(query="Who owns ledger-db?")
    assert MEMORIES["m1"] in labels(found, "memory")


def test_without_a_wish_the_most_mentioned_names_are_shown(memory, picture):
    assert {"ledger-db", "Mara Lindqvist"} <= labels(picture(), "entity")


@pytest.mark.parametrize("wanted", [{"name": "Nobody"}, {"name": "!"}, {"memory": "m99"}])
def test_what_is_not_there_is_one_clear_line(memory, picture, wanted):
    with pytest.raises(SettingsError) as failure:
        picture(**wanted)
    assert "\n" not in str(failure.value)


def test_a_name_that_very_many_memories_mention_makes_no_large_picture(writer, scope, picture):
    memory = Memory(scope)
    for number in range(400):
        memory.insert(f"m{number}", f"Mara Lindqvist bought Item{number} from Shop{number % 90}.")
    ScopeSync(scope).look(writer, memory.snapshot())
    found = picture(name="Mara Lindqvist")
    memories = [node for node in found.nodes if node.kind == "memory"]
    assert found.nodes[0].size == 400
    assert len(memories) == MAX_MEMORIES
    assert len(found.nodes) - len(memories) <= MAX_ENTITIES
    ends = {node.id for node in found.nodes}
    assert all(edge.start in ends and edge.end in ends for edge in found.edges)


def test_another_scope_is_not_seen(writer, memory, picture):
    with fresh_scope(writer) as other:
        stranger = Memory(other)
        stranger.insert("s1", "Mara Lindqvist has a secret in Oslo.")
        ScopeSync(other).look(writer, stranger.snapshot())
        assert "Oslo" not in labels(picture(name="Mara Lindqvist"), "entity")
