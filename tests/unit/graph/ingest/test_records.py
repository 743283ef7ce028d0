"""Records of triples, entities and documents: what each says, and which cannot be used."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphrag.graph.ingest.record_files.triples import BadRecordError, read_record

TRIPLE = {"subject": "Ada", "predicate": "wrote", "object": "Notes"}


def test_a_name_without_a_type_is_what_it_would_be_in_a_text():
    record = read_record(["checkout-api", "depends on", "Ledger"])
    assert [entity.id for entity in record.entities] == ["code:checkout api", "name:ledger"]
    typed = read_record(
        {"subject": "checkout-api", "predicate": "p", "object": "x", "subject_type": "service"}
    )
    assert typed.entities[0].id == "service:checkout api"


def test_a_triple_is_read_from_its_usual_forms():
    for value in (
        ["Ada", "wrote", "Notes"],
        {"subject": "Ada", "predicate": "wrote", "object": "Notes"},
        {"head": "Ada", "relation": "wrote", "tail": "Notes"},
    ):
        [fact] = read_record(value).facts
        assert (fact.subject, fact.predicate, fact.object) == ("name:ada", "wrote", "name:notes")


def test_a_predicate_is_never_a_relationship_type():
    [fact] = read_record(["Ada", "X]->() DETACH DELETE n //", "Notes"]).facts
    assert (fact.relation, fact.predicate) == ("RELATED_TO", "X]->() DETACH DELETE n //")
    [fact] = read_record(["Ada", "CONTAINS", "Notes"]).facts
    assert fact.relation == "RELATED_TO"


def test_a_known_predicate_has_its_type():
    [fact] = read_record(["A1 service", "Depends on", "B2 service"]).facts
    assert fact.relation == "DEPENDS_ON"
    [fact] = read_record(["A1 service", "DEPENDS_ON", "B2 service"]).facts
    assert (fact.relation, fact.predicate) == ("DEPENDS_ON", "depends on")


def test_a_number_as_object_is_a_value():
    [fact] = read_record(["Ada", "born in", 1815]).facts
    assert fact.object == "value:1815"


@pytest.mark.parametrize(
    "value",
    [
        ["Ada", "wrote"],
        ["Ada", "", "Notes"],
        ["Ada", "knows", "ADA"],
        ["***", "wrote", "Notes"],
        ["Ada", "wrote", None],
        {"subject": "Ada", "object": "Notes"},
        {"entity": "!!!"},
        {"doc_id": "x", "entities": []},
        {"entities": ["Ada"]},
        {"doc_id": "x", "text": "t", "entities": ["Ada"], "embedding": ["a"]},
        {"doc_id": "x", "text": "t", "entities": ["Ada"], "embedding": [[1.0, 2.0], [3.0, 4.0]]},
        {"doc_id": "x", "text": "t", "entities": ["Ada"], "embedding": [1e999]},
        {"doc_id": "x", "text": "t", "embedding": [1e200, 1.0]},
        {"doc_id": "x", "text": "t", "embedding": [float("nan"), 1.0]},
        "text",
        7,
        {},
    ],
)
def test_a_record_that_cannot_be_used_says_why(value):
    with pytest.raises(BadRecordError):
        read_record(value)


def test_a_document_may_have_triples_alone_and_those_of_two_parts_are_passed_over():
    triples = [["Ada", "wrote"], "abc", ["Ada", "wrote", "Notes"]]
    record = read_record({"doc_id": "d", "triples": triples})
    assert record.document_id == "d"
    assert [fact.object for fact in record.facts] == ["name:notes"]
    assert {entity.id for entity in record.entities} == {"name:ada", "name:notes"}


def test_a_document_without_a_text_still_has_its_usable_names():
    entities = ["Ada", "***", 7, {"name": "Ben", "type": "person"}]
    record = read_record({"doc_id": "d", "text": " ", "entities": entities})
    assert record.document is None
    assert [entity.id for entity in record.entities] == ["name:ada", "person:ben"]


def test_a_field_that_is_null_is_not_there():
    assert read_record({**TRIPLE, "entity": None, "doc_id": None}) == read_record(TRIPLE)
    plain = {"id": "d", "text": "Ada wrote it."}
    assert read_record({"doc_id": None, "entity": None, **plain}) == read_record(plain)


def test_a_list_of_records_on_one_line_is_named_as_such():
    with pytest.raises(BadRecordError, match="line"):
        read_record([TRIPLE, TRIPLE, TRIPLE])


def test_a_type_that_is_no_text_is_none():
    [entity] = read_record({"entity": "Ada", "type": ["person"]}).entities
    assert entity.id == "name:ada"
    assert read_record({**TRIPLE, "subject_type": ["person"]}) == read_record(TRIPLE)


def test_a_triple_with_a_text_and_an_id_is_a_triple():
    record = read_record({**TRIPLE, "id": "7", "text": "Ada wrote Notes."})
    assert record.document is None
    assert len(record.facts) == 1


def test_an_entity_has_its_type_its_description_and_each_usable_alias_once():
    aliases = ["Countess", "***", 7, "Countess"]
    given = {"entity": "Ada", "type": "person", "aliases": aliases, "description": " Wrote notes. "}
    [entity] = read_record(given).entities
    assert (entity.id, entity.aliases) == ("person:ada", ("Countess",))
    assert entity.description == "Wrote notes."
    [entity] = read_record({"entity": "Ada", "description": "Wrote notes."}).entities
    assert entity.description == "Wrote notes."


def test_what_should_be_a_list_and_is_none_is_left_out():
    [entity] = read_record({"entity": "Ada", "aliases": "Countess"}).entities
    assert entity.aliases == ()
    record = read_record({"doc_id": "d", "text": "t", "entities": "Ada", "embedding": "none"})
    assert record.entities == ()
    assert record.vector is None


def test_the_vector_of_a_document_gets_length_one_and_one_of_zeros_is_none():
    fields = {"doc_id": "d", "text": "t", "entities": ["Ada"]}
    vector = read_record({**fields, "embedding": [3, 4]}).vector
    assert vector is not None
    assert vector.tolist() == pytest.approx([0.6, 0.8])
    for none in ([0.0, 0.0], []):
        assert read_record({**fields, "embedding": none}).vector is None


@pytest.mark.parametrize(
    "confidence", [pytest.param(10**400, id="huge"), "high", None, float("nan")]
)
def test_a_confidence_that_is_no_number_is_the_usual_one(confidence):
    assert read_record({**TRIPLE, "confidence": confidence}) == read_record(TRIPLE)


@pytest.mark.parametrize(("given", "kept"), [(0.4, 0.4), (-2, 0), (95, 1)])
def test_a_confidence_is_between_zero_and_one(given, kept):
    [fact] = read_record({**TRIPLE, "confidence": given}).facts
    assert fact.confidence == kept


def test_a_hundred_thousand_aliases_become_a_few():
    value = {"entity": "Ada", "aliases": [f"Ada {number}" for number in range(100_000)]}
    [entity] = read_record(value).entities
    assert len(entity.aliases) == 20


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["subject", "predicate", "object", "entities", "triples", "id", "text"])
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@example({"id": 0, "text": "0"})
@given(json_values)
def test_any_record_is_read_or_refused(value):
    try:
        record = read_record(value)
    except BadRecordError:
        return
    assert record.document is not None or record.entities
