"""The vectors of messages, with their English words and with what asks in a long one."""

import numpy as np
import pytest

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.text.languages.english_vectors import mean_of_both
from graphrag.text.languages.english_words import english_message
from graphrag.text.messages.asking_part import asking_part
from graphrag.text.messages.message_vectors import embed_in_english, embed_messages

EMBED = HashedEmbedder().embed

GERMAN = "Der Ersatzschlüssel liegt beim Nachbarn im Briefkasten."
ENGLISH = "Where is the spare key?"
STORY = "It rained all day long, the bus was late again and my shoes are wet through and through. "
LONG = 3 * STORY + "Who of us has the spare key for the shed?"


def test_a_question_is_drawn_to_its_english_words_with_the_function_words():
    question, embedded = "Wer hat den Ersatzschlüssel?", []

    def embed(texts):
        embedded.extend(texts)
        return EMBED(texts)

    [drawn] = embed_messages(embed, [question])
    assert embedded == [question, english_message(question)]
    assert drawn == pytest.approx(mean_of_both(*EMBED(embedded)))


def test_a_long_message_is_drawn_to_what_asks_and_a_short_one_stays():
    short, drawn = embed_messages(EMBED, [ENGLISH, LONG])
    whole, part = EMBED([LONG, asking_part(LONG).text])
    assert short == pytest.approx(EMBED([ENGLISH])[0])
    assert whole @ part < drawn @ part < 1
    assert drawn @ whole > drawn @ part
    assert np.linalg.norm(drawn) == pytest.approx(1)


def test_where_a_message_is_compared_with_examples_only_its_english_words_count():
    found = embed_in_english(EMBED, [GERMAN, ENGLISH])
    assert found == pytest.approx(EMBED([english_message(GERMAN), ENGLISH]))


def test_of_a_long_message_what_asks_is_compared_with_examples():
    assert embed_in_english(EMBED, [LONG]) == pytest.approx(EMBED([asking_part(LONG).text]))
