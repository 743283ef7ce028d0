"""Whether a message resembles those that only an agent's memories can answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from graphrag.embedding.minilm_embedder import MiniLMEmbedder
from graphrag.packing.worth_showing import SEVERAL_FROM
from graphrag.text.languages.english_words import english_message
from graphrag.text.messages.dividing_plane import DividingPlane
from graphrag.text.messages.example_messages import FOLDER, example_messages
from graphrag.text.messages.likeness import ExampleMessages
from graphrag.text.messages.message_vectors import embed_in_english

ABOUT_OWN_LIFE = (
    "when does my passport expire?",
    "who repairs our heating?",
    "the alarm code of the summer house",
    "which vet did we take the rabbit to?",
    "the scanner is stuck again, how did we get it going?",
    "what did she name her boat?",
)
ANYTHING_ELSE = (
    "perfect, thank you so much",
    "now shorter, and in Spanish",
    "write a limerick about a lighthouse",
    "why do leaves turn red in autumn?",
    "what is 12 times 34?",
    "who discovered penicillin?",
)
OWN_LIFE_IN_OTHER_LANGUAGES = (
    "wann läuft mein Reisepass ab?",
    "qui répare notre chaudière ?",
    "¿qué código tiene la alarma de la casa del pueblo?",
    "a che veterinario abbiamo portato il coniglio",
    "jak ma na imię siostra mojego szefa?",
)
ANYTHING_ELSE_IN_OTHER_LANGUAGES = (
    "super, vielen Dank dir",
    "plus court, et en anglais",
    "¿por qué se caen las hojas en otoño?",
    "quanto fa 12 per 34",
    "kto odkrył penicylinę?",
)
OWN_TASKS = (
    "reply to the joiner that we take the oak, not the ash",
    "put the chimney sweep into my calendar",
    "order the filters that fit our extractor",
    "draft the programme note, Mila plays first",
    "réponds au fleuriste pour le mariage de Jeanne",
    "trag den Termin beim Steuerberater ein",
)
ANY_TASKS = (
    "convert 12, 18 and 40 fathoms to metres",
    "one-line summary: 'Whales sing. The songs change from year to year, and nobody knows why.'",
    "zsh loop that strips the spaces out of file names",
    "check the web for the tallest bridge in Asia, two lines",
    "une comptine sur un hibou pour les petits",
    "was bedeutet die Meldung 'Segment nicht gefunden'",
)
SEVERAL = (
    "all the paint we have left",
    "which of the neighbours have helped us so far?",
    "list every appointment of this month",
    "what are the parts that are on back order?",
)
ONE = (
    "what is the gate code?",
    "when was the chimney swept?",
    "the name of the plumber in March",
    "how long is the lease?",
)


@pytest.fixture(scope="module")
def embed(tmp_path_factory):
    return MiniLMEmbedder(tmp_path_factory.mktemp("minilm")).embed


@pytest.fixture(scope="module")
def examples(embed):
    return ExampleMessages.embed(embed)


def test_messages_about_ones_own_life_are_told_from_others(embed, examples):
    own = [examples.likeness(vector).memory for vector in embed(ABOUT_OWN_LIFE)]
    others = [examples.likeness(vector).memory for vector in embed(ANYTHING_ELSE)]
    assert min(own) > 0 > max(others)


def test_so_are_messages_in_other_languages(embed, examples):
    own = embed_in_english(embed, OWN_LIFE_IN_OTHER_LANGUAGES)
    others = embed_in_english(embed, ANYTHING_ELSE_IN_OTHER_LANGUAGES)
    least = min(examples.likeness(vector).memory for vector in own)
    assert least > max(examples.likeness(vector).memory for vector in others)


def test_so_are_tasks_of_which_memory_knows_something(embed, examples):
    own, anything_else = embed_in_english(embed, OWN_TASKS), embed_in_english(embed, ANY_TASKS)
    least = min(examples.likeness(vector).memory for vector in own)
    assert least > max(examples.likeness(vector).memory for vector in anything_else)


def test_questions_for_several_memories_are_told_from_questions_for_one(embed, examples):
    several = [examples.likeness(vector).several for vector in embed(SEVERAL)]
    one = [examples.likeness(vector).several for vector in embed(ONE)]
    assert min(several) > SEVERAL_FROM > max(one)


def test_no_example_stands_in_two_groups_or_twice():
    groups = [example_messages(path.stem) for path in FOLDER.iterdir()]
    messages = [message.casefold() for group in groups for message in group]
    assert len(set(messages)) == len(messages)


def test_examples_in_other_languages_have_what_they_say_in_english_beside_them():
    lines = [line for path in FOLDER.iterdir() for line in path.read_text("utf-8").splitlines()]
    beside = dict(line.split("\t") for line in lines if "\t" in line)
    said = {message: english_message(message) or message for message in beside}
    assert beside == said, "run scripts/say_examples.py"


def test_a_vector_of_another_model_resembles_nothing(examples):
    assert examples.likeness(np.ones(3)) is None


def examples_of(about_memory, about_anything_else):
    """Return examples with these vectors."""
    groups = [np.array(group, dtype=np.float32) for group in (about_memory, about_anything_else)]
    return ExampleMessages(*groups, DividingPlane.between(*groups), np.array([0.25, 0.5, 0.0]))


def test_only_the_five_nearest_of_each_group_say_what_is_near():
    asked, other = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]
    message = np.array([1.0, 0.0, 0.0], dtype=np.float32)
    five = examples_of([asked] * 5 + [other] * 9, [other] * 11)
    two = examples_of([asked] * 2 + [other] * 9, [other] * 11)
    flat = DividingPlane(np.zeros(3), 0.0)
    near = [replace(examples, plane=flat).likeness(message).memory for examples in (five, two)]
    assert near[1] == pytest.approx(near[0] * 2 / 5)
    assert five.likeness(message).several == pytest.approx(0.25)


def test_what_all_examples_say_counts_only_where_it_is_clearly_against_memory():
    asked, other = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]
    examples = examples_of([asked] * 6, [other] * 6)
    message = np.array([0.0, 0.0, 1.0], dtype=np.float32)
    at = [
        replace(examples, plane=DividingPlane(np.zeros(3), -side)).likeness(message).memory
        for side in (1.0, 0.0, -0.2, -0.6, -1.0)
    ]
    assert at[0] == at[1] == at[2] > at[3] > at[4]


def test_a_message_near_to_no_example_is_told_by_what_all_of_a_group_have_in_common():
    rng = np.random.default_rng(7)
    manner = np.zeros(60)
    manner[0] = 5.0
    topics = rng.normal(size=(600, 60))
    asked, others = topics[:300] + manner, topics[300:] - manner
    plane = DividingPlane.between(*map(unit, (asked, others)))
    unseen = rng.normal(size=(20, 60))
    assert min(map(plane.side, unit(unseen + manner))) > 0
    assert max(map(plane.side, unit(unseen - manner))) < 0


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_between_groups_that_are_alike_there_is_no_side():
    alike = np.ones((9, 4), dtype=np.float32)
    assert DividingPlane.between(alike, alike).side(alike[0]) == 0
