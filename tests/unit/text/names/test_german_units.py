"""German units, which have a capital and neither are nor begin a name."""

from __future__ import annotations

import pytest

from graphrag.text.names.runs.memory_names import memory_names
from graphrag.text.words import words

from ....support.mentions import entities


def named(text: str) -> set[str]:
    return set(memory_names(text, words(text)).sure.values())


def supposed(text: str) -> set[str]:
    return set(memory_names(text, words(text)).doubtful.values())


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("Die Waschmaschine hat zwei Jahre Garantie.", "Garantie"),
        ("Zwei Jahre Garantie hat die Waschmaschine.", "Garantie"),
        ("Der Vertrag läuft drei Monate Kündigungsfrist.", "Kündigungsfrist"),
        ("Die Firma gibt uns 24 Monate Gewährleistung auf das Dach.", "Gewährleistung"),
        ("Wir haben zehn Kilo Kartoffeln beim Bauern bestellt.", "Kartoffeln"),
        ("Wir bestellen immer fünf Kisten Äpfel und 20 Liter Most.", "Äpfel"),
        ("Der Kurs kostet hundert Euro Anzahlung.", "Anzahlung"),
        ("Der Kurs kostet drei Tage Ferien.", "Ferien"),
        ("Die Therapie dauert sechs Wochen, danach zwei Wochen Pause.", "Pause"),
        ("Die Miete steigt um 40\u00a0Franken Miete im Monat.", "Miete"),
        ("Der Wechsel braucht 1,5 Stunden Arbeit.", "Arbeit"),
        ("Wir haben noch eine Flasche Wein im Keller.", "Wein"),
        ("Wir brauchen eine halbe Stunde Zeit für die Fahrt.", "Zeit"),
        ("Wir haben jede Woche Yoga im Haus.", "Yoga"),
        ("Lio soll den ganzen Tag Tee trinken.", "Tee"),
        ("Wir haben jedes zweite Wochenende Yoga im Haus.", "Yoga"),
        ("Der Kurs kostet 150 EUR Anzahlung.", "Anzahlung"),
        ("Zur Wiese gehören zwei Hektar Wald.", "Wald"),
    ],
)
def test_a_noun_after_a_unit_is_looked_at_by_itself(text, noun):
    assert named(text) <= {"Lio"}
    assert noun in supposed(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Neue Reifen: Michelin CrossClimate, 4 Stück, 520 Franken.", {"Michelin CrossClimate"}),
        ("Wir schulden noch 840 Franken, aber die Zahnärztin wartet.", set()),
        ("Das Velo wiegt 24 Kilo, die Batterie hat 625 Wattstunden.", set()),
        ("Der Umbau dauert pro Haus drei Monate.", set()),
    ],
)
def test_a_unit_alone_is_no_name(text, names):
    assert named(text) == names
    assert supposed(text).isdisjoint({"Stück", "Franken", "Kilo", "Wattstunden", "Monate"})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Wir bleiben zwei Wochen Kreta mit dem Zug.", {"Kreta"}),
        ("Wir wollen nächste Woche Anna fragen, sie weiss es.", {"Anna"}),
        ("Das Rennen heisst 24 Stunden von Le Mans und ist im Juni.", {"Le Mans"}),
        ("Wir fragen Timo Brandl 3 Kilo Mehl ab.", {"Timo Brandl"}),
    ],
)
def test_a_name_beside_an_amount_is_found_without_it(text, names):
    assert named(text) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("For the terrace at Harrowmead 48 square metres of stone are reserved.", "Harrowmead"),
        ("Next year the plan of Otterplan 59 instead of 49 pounds is due.", "Otterplan"),
        ("Ab Juli kostet Otterplan 59 statt 49 EUR im Monat.", "Otterplan"),
        ("We walked from Leermond 12 miles along the river.", "Leermond"),
    ],
)
def test_an_amount_after_a_name_is_no_part_of_it(text, name):
    assert named(text) == {name}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Das ist Tag Heuer, die Uhr von Lio.", {"Tag Heuer", "Lio"}),
        ("Wir lesen gerade Hundert Jahre Einsamkeit und es ist gut.", {"Hundert Jahre Einsamkeit"}),
        ("Wir haben 2 Opel Corsa auf dem Hof.", {"Opel Corsa"}),
        ("We met at Liter Street and in two Stunden Bars.", {"Liter Street", "Stunden Bars"}),
    ],
)
def test_a_word_that_is_no_unit_there_stays_in_its_name(text, names):
    assert named(text) == names


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("Am ersten Schultag bekommt Mina eine Schultüte.", "Schultag"),
        ("Seit dem dritten Elterngespräch geht es besser.", "Elterngespräch"),
        ("Wir warten auf den zweiten Bonusbescheid vom Amt.", "Bonusbescheid"),
    ],
)
def test_a_noun_that_an_ordinal_counts_is_no_name(text, noun):
    assert noun not in named(text)
    assert noun in supposed(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Wir fragen beim Ersten Zürcher Ruderklub nach.", {"Zürcher Ruderklub"}),
        ("Wir sind seit dem ersten Kurs bei Anna Berg.", {"Anna Berg"}),
    ],
)
def test_a_name_beside_an_ordinal_is_found(text, names):
    assert named(text) == names


def test_a_weekend_is_no_name():
    assert "Wochenende" not in named("Wendt: 0555-20814, Notdienst am Wochenende 0555-20899")


def test_memories_with_the_same_unit_share_no_entity():
    texts = ("Der Trockner hat zwei Jahre Garantie.", "Die Säge hat drei Jahre Garantie.")
    assert entities(*texts) == [set(), set()]
