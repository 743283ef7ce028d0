"""Other names that a memory gives somebody."""

from __future__ import annotations

import pytest

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.extraction.names.nicknames import nicknames
from graphrag.graph.records import SourceDocument

NAMES = (
    "Sieglinde Raab",
    "Saitenhof Lauterbach",
    "Pallister & Wray",
    "Isaac",
    "Leer",
    "Christina Moor",
)


@pytest.mark.parametrize(
    ("text", "full", "other"),
    [
        ("Ask Sieglinde Raab (Siggi) for it.", "Sieglinde Raab", "Siggi"),
        ("Ask Christina Moor (Tina) for it.", "Christina Moor", "Tina"),
        ("Ask Christina Moor (Κριστίνα, Tina) for it.", "Christina Moor", "Tina"),
        ("Ask Sieglinde Raab, everybody says Siggi, for it.", "Sieglinde Raab", "Siggi"),
        ("Sieglinde Raab, better known as Zora, sings.", "Sieglinde Raab", "Zora"),
        ("Sieglinde Raab, genannt Siggi, kommt.", "Sieglinde Raab", "Siggi"),
        ("Sieglinde Raab, dite Siggi.", "Sieglinde Raab", "Siggi"),
        ("Sieglinde Raab, 'Siggi', has a key.", "Sieglinde Raab", "Siggi"),
        ("Order it at Saitenhof Lauterbach, SHL for short.", "Saitenhof Lauterbach", "SHL"),
        ("Insured with Pallister & Wray (P&W).", "Pallister & Wray", "P&W"),
        ("SR is Sieglinde Raab.", "Sieglinde Raab", "SR"),
        ("Ask Sieglinde Raab, signs as SR, for it.", "Sieglinde Raab", "SR"),
        ("Sieglinde Raab, answers to Lipe.", "Sieglinde Raab", "Lipe"),
        ("It is Isaac, whom she calls Ike.", "Isaac", "Ike"),
        ("A Saitenhof Lauterbach of 2018, known as Mustard.", "Saitenhof Lauterbach", "Mustard"),
        ("His brother Isaac ('Ike') called.", "Isaac", "Ike"),
    ],
)
def test_another_name_is_found(text, full, other):
    assert nicknames(text, NAMES) == [(full, other)]


@pytest.mark.parametrize(
    "text",
    [
        "Sieglinde Raab (Leer) is away.",
        "Sieglinde Raab (Raab) is away.",
        "Sieglinde Raab (Sales) is away.",
        "A house in Leer, called Lipovka.",
        "Sieglinde Raab (from Graz) sings.",
        "Isaac called Zora.",
        "XY is Sieglinde Raab.",
        "A lamp from Leer with a blue shade, called Lumo.",
        "A cello by an unknown Isaac maker, referred to as Lumo.",
        "Isaac lent Sieglinde Raab a boat of 1950, called Lumo.",
        "Sieglinde Raab, 'never again', she said.",
    ],
)
def test_what_is_no_other_name_is_left_alone(text):
    assert nicknames(text, NAMES) == []


@pytest.mark.parametrize(
    ("full", "nick"),
    [
        ("Sieglinde Raab", "Siggi"),
        ("Verbič Tomaž", "Tom"),
        ("Bronagh Teale", "Bron"),
        ("Jonathan Pryce", "Jonny"),
        ("Gerlinde Moser", "Gerli"),
        ("Tomasz Burdziak", "Tomek"),
        ("Robert Hale", "Robbie"),
        ("Pugh & Tarrant", "P&T"),
        ("Dr Madalena Brito", "MB"),
    ],
)
def test_a_short_form_in_brackets_is_another_name(full, nick):
    assert nicknames(f"Ask {full} ({nick}) for it.", [full]) == [(full, nick)]


@pytest.mark.parametrize(
    ("full", "place"),
    [
        ("Hannah Krüger", "Hannover"),
        ("Marc Dubois", "Marseille"),
        ("Dr Berg", "Bergen"),
        ("Sandra Bauer", "Sanitas"),
        ("Petra Stein", "Steinheim"),
        ("Martin Huber", "Martinshof"),
        ("Oliver Grant", "Oliva"),
        ("Hanna Wiener", "Wien"),
    ],
)
def test_a_place_in_brackets_is_not(full, place):
    documents = [SourceDocument("a", f"{full} ({place}) liefert den Käse.")]
    _, entities = RuleExtractor().update(documents)
    assert not any(place in entity.aliases for entity in entities.values())


@pytest.mark.parametrize(
    "word", ["Saturday", "Mondays", "August", "Christmas", "French", "Again", "Userin", "Lunch"]
)
def test_a_word_that_names_nobody_is_not(word):
    text = f"Lena Koch, called {word}, wants her book back."
    assert nicknames(text, ["Lena Koch"]) == []


def test_a_short_form_that_looks_like_a_month_is():
    assert nicknames("Janina Kern, called Jan, rang.", ["Janina Kern"]) == [("Janina Kern", "Jan")]


def test_later_memories_that_use_it_are_about_the_same():
    texts = ("Our niece is Sieglinde Raab (Siggi).", "We lent Siggi the long ladder.")
    documents = [SourceDocument(f"m{place}", text) for place, text in enumerate(texts)]
    found, entities = RuleExtractor().update(documents)
    assert "name:sieglinde raab" in {mention.entity_id for mention in found["m1"].mentions}
    assert ("name:sieglinde raab", "is also called") in {
        (fact.subject, fact.predicate) for fact in found["m0"].facts
    }
    assert entities["name:sieglinde raab"].aliases == ("Siggi",)
