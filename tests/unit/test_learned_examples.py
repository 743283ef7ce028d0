"""The example messages, embedded by the host's embedder."""

from __future__ import annotations

import numpy as np
import pytest

from graphrag.agent_zero.host.learned_examples import LearnedExamples
from graphrag.text.likeness import ExampleMessages

from ..support.small_host import Embedder


def test_they_are_embedded_once_with_vectors_of_length_one():
    host, learned = Embedder(), LearnedExamples()
    learned.learn(host, "auto")
    learned.learn(host, "auto")
    assert len(host.asked) == len(set(host.asked))
    expected = ExampleMessages.embed(host.hashed.embed)
    assert np.allclose(learned.of(host).about_memory, expected.about_memory, atol=1e-6)


def test_another_embedder_does_not_get_them():
    learned = LearnedExamples()
    learned.learn(Embedder(), "auto")
    assert learned.of(Embedder()) is None


def test_an_embedder_is_not_asked_where_the_user_forbids_it():
    host, learned = Embedder(), LearnedExamples()
    learned.learn(host, "never")
    assert learned.of(host) is None
    assert not host.asked


@pytest.mark.parametrize("vectors", [None, [], [[0.0, 0.0]] * 500, [[float("nan")]] * 500])
def test_an_embedder_that_fails_is_asked_again_the_next_time(vectors):
    class Failing(Embedder):
        fails = True

        def embed_documents(self, texts):
            if not self.fails:
                return super().embed_documents(texts)
            if vectors is None:
                raise ConnectionError("gone")
            return vectors[: len(texts)]

    host, learned = Failing(), LearnedExamples()
    learned.learn(host, "auto")
    assert learned.of(host) is None
    host.fails = False
    learned.learn(host, "auto")
    assert learned.of(host) is not None
