"""The relation types of facts and those that may be written."""

from __future__ import annotations

import pytest

from graphrag.graph.cypher.facts import UPSERT_RELATIONS
from graphrag.graph.extraction.facts.relations import relation_in_table, relation_of
from graphrag.model import FACT_TYPES


@pytest.mark.parametrize(
    ("predicate", "relation"),
    [
        ("depends on", "DEPENDS_ON"),
        ("replaces", "SUPERSEDES"),
        ("amends", "AMENDS"),
        ("refers to", "REFERENCES"),
        ("looks after", "RELATED_TO"),
        ("was replaced by", "RELATED_TO"),
    ],
)
def test_only_words_that_name_a_type_have_one(predicate, relation):
    assert relation_of(predicate)[0] == relation
    assert relation in UPSERT_RELATIONS


def test_every_type_of_fact_can_be_written():
    assert set(UPSERT_RELATIONS) == set(FACT_TYPES)


def test_a_table_may_name_a_type_or_use_the_words_of_a_sentence_or_of_its_own():
    predicates = ("DEPENDS_ON", "Runs on", "cites", "plays")
    assert [relation_in_table(predicate) for predicate in predicates] == [
        "DEPENDS_ON",
        "DEPENDS_ON",
        "REFERENCES",
        "RELATED_TO",
    ]
