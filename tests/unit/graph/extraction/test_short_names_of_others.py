"""A plain noun that begins a name is not short for it where the text means another one."""

from __future__ import annotations

import pytest

from ....support.mentions import entities


@pytest.mark.parametrize(
    ("full", "other"),
    [
        ("Gärtnerei Moser schneidet die Hecke.", "Eine Gärtnerei in Leer verkauft Rosen."),
        ("Praxis Weber ist montags zu.", "Ruth arbeitet in einer Praxis in Fürth."),
        ("Fahrschule Blitz kostet 60 Euro.", "Emma sucht eine Fahrschule."),
        ("Fahrschule Blitz kostet 60 Euro.", "Emma sucht eine neue Fahrschule."),
        ("Fahrschule Blitz kostet 60 Euro.", "Im Dorf gibt es keine Fahrschule mehr."),
        ("Fahrschule Blitz kostet 60 Euro.", "Emma fragt, welche Fahrschule gut ist."),
        ("Kita Sonnenschein schließt um vier.", "Emma is looking for another Kita."),
    ],
)
def test_after_an_indefinite_article_it_is_another_one(full, other):
    named, later = entities(full, other)
    assert named
    assert named.isdisjoint(later)


@pytest.mark.parametrize(
    ("full", "other"),
    [
        ("Bäckerei Schmidt liefert freitags.", "Die Brötchen sind aus der Bäckerei am Markt."),
        ("Gärtnerei Moser schneidet die Hecke.", "Die Gärtnerei in Leer verkauft Rosen."),
        ("Praxis Weber ist montags zu.", "Ruth war in der Praxis von Dr. Lang."),
        ("Werkstatt Lohmann hat das Auto.", "Das Auto ist bei Lang in der Werkstatt."),
    ],
)
def test_with_another_place_or_owner_it_is_another_one(full, other):
    named, later = entities(full, other)
    assert named
    assert named.isdisjoint(later)


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("Gärtnerei Moser schneidet die Hecke.", "Die Gärtnerei kommt am Montag."),
        ("Praxis Weber ist montags zu.", "Die Praxis am Montag anrufen, sie ist dann offen."),
        ("Praxis Weber ist montags zu.", "Die Praxis im Sommer nicht anrufen."),
        ("Werkstatt Lohmann hat das Auto.", "Das Auto ist noch in der Werkstatt."),
        ("Kita Sonnenschein schließt um vier.", "Die Kita sucht eine Köchin in Fürth."),
        ("Fahrschule Blitz kostet 60 Euro.", "Emma geht am Dienstag zur Fahrschule."),
    ],
)
def test_with_a_definite_article_alone_it_is_short_for_the_name(full, short):
    named, later = entities(full, short)
    assert named & later


def test_a_first_name_before_a_place_is_still_short_for_the_whole_name():
    *_, later = entities("We met Jonas Beck.", "We asked Jonas in Leer.")
    assert "name:jonas beck" in later
