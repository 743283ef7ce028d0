"""First names that are function words of another language than the text's: "Mia", "Ella"."""

from __future__ import annotations

import pytest

from graphrag.text.names.name_candidates import name_candidates

from ....support.mentions import entities
from .test_memory_names import named


@pytest.mark.parametrize("name", ["Mia", "Ella", "Mio", "Della", "Nella", "Sem", "Nur"])
def test_a_function_word_of_another_language_is_a_name_inside_an_english_sentence(name):
    assert named(f"Our daughter {name} is 8.") == {name}


@pytest.mark.parametrize("name", ["Mia", "Ella", "Nella", "Sem"])
def test_so_it_is_inside_a_german_sentence(name):
    assert named(f"Gestern haben wir {name} am Hafen getroffen.") == {name}


@pytest.mark.parametrize(
    "text",
    ["Mia has swimming on Fridays.", "Mia and Otto share a room.", "Mia's room is blue."],
)
def test_once_it_is_known_as_a_name_it_is_found_where_a_sentence_begins(text):
    assert "name:mia" in entities("Our daughter Mia is 8.", text)[1]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Mia Berg is our nurse.", "Mia Berg"),
        ("The nurse is Ella Reed.", "Ella Reed"),
        ("Nella Conti hat heute angerufen.", "Nella Conti"),
    ],
)
def test_it_begins_a_longer_name(text, name):
    assert named(text) == {name}


@pytest.mark.parametrize(
    "text",
    [
        "Mia sorella vive a Roma.",
        "Mia mamma lavora in ospedale.",
        "Oggi viene mia sorella, e Mia madre no.",
        "Ella vive en una casa grande.",
        "Della casa non so niente.",
        "Nur das Auto ist noch da.",
        "Elle est en vacances avec nous.",
    ],
)
def test_a_function_word_of_the_texts_own_language_is_none(text):
    assert not named(text) & {"Mia", "Ella", "Della", "Nur", "Elle"}


def test_a_text_may_hold_several_languages():
    assert named("We met at noon and had lunch with her. Maintenant Maëlle dort.") == {"Maëlle"}


@pytest.mark.parametrize("text", ["We asked Per about it.", "Via Slack kam das Paket heute an."])
def test_an_english_function_word_alone_is_none_in_any_language(text):
    assert not named(text) & {"Per", "Via"}


@pytest.mark.parametrize(
    "text", ["Mia nonna Assunta abita a Bari.", "Oggi piove. Mia madre resta a casa."]
)
def test_a_known_name_is_none_where_it_opens_a_sentence_of_the_language_that_has_the_word(text):
    assert "name:mia" not in entities("Our daughter Mia is 8.", text)[1]


@pytest.mark.parametrize("text", ["Mia: Nüsse", "Mia hat Fieber.", "Oggi viene anche Mia da noi."])
def test_a_known_name_is_found_elsewhere(text):
    assert "name:mia" in entities("Our daughter Mia is 8.", text)[1]


def candidates(message: str) -> set[str]:
    return {candidate.norm for candidate in name_candidates(message)}


@pytest.mark.parametrize("message", ["When does Mia swim?", "when does mia swim"])
def test_a_question_asks_for_such_a_name(message):
    assert "mia" in candidates(message)


@pytest.mark.parametrize("message", ["Dove abita mia sorella adesso?", "dove abita mia sorella"])
def test_a_question_in_a_language_with_this_function_word_does_not(message):
    assert "mia" not in candidates(message)
