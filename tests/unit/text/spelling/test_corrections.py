"""Misspelled words of a message become those of the memories."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.spelling.corrections import corrected
from graphrag.text.spelling.vocabulary import Vocabulary

MEMORIES = Vocabulary.of(
    [
        "The Klostergatan practice shares its x-ray room with Värnhem.",
        "mossball runs the print queue; log in as marta.",
        "Livvy has her bassoon lesson with Don Camillo.",
        "The blood counter has to warm up. The night light is outside.",
        "Receipts go to the tax office in Cloppenburg, with the declarations.",
        "The emergency pens of Bruno expire in March; pens are in the annexe.",
        "We stay with Lina. The team meets every Friday, with biscuits.",
    ]
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("where do i park at klostegatan", "where do i park at Klostergatan"),
        ("new pens for Burno?", "new pens for Bruno?"),
        ("give up the basoon", "give up the bassoon"),
        ("what does Camilo say", "what does Camillo say"),
        ("the diesel in Kloppenburg", "the diesel in Cloppenburg"),
        ("who heats the anexe", "who heats the annexe"),
        ("the declerations are stuck", "the declarations are stuck"),
        ("the room at varnhem", "the room at Värnhem"),
        ("Livy's lesson", "Livvy's lesson"),
    ],
)
def test_a_misspelled_word_becomes_the_one_of_the_memories(typed, meant):
    assert corrected(typed, MEMORIES) == meant


def test_two_words_that_are_one_in_the_memories_are_joined():
    assert corrected("which queue runs on moss ball?", MEMORIES) == "which queue runs on mossball?"


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ("where is her ring", "herring"),
        ("was her friend there", "washer"),
        ("bin ich vor Ort?", "Vorort"),
        ("war das ein Kauf?", "Einkauf"),
        ("que faut-il pour boire", "pourboire"),
    ],
)
def test_a_function_word_is_not_joined_with_another_word(message, word):
    assert corrected(message, Vocabulary.of([f"{word}: Monday"])) == message


def test_a_word_that_is_two_in_the_memories_is_divided():
    assert corrected("how long does the bloodcounter take", MEMORIES) == (
        "how long does the blood counter take"
    )


def test_a_compound_of_words_that_stand_apart_in_the_memories_stays_one_word():
    known = Vocabulary.of(["Das Blatt der Vertreter ist fertig."])
    assert corrected("wo liegt das vertreterblatt", known) == "wo liegt das vertreterblatt"


def test_a_hyphen_that_is_left_out_is_put_back():
    spoken = Vocabulary.of(["kv-lodde brews on Sunday."])
    assert corrected("what does kvlode brew", spoken) == "what does kv-lodde brew"
    assert corrected("what does kvlodde brew", spoken) == "what does kv-lodde brew"


def test_a_common_word_gets_no_capital_that_only_began_a_sentence():
    assert corrected("paper for the reciepts", MEMORIES) == "paper for the receipts"


@pytest.mark.parametrize(
    "message",
    [
        "where do i park at Klostergatan",
        "ask Lisa about it",  # Lina is somebody else
        "the fridays are free",  # another ending
        "chicken satay again",
        "what did Mr Wirth say?",
        "the tax form and the office",
        "the coast is clear",  # no cost, no coat
        "see https://example.org/basoon and basoon_7 and basoon.txt",
        "what does `sort basoon first` do, with --basoon and $basoon",
        "it says\n```\nimport basoon\n```",
        "hvem var det",
        "一个 바순",
        "",
    ],
)
def test_what_is_right_or_may_be_meant_stays(message):
    assert corrected(message, MEMORIES) == message


@pytest.mark.parametrize(
    ("message", "known"),
    [
        ("wo ist der Schlüsselkasten", "Schlüsselkarten"),
        ("wer schneidet die Rosenkante", "Rasenkante"),
        ("das Kellertor klemmt", "Kellertür"),
        ("autotallista", "autotallissa"),
        ("kirjastosta", "kirjastossa"),
        ("wo ist die Hausmeisterei", "Hausmeister"),
    ],
)
def test_a_compound_of_other_words_and_another_form_of_a_word_stay(message, known):
    assert corrected(message, Vocabulary.of([known])) == message


def test_words_of_other_scripts_stay():
    known = Vocabulary.of(["Совет директоров решил. Το νερό"])
    assert corrected("какой свет, το νέρο", known) == "какой свет, το νέρο"


def test_a_message_in_an_unknown_language_stays():
    message = "Lundi basoun klostergat varnhein camilli bruna livva mossbal anneks"
    assert corrected(message, MEMORIES) == message


def test_of_words_that_are_as_near_the_most_frequent_one_is_taken():
    two = Vocabulary.of(["Kettwig, Kettwig and Ketwig"])
    assert corrected("Kettwwig", two) == "Kettwig"


@given(st.text(max_size=300))
def test_without_memories_every_message_stays(message):
    assert corrected(message, Vocabulary.of([])) == message


@given(st.text(alphabet="abnorsu -'\n", max_size=120))
def test_a_corrected_message_needs_no_second_correction_of_its_known_words(message):
    known = Vocabulary.of(["bassoon"])
    once = corrected(message, known)
    assert once.count("bassoon") >= message.count("bassoon")
