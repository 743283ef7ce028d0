"""The patterns of facts and the relation types that may be written."""

from __future__ import annotations

from graphrag.graph.cypher.facts import UPSERT_RELATIONS
from graphrag.graph.extraction.fact_patterns import PATTERNS
from graphrag.model import FACT_TYPES, RELATION_TYPES


def test_every_pattern_states_a_relation_that_can_be_written():
    assert {pattern.relation for pattern in PATTERNS} <= set(UPSERT_RELATIONS)


def test_facts_take_every_relation_type_but_those_that_start_at_documents():
    assert set(RELATION_TYPES) - set(FACT_TYPES) == {"CONTAINS", "MENTIONS"}
    assert set(UPSERT_RELATIONS) == set(FACT_TYPES)
