"""What of a long message asks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.messages.asking_part import LONG_CHARACTERS, asking_part

STORY = (
    "Long day, the car park at the pool was full, so we walked in the rain. I have cleared out the"
    " red pouch by the door while the pasta boils, plasters gone, wipes dried up. Then Livia came"
    " home and told me all about her brace, which took us until the washing-up."
)
QUESTION = "When do I need new emergency pens for Bruno?"


@pytest.mark.parametrize(
    "message", [f"{QUESTION} {STORY}", f"{STORY} {QUESTION}", f"{STORY}\n\n{QUESTION}\n\n{STORY}"]
)
def test_of_a_long_message_the_question_asks_wherever_it_stands(message):
    assert asking_part(message).text == QUESTION


def test_all_of_a_short_message_asks():
    message = f"The pouch is empty. {QUESTION}"
    assert asking_part(message).text == message


def test_all_of_a_message_asks_that_has_no_question_mark():
    assert asking_part(STORY).text == STORY


@pytest.mark.parametrize(
    "task",
    [
        "Translate this into German, please:",
        "Bitte korrigiere diesen Text:",
    ],
)
def test_a_question_in_a_text_that_a_task_brings_along_does_not_ask(task):
    message = f"{task}\n\n{STORY} {QUESTION}"
    assert asking_part(message).text == message


def test_all_its_questions_ask():
    other = "And which neighbour in our road keeps the spare key of the shed?"
    assert asking_part(f"{QUESTION} {STORY} {other}").text == f"{QUESTION} {other}"


def test_a_question_that_says_little_brings_what_was_said_before_it():
    van = "I'm at the harbour in Gourock and the van won't start."
    assert asking_part(f"{STORY} {van} Which number do I ring?").text.startswith(van)


def test_two_long_words_of_a_question_say_enough():
    question = "Wer hat den Schlüssel zum Getränkelager?"
    assert asking_part(f"{STORY} {question}").text == question


def test_one_at_the_beginning_brings_what_is_said_after_it():
    van = "The van won't start and I'm at the harbour in Gourock."
    assert asking_part(f"Which number? {van} {STORY}").text == f"Which number? {van}"


@pytest.mark.parametrize(
    "question",
    [
        "Welcher Nachbar im Erdgeschoss hat den Ersatzschlüssel für den Keller?",
        "¿Qué vecino de la planta baja guarda la llave de repuesto del trastero?",
        "地下室の予備の鍵は誰が持っていますか？",
        "من لديه المفتاح الاحتياطي للقبو في بيتنا؟",
        'Did the neighbour really say "we keep the spare key in the cellar?"',
    ],
)
def test_a_question_of_any_language_is_seen(question):
    assert asking_part(f"{STORY} {question}").text == question


def test_an_address_with_a_question_mark_asks_nothing():
    message = f"{STORY} It is all on https://example.com/shop?item=7 now."
    assert asking_part(message).text == message


MESSAGES = st.lists(st.sampled_from([STORY, QUESTION, "Why?", "Yes.", "So. ", "\n\n"]), max_size=12)


@given(MESSAGES, st.data())
def test_what_stands_in_the_part_is_the_same_at_its_moved_place(pieces, data):
    message = " ".join(pieces)
    part = asking_part(message)
    ends = st.integers(0, len(message))
    spans = [tuple(sorted(pair)) for pair in data.draw(st.lists(st.tuples(ends, ends), max_size=9))]
    inside = [s for s in spans if any(a <= s[0] and s[1] <= b for a, b in part.spans)]
    moved = part.moved(spans)
    assert sorted(message[a:b] for a, b in inside) == sorted(part.text[a:b] for a, b in moved)


@given(st.text(max_size=2 * LONG_CHARACTERS))
def test_the_part_is_made_of_the_messages_own_sentences(message):
    part = asking_part(message)
    assert part.text == " ".join(message[start:end] for start, end in part.spans)
