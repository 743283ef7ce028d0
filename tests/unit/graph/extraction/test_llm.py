"""Extraction by a model: checked, bounded, paid for once, and never instead of the rules."""

from __future__ import annotations

import json
import sqlite3
import time
from datetime import date

import pytest

from graphrag.errors import GraphragError
from graphrag.graph.build import build
from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.extraction.llm import LlmExtractor
from graphrag.graph.extraction.model_answer import parse_answer
from graphrag.graph.records import SourceDocument

TEXT = "Marta told Otto Falk that the ledger sleeps in Lund."
DOCUMENT = SourceDocument("m1", TEXT)
ANSWER = {
    "entities": [
        {"name": "Marta", "type": "person", "description": "tells things"},
        {"name": "Otto Falk", "type": "person"},
        {"name": "ledger", "type": "service", "aliases": ["big book"]},
        {"name": "Lund", "type": "place"},
        {"name": "Napoleon", "type": "person"},
    ],
    "relations": [
        {"subject": "ledger", "predicate": "sleeps in", "object": "Lund", "confidence": 1.0},
        {"subject": "Marta", "predicate": "married", "object": "Napoleon"},
    ],
}


class Model:
    def __init__(self, *answers):
        self.answers = list(answers)
        self.notes = []

    def __call__(self, instruction, note):
        self.notes.append(note)
        answer = self.answers.pop(0) if self.answers else "{}"
        if isinstance(answer, Exception):
            raise answer
        return answer


def extractor(tmp_path, model, calls=10, today=date(2025, 3, 1)):
    return LlmExtractor(model, tmp_path / "llm.sqlite", calls_per_day=calls, today=lambda: today)


def test_an_answer_becomes_entities_and_facts_that_stand_in_the_text(tmp_path):
    llm = extractor(tmp_path, Model("Sure:\n```json\n" + json.dumps(ANSWER) + "\n```"))
    assert llm.work([DOCUMENT]).answered == 1
    extraction, entities = llm.known([DOCUMENT])["m1"]
    assert set(entities) == {"person:marta", "person:otto falk", "service:ledger", "place:lund"}
    assert entities["service:ledger"].aliases == ()
    [fact] = extraction.facts
    assert (fact.subject, fact.predicate, fact.object) == (
        "service:ledger",
        "sleeps in",
        "place:lund",
    )
    assert fact.confidence == 0.7


def test_it_is_added_to_what_the_rules_find_and_types_their_names(tmp_path):
    llm = extractor(tmp_path, Model(json.dumps(ANSWER)))
    llm.work([DOCUMENT])
    other = SourceDocument("m2", "Otto Falk owns the Tern Cluster.")
    desired = build(
        "s",
        [DOCUMENT, other],
        RuleExtractor(),
        origin="memory",
        unit="memory",
        added=llm.known([DOCUMENT, other]),
    )
    assert {"person:otto falk", "name:tern cluster", "service:ledger"} <= set(desired.entities)
    assert "name:otto falk" not in desired.entities
    mentions = {m.entity_id for d in desired.documents.values() for m in d.mentions}
    assert mentions == set(desired.entities)


def test_without_its_file_nothing_is_known_and_nobody_is_asked(tmp_path):
    (tmp_path / "llm.sqlite").write_bytes(b"no database" * 100)
    model, complaints = Model(json.dumps(ANSWER)), []
    llm = LlmExtractor(model, tmp_path / "llm.sqlite", calls_per_day=10, complain=complaints.append)
    assert llm.known([DOCUMENT]) == {}
    assert llm.work([DOCUMENT]).calls == 0
    assert llm.stamp() == extractor(tmp_path / "new", Model()).stamp()
    assert model.notes == []
    assert all("llm.sqlite" in complaint for complaint in complaints)
    assert complaints


def test_while_its_file_is_locked_the_graph_is_left_as_it_is(tmp_path, monkeypatch):
    llm = extractor(tmp_path, Model(json.dumps(ANSWER)))
    llm.work([DOCUMENT])

    def refuse(*_args, **_options):
        raise sqlite3.OperationalError("database is locked")

    monkeypatch.setattr(sqlite3, "connect", refuse)
    with pytest.raises(GraphragError):
        llm.known([DOCUMENT])


def test_no_text_is_paid_for_twice_not_even_after_a_restart(tmp_path):
    extractor(tmp_path, Model(json.dumps(ANSWER))).work([DOCUMENT])
    model = Model()
    again = extractor(tmp_path, model)
    assert again.work([DOCUMENT]).calls == 0
    assert model.notes == []
    assert "m1" in again.known([DOCUMENT])


def test_the_days_budget_is_kept_over_restarts_and_renewed_the_next_day(tmp_path):
    documents = [SourceDocument(f"m{n}", f"Note {n}.") for n in range(5)]
    assert extractor(tmp_path, Model(), calls=2).work(documents).waiting == 3
    model = Model()
    assert extractor(tmp_path, model, calls=2).work(documents).calls == 0
    tomorrow = extractor(tmp_path, model, calls=2, today=date(2025, 3, 2))
    assert tomorrow.work(documents).answered == 2
    assert model.notes == ["Note 2.", "Note 1."]  # the newest first


@pytest.mark.parametrize(
    "answer",
    [
        "no json",
        "{",
        '{"entities": "many"}',
        '{Mara} maybe {"relations": 3}',
        "[" * 50_000,
        "{" + '"a":{' * 20_000 + "}",
    ],
)
def test_a_failure_leaves_the_rules_result_and_is_not_tried_for_ever(tmp_path, answer):
    model = Model(*[answer] * 9)
    llm = extractor(tmp_path, model)
    assert llm.work([DOCUMENT]).failed == 1
    assert len(model.notes) == 2
    assert llm.known([DOCUMENT]) == {}
    assert llm.work([DOCUMENT]).calls == 0


def test_while_the_model_is_away_the_memories_wait(tmp_path):
    documents = [SourceDocument(f"m{n}", f"Note {n}.") for n in range(5)]
    model = Model(OSError("down"), OSError("down"))
    llm = extractor(tmp_path, model, calls=20)
    away = llm.work(documents)
    assert (away.calls, away.failed, away.waiting) == (2, 0, 5)
    assert llm.work(documents).answered == 5


def test_one_memory_that_the_models_client_refuses_does_not_keep_the_others_waiting(tmp_path):
    documents = [SourceDocument(f"m{n}", f"Note {n}.") for n in range(3)]
    done = extractor(tmp_path, Model(ValueError("refused"))).work(documents)
    assert (done.answered, done.waiting) == (2, 1)


def test_memories_that_the_models_client_always_refuses_keep_no_others_waiting(tmp_path):
    class Refuses(Model):
        def __call__(self, instruction, note):
            if "refused" in note:
                raise ValueError("content policy")
            return super().__call__(instruction, note)

    documents = [SourceDocument(f"m{n}", f"Note {n}.") for n in range(5)]
    documents += [SourceDocument(f"r{n}", f"Note {n}, refused.") for n in range(3)]
    # Each look of the sync has an extractor of its own.
    answered = [extractor(tmp_path, Refuses(), calls=50).work(documents).answered for _ in "ab"]
    assert answered == [0, 5], "at first the model seems to be away"


def test_a_second_attempt_may_succeed(tmp_path):
    llm = extractor(tmp_path, Model("sorry", json.dumps(ANSWER)))
    assert llm.work([DOCUMENT]).answered == 1


def test_work_stops_when_asked_to(tmp_path):
    model = Model()
    assert extractor(tmp_path, model).work([DOCUMENT], stop=lambda: True).waiting == 1
    assert model.notes == []


def test_every_answer_gives_another_stamp(tmp_path):
    llm = extractor(tmp_path, Model())
    before = llm.stamp()
    llm.work([DOCUMENT])
    assert llm.stamp() != before


GOOD = {"subject": "ledger", "predicate": "sleeps in", "object": "Lund", "confidence": 0.6}
PERSON = {"name": "Marta", "type": "person"}


@pytest.mark.parametrize(
    "answer",
    [
        {"entities": [PERSON | {"description": None}], "relations": [GOOD]},
        {"entities": [PERSON | {"aliases": None}], "relations": [GOOD]},
        {"entities": [PERSON | {"aliases": [None, "", 3]}], "relations": [GOOD]},
        {"entities": [PERSON, None, "Otto", {"type": "person"}], "relations": [GOOD]},
        {"entities": [PERSON], "relations": [GOOD, GOOD | {"object": ""}]},
        {"entities": [PERSON], "relations": [GOOD | {"predicate": None}, 7, GOOD]},
        {"entities": [PERSON], "relations": [GOOD, GOOD | {"confidence": float("nan")}]},
        {"entities": [PERSON], "relations": [GOOD, GOOD | {"confidence": 10**400}]},
        {"entities": [PERSON], "relations": [GOOD] * 200},
    ],
)
def test_a_null_or_one_odd_part_does_not_cost_the_rest_of_the_answer(tmp_path, answer):
    llm = extractor(tmp_path, Model(json.dumps(answer)))
    assert llm.work([DOCUMENT]).answered == 1
    extraction, entities = llm.known([DOCUMENT])["m1"]
    assert "person:marta" in entities
    assert {(f.subject, f.object) for f in extraction.facts} == {("name:ledger", "name:lund")}


def test_relations_that_are_null_leave_the_entities(tmp_path):
    llm = extractor(tmp_path, Model(json.dumps({"entities": [PERSON], "relations": None})))
    assert llm.work([DOCUMENT]).answered == 1
    assert set(llm.known([DOCUMENT])["m1"][1]) == {"person:marta"}


def test_an_answer_in_which_no_relation_is_usable_counts_and_is_not_paid_for_again(tmp_path):
    model = Model('{"relations": [{"subject": ""}]}')
    done = extractor(tmp_path, model).work([DOCUMENT])
    assert (done.calls, done.answered) == (1, 1)


@pytest.mark.parametrize(("given", "taken"), [(9, 1.0), (-2, 0.0), ("0.4", 0.4), (None, 0.5)])
def test_a_confidence_lies_between_0_and_1(given, taken):
    answer = parse_answer(json.dumps({"relations": [GOOD | {"confidence": given}]}))
    assert answer is not None
    assert [relation.confidence for relation in answer.relations] == [taken]


@pytest.mark.parametrize(
    "around",
    [
        "<think>{Mara} maybe</think>%s",
        '<think>{"a": 1} or {"entities": "?"}</think>%s',
        "%s {as you see}",
        '{"note": "first"} %s {"entities": []}',
    ],
)
def test_braces_around_the_answer_do_not_hide_it(around):
    answer = parse_answer(around % json.dumps({"entities": [PERSON], "relations": [GOOD]}))
    assert answer is not None
    assert [entity.name for entity in answer.entities] == ["Marta"]
    assert len(answer.relations) == 1


@pytest.mark.parametrize("text", ['{"a":' * 7_000 + "}", '{"a' * 12_000 + "}", "{" * 39_000 + "}"])
def test_an_answer_of_braces_alone_is_given_up_soon(text):
    began = time.process_time()
    assert parse_answer(text) is None
    assert time.process_time() - began < 1


def test_an_answer_of_endless_length_is_refused():
    assert parse_answer("{" + " " * 100_000 + "}") is None
