"""Memories that the host has deleted or edited since the graph was updated."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from graphrag.agent_zero.service.turn_steps.stale import without_stale
from graphrag.model import Entity, Fact, Passage, RankedPassage, Retrieval, graph_key
from graphrag.text.storable import MAX_TEXT, storable

FACT = Fact("f", "a", "b", "Atlas", "Billing", "DEPENDS_ON", "depends on", documents=("k",))


def found(text: str, scope: str = "s", origin: str = "memory") -> Retrieval:
    passage = Passage("k", "id", scope, text=text, origin=origin)
    return Retrieval((RankedPassage(passage, 1.0, "graph", None, 0.0, 0.0, 1),), facts=(FACT,))


def memory(text: str) -> dict[str, SimpleNamespace]:
    return {"id": SimpleNamespace(page_content=text)}


@pytest.mark.parametrize(
    "text", ["Plain.", "With a \0 inside.", "Half of \ud83d a pair.", "x" * MAX_TEXT + "the rest"]
)
@pytest.mark.parametrize("is_recalled", [True, False], ids=["recalled", "from the database"])
def test_a_memory_that_is_as_it_was_stays_with_its_facts(text, is_recalled):
    retrieval = found(text if is_recalled else storable(text, MAX_TEXT))
    assert without_stale(retrieval, "s", memory(text)) == retrieval


@pytest.mark.parametrize("documents", [{}, memory("Edited.")], ids=["deleted", "edited"])
def test_a_memory_that_was_changed_goes_with_its_facts(documents):
    kept = without_stale(found("Before."), "s", documents)
    assert (kept.passages, kept.facts) == ((), ())


def test_what_a_changed_memory_may_have_said_of_a_name_goes_with_it():
    named = Entity("service:atlas", "Atlas", description="Needs Billing.", named=True)
    retrieval = replace(found("Before."), entities=(named,))
    assert without_stale(retrieval, "s", {}).entities == (replace(named, description=""),)
    assert without_stale(retrieval, "s", memory("Before.")).entities == (named,)


@pytest.mark.parametrize("other", [{"scope": "shared"}, {"origin": "ingest"}])
def test_what_is_no_memory_of_the_folder_stays(other):
    retrieval = found("Text.", **other)
    assert without_stale(retrieval, "s", {}) == retrieval


def test_a_fact_that_another_document_supports_stays():
    retrieval = found("Before.")
    both = Fact(
        *(getattr(FACT, name) for name in ("id", "subject", "object")),
        "A",
        "B",
        "DEPENDS_ON",
        "depends on",
        documents=("k", "other"),
    )
    kept = without_stale(Retrieval(retrieval.passages, facts=(FACT, both)), "s", {})
    assert kept.facts == (both,)


@pytest.mark.parametrize("source", ["user_edit", "file"])
def test_a_fact_of_a_deleted_memory_goes_with_it_though_the_memory_was_not_found(source):
    key = graph_key("s", "gone")
    own = replace(FACT, id="e", source=source, scope="s", documents=(key,), memories=(key,))
    shared = replace(own, id="b", documents=(key, "a file that was ingested"))
    retrieval = Retrieval(found("Plain.").passages, facts=(own, shared))
    assert without_stale(retrieval, "s", memory("Plain.")).facts == (shared,)
    there = memory("Plain.") | {"gone": SimpleNamespace(page_content="Atlas depends on Billing.")}
    assert without_stale(retrieval, "s", there).facts == (own, shared)
