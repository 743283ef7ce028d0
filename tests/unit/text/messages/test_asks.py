"""The several things that a message asks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.messages.asking_part import LONG_CHARACTERS
from graphrag.text.messages.asks import MAX_ASKS, asks

STORY = (
    "It rained all day, and the bus to the harbour was late again, so we walked home in the dark. "
)


def asked(message):
    return [part.text for part in asks(message)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Who repairs the heat pump?", "Which colour has the landing?"),
        ("Who repairs the heat pump", "and which colour has the landing?"),
        ("Wer wartet die Heizung im Anbau", "und welche Farbe hat der Flur oben?"),
        ("qui répare la chaudière du chalet", "et quelle couleur a le couloir ?"),
        ("¿quién arregla la caldera?", "¿y qué pintura lleva el pasillo?"),
        ("chi ripara la caldaia in cantina", "e che pintura ha il corridoio?"),
        ("wie repareert de ketel beneden", "en welke verf zit op de gang?"),
        ("hvem reparerer fyrkjelen i kjelleren", "og hvilken maling har gangen?"),
        ("vem lagar värmepannan i källaren", "och vilken färg har hallen?"),
        ("hvem reparerer fyret i kælderen", "og hvilken maling har gangen?"),
        ("kto naprawia piec w piwnicy", "oraz kiedy przychodzi kominiarz?"),
        ("кто чинит котёл в подвале", "и когда приходит трубочист?"),
    ],
)
def test_a_question_word_after_and_begins_what_is_asked_next(first, second):
    assert asked(f"{first} {second}") == [first, second]


def test_a_list_is_asked_item_by_item():
    items = ["1) hours of the pharmacy", "2) times for the cubs", "3) what the insurance costs"]
    assert asked(" ".join(items)) == items
    lines = ["- danuta's rate now", "- where the leftover tiles went"]
    assert asked("\n".join(lines)) == lines


def test_commas_divide_a_list_that_ends_with_and():
    message = "Remind me what Mirjam takes, where the shore samples are, and who sews the sails"
    assert asked(message) == [
        "Remind me what Mirjam takes",
        "where the shore samples are",
        "and who sews the sails",
    ]


@pytest.mark.parametrize(
    "message",
    [
        "I'd like a quote from the man who did the shower, how do I get hold of him?",
        "Weißt du noch, wann der Zug nach Bern fährt?",
        "Husker du, hvornår toget kører til Aarhus?",
        "Who has the spare key for the shed door?",
    ],
)
def test_a_clause_is_nothing_else_that_is_asked(message):
    assert asked(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "who has the last word at the bakery and what's their number?",
        "who do I write to about the loggers, and at what time of day?",
        "vem var det som brukar dra kabel åt mig, och vad tar han?",
        "who comes to dad in the course of a week, and when?",
    ],
)
def test_what_is_not_understood_by_itself_belongs_to_what_is_asked_before(message):
    assert asked(message) == []


def test_what_asks_nothing_belongs_to_what_follows_it():
    message = (
        "Pasta water went everywhere. How did I unlock the hob? And who gave us the guarantee?"
    )
    first, second = asked(message)
    assert first.startswith("Pasta water")
    assert second == "And who gave us the guarantee?"


def test_a_request_counts_that_and_joins_to_a_question():
    message = "Tell me the name of the teacher and how to clean the bassoon reed"
    assert len(asked(message)) == 2


def test_a_text_that_a_task_brings_along_asks_nothing_by_itself():
    text = "Who repairs the heat pump? Which colour has the landing?"
    assert asked(f'Translate into German: "{text}"') == []


@pytest.mark.parametrize(
    "order",
    [
        "Translate 'I'm sorry, the water will be off from nine to eleven' into Polish.",
        "Rewrite „wir bitten um Ihr Verständnis für die Störung“, please.",
    ],
)
def test_behind_an_order_on_a_quoted_text_something_else_may_be_asked(order):
    assert asked(f"{order} And who repaired the heat pump?") == [
        order,
        "And who repaired the heat pump?",
    ]
    assert asked(order) == []
    assert asked(f"{order} And thanks for yesterday!") == []


def test_statements_ask_nothing():
    assert asked("The boiler broke again last night. The dog slept through all of it.") == []


def test_of_a_long_message_only_marked_questions_ask():
    questions = "Who repairs the heat pump? And which colour has the landing upstairs?"
    message = f"{STORY}{STORY}{STORY}{questions}"
    assert len(message) > LONG_CHARACTERS
    first, second = asked(message)
    assert first.endswith("heat pump?")
    assert second == "And which colour has the landing upstairs?"


def test_more_than_three_are_asked_with_the_third():
    message = " ".join(
        f"Where is the {thing} of the boat?" for thing in ["anchor", "engine", "mast"]
    )
    assert len(asked(f"{message} Where is the rudder of the boat?")) == MAX_ASKS
    assert "rudder" in asked(f"{message} Where is the rudder of the boat?")[-1]


@given(st.text("aA ?.,;:\n-1)é und and wer who", max_size=200))
def test_each_stands_in_the_message_where_it_says(message):
    for part in asks(message):
        assert " ".join(message[start:end] for start, end in part.spans) == part.text
