"""What the screen says of the last turns."""

import json
import sys

import pytest

from graphrag.agent_zero import markers
from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.page.last_turns import SILENCE, last_turns
from graphrag.agent_zero.service import kept_turns, process
from graphrag.agent_zero.turn_record import Findings, ShownLine, TurnRecord, new_turn_id
from graphrag.reasons import Reason


@pytest.fixture(autouse=True)
def no_turn_yet(monkeypatch):
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    yield
    process.retire()


def record(marker, reason="", cause="", lines=()):
    findings = Findings(lines=tuple(lines), tokens=120) if lines else None
    turn = TurnRecord(
        new_turn_id(), "chat", "default", "Hello?", "", marker, reason, cause, 38.4, "block",
        findings=findings,
    )  # fmt: skip
    kept_turns.record_turn(turn)


def test_before_the_first_turn_there_is_nothing():
    assert last_turns() == []


def test_every_reason_for_silence_has_its_sentence():
    assert set(SILENCE) == set(Reason) - {Reason.SHADOW}


def test_a_turn_that_added_lines_says_how_many_and_how_fast():
    record(markers.INJECTED, lines=[ShownLine("1", "memory", "m1", "text")])
    (turn,) = last_turns()
    assert (turn["kind"], turn["summary"]) == ("added", "Added 1 line, 120 tokens, in 38 ms.")


def test_a_turn_in_shadow_mode_says_what_it_would_have_added():
    record(markers.SHADOW, Reason.SHADOW, lines=[ShownLine("1", "memory", "m1", "text")])
    (turn,) = last_turns()
    assert turn["kind"] == "shadow"
    assert turn["summary"].startswith("Would have added 1 line")


def test_a_silent_turn_says_why_and_an_open_breaker_names_what_opened_it():
    record(markers.EMPTY, Reason.NOT_ABOUT_MEMORY)
    record(markers.NEO4J_DOWN, Reason.BREAKER, Reason.AUTH)
    failed, silent = last_turns()
    assert (silent["kind"], silent["summary"]) == ("silent", SILENCE[Reason.NOT_ABOUT_MEMORY])
    assert (failed["kind"], failed["summary"]) == ("failed", SILENCE[Reason.AUTH])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (ShownLine("1", "memory", "m1", "t", origin="vector"), "Similar to the message"),
        (
            ShownLine("1", "memory", "m1", "t", path=("B7",), hybrid_score=0.01, graph_score=0.4),
            "Linked to what fits",
        ),
        (ShownLine("1", "memory", "m1", "t", origin="graph", hops=2, path=("B7",)), "in 2 hops"),
        (ShownLine("", "relationship", "f1", "a owns b", hops=1), "fact about the names"),
    ],
)
def test_each_line_says_why_it_is_there(line, words):
    record(markers.INJECTED, lines=[line])
    (turn,) = last_turns()
    (shown,) = turn["findings"]["lines"]
    assert words in shown["why"]


def test_the_way_to_a_line_begins_where_the_links_start():
    over_a_name = ShownLine(
        "1", "memory", "m2", "t", start="Falcon is steered from Harbor House.",
        path=("Harbor House",), hops=1,
    )  # fmt: skip
    named = ShownLine("2", "memory", "m3", "t", path=("B7",))
    record(markers.INJECTED, lines=[over_a_name, named])
    first, second = last_turns()[0]["findings"]["lines"]
    assert first["way"] == ["Falcon is steered from Harbor House.", "Harbor House", "this memory"]
    assert second["way"] == ["the message", "B7", "this memory"]


def test_a_memory_of_the_same_session_says_so():
    line = ShownLine("1", "memory", "m2", "t", path=("session:ePQY1f78Ng",))
    record(markers.INJECTED, lines=[line])
    (shown,) = last_turns()[0]["findings"]["lines"]
    assert "same time" in shown["why"]
    assert shown["way"] == []


def test_all_of_it_can_be_exported_as_json():
    record(markers.INJECTED, lines=[ShownLine("1", "memory", "m1", "text", vector_score=0.5)])
    turns = last_turns()
    assert json.loads(json.dumps(turns)) == turns
