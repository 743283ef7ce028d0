"""Who somebody is to the user, where the text does not say "my"."""

from __future__ import annotations

import pytest

from .test_facts import stated


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Brother: Tomas Reed, 41, lives in Port Vale.", "brother"),
        ("His older brother Tomas Reed is a welder.", "brother"),
        ("Next-door neighbour Tomas Reed has a spare key.", "next-door neighbour"),
        ("Tomas Reed, the neighbour, brings eggs.", "neighbour"),
        ("Neighbour Tomas Reed has a spare key.", "neighbour"),
        ("Partner: Tomas Reed, 41, lives in Port Vale.", "partner"),
        ("Ihr Mann ist Tomas Reed.", "mann"),
        ("Her father-in-law is Tomas Reed.", "father-in-law"),
        ("On 19 July his boss Tomas Reed moved.", "boss"),
        ("Sein Nachbar ist Tomas Reed.", "nachbar"),
        ("Su padre, Tomas Reed, no contesta.", "padre"),
    ],
)
def test_a_memory_that_begins_with_a_relative_speaks_of_the_users(text, role):
    assert f"Tomas Reed | is {role} of | the user" in stated(text)


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg came. Her brother Tomas Reed did not.",
        "Coordinator: Tomas Reed",
        "Mara Holm met Tomas Reed, her brother.",
        "It rained. Tomas Reed, her brother, came.",
        "Her last day is Harbour Hall day.",
        "Anna Berg's father, Otto Holm, left; her mother, Tomas Reed, did not.",
        "The brother Tomas Reed mentioned is ill.",
        "Boss wants Tomas Reed to call.",
        "Nicht Anna Berg, sondern Tomas Reed leitet das Team.",
        "Nicht: Tomas Reed anrufen.",
        "Man, Tomas Reed plays well.",
        "Mann, Tomas Reed hat das gut gemacht.",
        "Mum, Tomas Reed rang.",
        "Prima: Tomas Reed hat zugesagt.",
        "Capo: Tomas Reed lent it.",
        "Boss: 'Tomas Reed' is the last of the game.",
        "Partner: Lundqvist Ltd.",
        "Tomas Reed, the man, sings.",
    ],
)
def test_it_does_not_otherwise(text):
    assert not any(fact.endswith("the user") for fact in stated(text))


def test_what_somebody_has_not_is_no_fact():
    assert stated("Anna Berg has no sister, Tomas Reed has one.") == set()


def test_what_stands_after_the_label_is_read_too():
    text = "Brother: Tomas Reed, 41, lives in Port Vale."
    assert "Tomas Reed | lives in | Port Vale" in stated(text)
