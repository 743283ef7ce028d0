"""Vectors of texts in other languages, with their English words."""

import numpy as np
import pytest

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.text.languages.english_vectors import embed_texts, mean_of_both
from graphrag.text.languages.english_words import english_text

EMBED = HashedEmbedder().embed

GERMAN = "Der Ersatzschlüssel liegt beim Nachbarn im Briefkasten."
ENGLISH = "Where is the spare key?"


def test_an_english_text_has_its_own_vector():
    assert embed_texts(EMBED, [ENGLISH]) == pytest.approx(EMBED([ENGLISH]))


def test_a_text_in_another_language_is_drawn_to_its_english_words():
    [drawn] = embed_texts(EMBED, [GERMAN])
    [own] = EMBED([GERMAN])
    [said] = EMBED([english_text(GERMAN)])
    assert drawn @ said == pytest.approx(drawn @ own, abs=1e-6)
    assert drawn @ said > own @ said
    assert np.linalg.norm(drawn) == pytest.approx(1)


def test_an_english_question_comes_nearer_to_it():
    [question] = EMBED([ENGLISH])
    assert question @ embed_texts(EMBED, [GERMAN])[0] > question @ EMBED([GERMAN])[0]


def test_opposite_vectors_leave_the_texts_own():
    own = np.array([0.6, 0.8], np.float32)
    assert mean_of_both(own, -own) == pytest.approx(own)


def test_nothing_to_embed_is_nothing():
    assert embed_texts(EMBED, []).shape == (0, HashedEmbedder().dimension)
