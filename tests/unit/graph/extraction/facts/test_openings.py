"""What is told in a story states nothing, and who is greeted does nothing in the sentence."""

from __future__ import annotations

import pytest

from tests.unit.graph.extraction.facts.test_facts import stated


@pytest.mark.parametrize(
    "text",
    [
        "In the film, Anna Berg owns Harbour Hall.",
        "In the movie, Anna Berg is married to Tomas Reed.",
        "In the play my sister Anna Berg kills Tomas Reed.",
        "In a new Netflix series, Anna Berg runs Harbour Hall.",
        "In the book about Port Vale, Anna Berg runs Harbour Hall.",
        "In the game, our landlord is Tomas Reed.",
        "Im Roman wohnt meine Schwester Anna Berg in Port Vale.",
        "In der Serie ist Anna Berg die Chefin von Tomas Reed.",
        "Im Theaterstück, Anna Berg wohnt in Port Vale.",
    ],
)
def test_what_happens_in_a_story_is_no_fact(text):
    assert stated(text) == set()


def test_what_follows_about_somebody_of_a_story_is_no_fact_either():
    assert stated("In the story, Anna Berg runs Harbour Hall. She lives in Port Vale.") == set()


@pytest.mark.parametrize(
    "front",
    [
        "In the book club",
        "In the show room",
        "In the game room",
        "In the Series A round",
        "In the morning",
        "Since the film",
    ],
)
def test_other_fronts_leave_the_fact(front):
    assert stated(f"{front}, Anna Berg runs Harbour Hall.") == {"Anna Berg | runs | Harbour Hall"}


def test_a_film_later_in_a_sentence_leaves_the_fact():
    text = "Anna Berg wrote a book in Port Vale."
    assert stated(text) == {"Anna Berg | wrote a book in | Port Vale"}


@pytest.mark.parametrize("greeting", ["Dear Anna Berg", "Hi Anna Berg", "Dear Anna Berg and Kim"])
def test_who_is_greeted_is_not_who_lives_there(greeting):
    assert stated(f"{greeting}, Tomas Reed lives in Port Vale.") == {
        "Tomas Reed | lives in | Port Vale"
    }


def test_a_german_greeting_is_none_of_it_either():
    text = "Liebe Anna Berg, Tomas Reed wohnt in Port Vale."
    assert stated(text) == {"Tomas Reed | wohnt in | Port Vale"}


def test_who_is_greeted_is_not_what_is_said_after_the_comma():
    text = "Dear Anna Berg, our landlord Tomas Reed lives in Port Vale."
    assert "Anna Berg | is landlord of | the user" not in stated(text)
    assert "Tomas Reed | lives in | Port Vale" in stated(text)


def test_a_dear_person_is_still_a_subject():
    assert stated("Dear Anna Berg lives in Port Vale.") == {"Anna Berg | lives in | Port Vale"}


@pytest.mark.parametrize("text", ["Dear Anna Berg,", "Dear Anna Berg, .", "Hello hi Anna Berg,"])
def test_a_greeting_alone_states_nothing(text):
    assert stated(text) == set()
