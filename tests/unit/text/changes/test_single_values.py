"""Sentences that give the one value of a thing, and two of them that contradict each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.changes.single_values import single_value

from ....support.changed_memories import JUNE, NOVEMBER, around, memory, outdated

CHANGED = [
    ("User's dentist is Dr. Fuchs.", "User's dentist is Dr. Hahn."),
    ("The user's car is a Skoda Octavia.", "The user's car is a Kia Niro."),
    ("The server room key is with Kim.", "The server room key is with Lars."),
    ("The office is on the third floor.", "The office is on the fifth floor."),
    ("The treasurer of the choir is Perpetua.", "The treasurer of the choir is Edmund."),
    ("The backup server is called heron.", "The backup server is called egret."),
    ("User lives in Leeds.", "User lives in Sheffield."),
    ("The company wiki runs on Confluence.", "The company wiki runs on BookStack."),
    ("Der Zweitschlüssel liegt bei Frau Mertens.", "Der Zweitschlüssel liegt bei Herrn Otto."),
    ("L'utilisateur habite à Nantes.", "L'utilisateur habite à Rennes."),
    ("El casero es Ramón Vidal.", "El casero es Jorge Peña."),
    ("L'allenatore della squadra è Riva.", "L'allenatore della squadra è Galli."),
    ("De fietspomp ligt in de schuur.", "De fietspomp ligt in de kelder."),
    ("User's dentist is Dr. Fuchs, Mill Lane 3.", "User's dentist is Dr. Hahn, open till six."),
    ("User's dentist is Dr. Fuchs.", "The dentist is Dr. Hahn (phone 4412)."),
    ("Der Zahnarzt des Benutzers ist Dr. Fuchs.", "Der Zahnarzt ist Dr. Hahn, Ringstraße 4."),
    ("La profesora de coro es Ana Gil, en Lunna.", "La profesora de coro es Eva Prat."),
    ("De reservesleutel ligt bij mevrouw Prins.", "De reservesleutel ligt bij meneer Visser."),
    ("The boats are insured with Corvane.", "The boats are insured with Orrin; policy of May."),
    (
        "The choir meets on the first Monday of each month at the Mill.",
        "The choir meets on the first Monday of each month at the Dairy in Lunna, 19:30.",
    ),
    (
        "Der Chor trifft sich jeden Montag in der Mühle, 19 Uhr.",
        "Der Chor trifft sich jeden Montag in der Molkerei, 19 Uhr.",
    ),
]

BOTH_HOLD = [
    ("Ida's friend is Lena.", "Ida's friend is Paula."),
    ("User is a data engineer.", "User is a vegetarian."),
    ("Jonas is allergic to peanuts.", "Jonas is allergic to cats."),
    ("The printer is a Brother.", "The printer is in the den."),
    ("The window of the bath is open.", "The window of the bath is broken."),
    ("The server is in rack B7.", "The server is on Debian 12."),
    ("The trainer of Ida is Desmond for swimming.", "The trainer of Ida is Holger for football."),
    ("The invoice is for the new roof.", "The invoice is for the heating."),
    ("User's brother lives in Leeds.", "User's brother lives in York."),
    ("User's dentist is Dr. Hahn.", "User's dentist is Dr. Hahn in Leer."),
    ("User works at the harbour on Mondays.", "User works at the mill on Fridays."),
    ("Die Kollegin ist Frau Kuhn.", "Die Kollegin ist Frau Lang."),
    ("Is the landlord Mr. Brandt?", "The landlord is Nordhaus GmbH."),
    ("User's dentist is Dr. Hahn.", "User's dentist is not Dr. Fuchs."),
    ("User's dentist is Dr. Hahn.", "User's dentist is also Dr. Fuchs."),
    ("The choir meets on Mondays at the Mill.", "The choir meets on Fridays at the Dairy."),
    ("The choir meets at the Mill in winter.", "The choir meets at the Dairy in summer."),
    ("The choir meets at the Mill in May.", "The choir meets at the Dairy in June."),
    ("User's doctor is Dr. Lund, for the knee.", "User's doctor is Dr. Vik, for the eyes."),
    ("User's flight is LX318, seat 14A.", "User's flight is BA672, seat 3C."),
    ("User's menu is soup, bread and cake.", "User's menu is bread, soup and cake."),
    ("Ida's dentist is Dr. Fuchs.", "The dentist is Dr. Hahn, on Mill Lane."),
    ("The key is with Ida, the blue one.", "The key is with Ben, the red one."),
    ("Der Schlüssel liegt im Schuppen.", "Der Schlüssel liegt im Auto, der für die Garage."),
    ("La clé est chez Marie, celle du garage.", "La clé est chez Luc, celle de la cave."),
    ("La chiave è presso Anna, quella grande.", "La chiave è presso Marco, quella del garage."),
    ("User's dentist is Dr. Fuchs.", "User's dentist is from Graz."),
    ("El dentista es don Pablo.", "El dentista es de Madrid."),
    ("Le médecin est Madame Roux.", "Le médecin est de Lyon."),
]

THINGS = ["", "-", "the", "l'", "of", "User's car", "a    of the"]
VERBS = ["is", "lives in", "is called"]
GIVEN = ["", ".", "-", "a", "the", "for", "Hahn", "a Kia for"]
ORDERS = st.tuples(*map(st.sampled_from, (THINGS, VERBS, GIVEN)))


@pytest.mark.parametrize(("older", "newer"), CHANGED)
def test_the_same_sentence_with_another_value_makes_the_older_one_outdated(older, newer):
    memories = [*around(), memory("old", older, JUNE), memory("new", newer, NOVEMBER)]
    assert outdated(memories) == {"new": ("old",)}


@pytest.mark.parametrize(("older", "newer"), BOTH_HOLD)
def test_what_one_has_several_of_or_what_is_of_another_kind_contradicts_nothing(older, newer):
    first, second = single_value(older), single_value(newer)
    assert first is None or second is None or not second.contradicts(first)


def test_a_memory_of_several_sentences_gives_no_single_value():
    assert single_value("Our dentist is Dr. Fuchs. She pulled two of Ida's teeth.") is None


@pytest.mark.parametrize(
    "text", ["-          is Hahn", "User's dentist is  \t .", "The code is ..."]
)
def test_what_lacks_a_thing_or_a_value_gives_no_single_value(text):
    assert single_value(text) is None


@given(ORDERS, st.sampled_from([" ", "     ", " \t ", "\u3000 "]))
def test_a_sentence_that_lacks_a_part_can_be_read(parts, gap):
    value = single_value(gap.join(parts))
    assert value is None or (value.thing and value.form and value.value)
