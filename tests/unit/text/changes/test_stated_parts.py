"""What a memory only asks, denies, wishes or makes a condition of changes nothing."""

from __future__ import annotations

import pytest

from graphrag.text.changes.stated_parts import stated_parts

from ....support.changed_memories import JUNE, NOVEMBER, around, memory, outdated


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "Kim's doctor is Dr Pell at Millrace Surgery.",
            "Kim is looking for a new doctor nearer than Millrace Surgery.",
        ),
        (
            "Leo works at the bakery on Mill Street.",
            "Leo hopes that his sister will take over from him; he wants to quit by spring.",
        ),
        (
            "Our car is a Skoda Enyaq.",
            "Reto dreams of a VW ID.Buzz instead of the Skoda Enyaq.",
        ),
        (
            "Nora takes 10 mg of Lisinopril.",
            "Nora asked whether she should switch to Losartan instead of Lisinopril.",
        ),
        (
            "Emil plays the trumpet in the Stadtmusik on Fridays.",
            "Emil möchte statt Trompete lieber Saxophon spielen, ab Februar.",
        ),
        (
            "Der Serverraum ist im Keller, Schlüssel bei Frau Lang.",
            "Frau Lang fragt, ob der Serverraum verlegt werden soll, statt im Keller nach oben.",
        ),
        (
            "The choir rehearses on Tuesdays at 19:30.",
            "Does the choir rehearse on Thursdays? Ask Ina.",
        ),
        (
            "The choir rehearses on Tuesdays at 19:30.",
            "If the hall is taken, the choir rehearses on Thursdays.",
        ),
        ("Nora takes 10 mg of Lisinopril.", "Nora must not take 20 mg of Lisinopril."),
        (
            "The door code of the studio is 4417.",
            "Is the door code of the studio 9902? It did not work.",
        ),
        (
            "Herr Maurer gibt Lio am Dienstag Nachhilfe in Mathe.",
            "Der Hauswart, Herr Studer, kommt neu am Donnerstag.",
        ),
    ],
)
def test_what_is_not_stated_makes_nothing_outdated(older: str, newer: str) -> None:
    memories = [*around(), memory("old", older, JUNE), memory("new", newer, NOVEMBER)]
    assert "old" not in outdated(memories).get("new", ())


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "The alarm of the deep-frozen trailers is at -16 °C.",
            "Akkermann wants to hear earlier: the alarm of the trailers is at -17.5 °C from today.",
        ),
        (
            "The choir rehearses on Tuesdays at 19:30.",
            "Ina wants to sing longer. The choir now rehearses on Thursdays.",
        ),
    ],
)
def test_what_is_stated_beside_a_wish_does(older: str, newer: str) -> None:
    memories = [*around(), memory("old", older, JUNE), memory("new", newer, NOVEMBER)]
    assert outdated(memories)["new"] == ("old",)


def test_what_states_something_stays_as_it_is() -> None:
    text = "Danuta asks £18 an hour from this month, fine with me."
    assert stated_parts(text) == text
