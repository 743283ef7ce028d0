"""What a text takes back after it was said states nothing; what it denies in part still does."""

from __future__ import annotations

import pytest

from graphrag.graph.extraction.facts.taken_back import is_taken_back, takes_back
from graphrag.graph.extraction.facts.tokens import tokens_of
from tests.unit.graph.extraction.facts.test_facts import stated

RUNS = {"Anna Berg | runs | Harbour Hall"}
LIVES = {"Anna Berg | wohnt in | Port Vale"}


@pytest.mark.parametrize(
    "aside",
    [
        "not any more",
        "no longer",
        "not verified",
        "not yet confirmed",
        "wrong",
        "to be confirmed",
        "still to be checked",
        "until 2023",
        "until May 2023",
        "until the end of 2023",
    ],
)
def test_brackets_take_back_what_stands_before_them(aside):
    assert stated(f"Anna Berg runs Harbour Hall ({aside}).") == set()


@pytest.mark.parametrize("aside", ["nicht mehr", "nicht bestätigt", "falsch", "bis 2019"])
def test_german_brackets_take_back_what_stands_before_them(aside):
    assert stated(f"Anna Berg wohnt in Port Vale ({aside}).") == set()


@pytest.mark.parametrize(
    "end",
    [
        ", not any more",
        ", but not any more",
        ", but no longer since May",
        ", which is not true",
        ", which isn't true",
        ": not true",
        " — not any more",
        " - wrong",
        " -- no longer",
        "; this is wrong",
        "; no longer",
    ],
)
def test_a_denial_after_a_sign_takes_back_what_stands_before_it(end):
    assert stated(f"Anna Berg runs Harbour Hall{end}.") == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "That is not true.",
        "That's wrong!",
        "This is no longer the case.",
        "Not any more.",
        "No, that was Tomas Reed.",
        "Wrong, it is Tomas Reed.",
        "Correction: it is Tomas Reed.",
        "Das stimmt nicht mehr.",
        "Nein, das war Tomas Reed.",
        "Ce n'est plus vrai.",
        "Ya no es cierto.",
        "That is unconfirmed.",
        "Just kidding.",
    ],
)
def test_the_next_sentence_takes_back_the_one_before_it(sentence):
    assert stated(f"Anna Berg runs Harbour Hall. {sentence}") == set()


def test_a_sentence_takes_back_only_the_one_before_it():
    text = "Anna Berg runs Harbour Hall. Tomas Reed owns Quay Street. That is not true."
    assert stated(text) == RUNS


@pytest.mark.parametrize(
    "end",
    [
        ", not the Mill",
        ", not Quay Street",
        ", but not in summer",
        ": not the Mill",
        " (no dogs)",
        " (until 22:00)",
        ", pets: no",
        ". Not in summer",
        ". No dogs are allowed",
        ". No sugar, please",
        ". It is not far",
        ". That is not true of Tomas Reed",
        ". It is not true that Tomas Reed owns it",
        ". Tomorrow, she is away",
        ". That is wrong of her",
    ],
)
def test_a_denial_of_one_part_leaves_the_statement(end):
    assert stated(f"Anna Berg runs Harbour Hall{end}.") >= RUNS


@pytest.mark.parametrize(
    "end", [", aber nicht mehr lange", ". Das ist nicht weit", " (nicht allein)"]
)
def test_a_german_denial_of_one_part_leaves_the_statement(end):
    assert stated(f"Anna Berg wohnt in Port Vale{end}.") == LIVES


def test_a_question_takes_nothing_back():
    assert stated("Anna Berg runs Harbour Hall. Is that not true?") == RUNS


@pytest.mark.parametrize("end", ["(until 2023)", ", until May 2023"])
def test_the_end_of_what_is_past_says_when_it_was(end):
    assert stated(f"Anna Berg ran Harbour Hall {end}.") == {"Anna Berg | ran | Harbour Hall"}


def test_the_readers_look_at_tokens_alone():
    text = "That is wrong"
    tokens = tuple(tokens_of(text, 0, len(text), ()))
    assert takes_back(tokens)
    assert not is_taken_back(tokens, past=False)  # nothing is named that could be taken back
