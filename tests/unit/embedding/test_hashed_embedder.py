"""Vectors of hashed words: the same everywhere, and near where words are shared."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphrag.embedding.hashed import HashedEmbedder, hashed_vector


def cosine(one: str, other: str) -> float:
    return float(np.dot(hashed_vector(one), hashed_vector(other)))


@given(st.text())
def test_every_text_gives_a_unit_vector_or_zeros(text):
    norm = math.sqrt(sum(value * value for value in hashed_vector(text)))
    assert norm == 0.0 or math.isclose(norm, 1.0, rel_tol=1e-9)


def test_vectors_are_the_same_in_every_process():
    script = "from graphrag.embedding.hashed import hashed_vector as h; print(h('Atlas')[:60])"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{hashed_vector('Atlas')[:60]}\n"}


def test_shared_words_bring_texts_together():
    question = "Who owns the checkout service?"
    assert cosine(question, "The checkout service is owned by Mara.") > 0.4
    assert cosine(question, "We had pizza on Friday.") < 0.2


def test_word_forms_are_nearer_than_other_words():
    assert cosine("deployments", "deployment") > cosine("deployments", "invoices") + 0.2


def test_a_question_of_function_words_alone_still_has_a_vector():
    assert any(hashed_vector("who is it"))


def test_the_matrix_holds_the_single_vectors():
    matrix = HashedEmbedder().embed(["one", ""])
    assert matrix.shape == (2, 384)
    assert np.allclose(matrix[0], hashed_vector("one"))
    assert not matrix[1].any()


def test_no_texts_give_an_empty_matrix():
    assert HashedEmbedder(dimension=16).embed([]).shape == (0, 16)
