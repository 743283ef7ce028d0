"""The example messages, embedded by the host's embedders."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from graphrag.agent_zero.host import learned_examples
from graphrag.agent_zero.host.learned_examples import ASK_AGAIN_S, LearnedExamples
from graphrag.text.messages.likeness import ExampleMessages

from ....support.small_host import Embedder
from ....support.stores import wait_until


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class OfAnotherModel(Embedder):
    model_name = "ollama/another"


NOWHERE = Path("/dev/null/graphrag")
"""A folder that cannot be made: what is kept in a file there is not."""


def learn(learned: LearnedExamples, host: Embedder, folder: Path = NOWHERE) -> None:
    learned.learn_soon(host, "auto", folder)
    wait_until(lambda: learned.of(host, folder) is not None, timeout_s=60)


def test_they_are_embedded_once_with_vectors_of_length_one():
    host, learned = Embedder(), LearnedExamples()
    learn(learned, host)
    once = len(host.asked)
    learn(learned, host)
    assert len(host.asked) == once
    expected = ExampleMessages.embed(host.hashed.embed)
    assert np.allclose(learned.of(host, NOWHERE).about_memory, expected.about_memory, atol=1e-6)


def test_the_embedders_of_two_memory_folders_share_them():
    learned, other = LearnedExamples(), Embedder()
    learn(learned, Embedder())
    learn(learned, other)
    assert not other.asked


def test_two_models_have_their_own():
    learned, one, two = LearnedExamples(), Embedder(), OfAnotherModel()
    learn(learned, one)
    assert learned.of(two, NOWHERE) is None
    learn(learned, two)
    assert learned.of(one, NOWHERE) is not learned.of(two, NOWHERE)


def test_an_embedder_is_not_asked_where_the_user_forbids_it():
    host, learned = Embedder(), LearnedExamples()
    learned.learn_soon(host, "never", NOWHERE)
    learned.learn_soon(None, "always", NOWHERE)
    learn(learned, OfAnotherModel())
    assert not host.asked


@pytest.mark.parametrize("vector", [None, [], [0.0, 0.0], [float("nan")]])
def test_an_embedder_that_fails_is_asked_again_ten_minutes_later(vector):
    class Failing(Embedder):
        calls = 0
        fails = True

        def embed_documents(self, texts):
            self.calls += 1
            if not self.fails:
                return super().embed_documents(texts)
            if vector is None:
                raise ConnectionError("gone")
            return [vector] * len(texts)

    host, clock = Failing(), Clock()
    learned = LearnedExamples(clock)
    learned.learn_soon(host, "auto", NOWHERE)
    wait_until(lambda: host.calls, timeout_s=60)
    learned.learn_soon(host, "auto", NOWHERE)
    learn(learned, OfAnotherModel())
    assert learned.of(host, NOWHERE) is None
    host.fails = False
    clock.now += ASK_AGAIN_S
    learn(learned, host)


def test_an_embedder_that_hangs_is_asked_once_until_it_answers():
    answers = threading.Event()

    class Hanging(Embedder):
        calls = 0

        def embed_documents(self, texts):
            self.calls += 1
            answers.wait(60)
            return super().embed_documents(texts)

    host, clock = Hanging(), Clock()
    learned = LearnedExamples(clock)
    for _ in range(3):
        learned.learn_soon(host, "auto", NOWHERE)
        wait_until(lambda: host.calls, timeout_s=60)
        clock.now += ASK_AGAIN_S
    learn(learned, OfAnotherModel())
    assert host.calls == 1
    answers.set()
    wait_until(lambda: learned.of(host, NOWHERE) is not None, timeout_s=60)


def test_where_no_thread_can_start_the_turn_goes_on(monkeypatch):
    def refuse(*_arguments):
        raise RuntimeError("can't start new thread")

    clock = Clock()
    learned = LearnedExamples(clock)
    with monkeypatch.context() as full:
        full.setattr(learned_examples, "run_in_thread", refuse)
        learned.learn_soon(Embedder(), "auto", NOWHERE)
    clock.now += ASK_AGAIN_S
    learn(learned, Embedder())


def test_the_first_turn_after_a_start_has_what_was_embedded_before_it(tmp_path):
    learn(LearnedExamples(), Embedder(), tmp_path)
    host = Embedder()
    found = LearnedExamples().of(host, tmp_path)
    assert not host.asked
    expected = ExampleMessages.embed(host.hashed.embed)
    assert np.allclose(found.about_memory, expected.about_memory, atol=1e-6)
    assert LearnedExamples().of(OfAnotherModel(), tmp_path) is None
    assert LearnedExamples().of(host, tmp_path, dimension=7) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:-100]),
        lambda file: file.write_text("no vectors"),
        lambda file: file.write_bytes(file.read_bytes().replace(b"(", b"\x02", 1)),
        lambda file: np.save(file, np.load(file)[1:]),
        lambda file: np.save(file, np.load(file) * np.nan),
        lambda file: np.save(file, np.array([None]), allow_pickle=True),
        lambda file: np.save(file, np.array(["word"])),
    ],
)
def test_a_damaged_file_is_written_anew(tmp_path, spoil):
    learn(LearnedExamples(), Embedder(), tmp_path)
    [file] = tmp_path.iterdir()
    spoil(file)
    learned = LearnedExamples()
    assert learned.of(Embedder(), tmp_path) is None
    learn(learned, Embedder(), tmp_path)
    assert [*tmp_path.iterdir()] == [file]
    assert LearnedExamples().of(Embedder(), tmp_path) is not None


def test_the_vectors_of_an_embedder_without_a_name_are_kept_in_no_file(tmp_path):
    class Nameless(Embedder):
        model_name = ""

    host, learned = Nameless(), LearnedExamples()
    learned.learn_soon(host, "always", tmp_path)
    wait_until(lambda: learned.of(host, tmp_path) is not None, timeout_s=60)
    assert not [*tmp_path.iterdir()]
