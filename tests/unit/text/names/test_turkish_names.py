"""In Turkish a person and the place with its ending stand side by side, and are two names."""

from __future__ import annotations

import pytest

from .test_memory_names import named


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mehmet Ankara'da çalışıyor.", {"Mehmet", "Ankara"}),
        ("Elif İstanbul'dan geldi.", {"Elif", "İstanbul"}),
        ("Fatma Bursa’ya taşındı.", {"Fatma", "Bursa"}),
        ("Ablam Zeynep Antalya'da yaşıyor.", {"Zeynep", "Antalya"}),
        ("Oğlum Emre Boğaziçi'nde okuyor.", {"Emre", "Boğaziçi"}),
        ("Kardeşim Ayşe İzmir'de oturuyor.", {"Ayşe", "İzmir"}),
        ("Mehmet Yılmaz Ankara'da avukat olarak çalışıyor.", {"Mehmet Yılmaz", "Ankara"}),
    ],
)
def test_who_does_something_somewhere_is_no_part_of_the_place(text, names):
    assert named(text) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Galata Kulesi'nde buluştuk.", "Galata Kulesi"),
        ("Galata Kulesi'nde bir konser var.", "Galata Kulesi"),
        ("Boğaziçi Üniversitesi'nde okuyor.", "Boğaziçi Üniversitesi"),
        ("Bağdat Caddesi'nde bir ev arıyor.", "Bağdat Caddesi"),
        ("Koç Holding'de çalışıyor.", "Koç Holding"),
    ],
)
def test_a_place_of_several_words_is_whole(text, name):
    assert named(text) == {name}


@pytest.mark.parametrize(
    "text",
    [
        "Ayşe Yılmaz'a sorduk.",
        "Ayşe Yılmaz'dan bir paket aldım.",
        "Dün bahçede biz Ayşe Yılmaz'a sorduk, o geldi.",
        "Ayşe Yılmaz'ın evi güzel.",
        "Ayşe Yılmaz çalışıyor.",
    ],
)
def test_a_person_with_an_ending_is_whole(text):
    assert named(text) == {"Ayşe Yılmaz"}


def test_an_apostrophe_of_another_language_divides_nothing():
    assert named("Anna Berg'a is how she spells it, and Tomas Reed has it.") == {
        "Anna Berg",
        "Tomas Reed",
    }
