"""Embedding questions beside the turn: once for each text, and never more than a few at once."""

import threading

import pytest

from graphrag.agent_zero.host import question_embedder
from graphrag.agent_zero.host.question_embedder import QuestionEmbedder

from ....support.small_host import Embedder

TEXT = "Who owns checkout-api?"


class Held(Embedder):
    """Holds every call until it is let go, and counts them."""

    def __init__(self):
        super().__init__()
        self.goes_on = threading.Event()
        self.calls = []

    def embed_query(self, text):
        self.calls.append(text)
        assert self.goes_on.wait(60)
        return super().embed_query(text)


@pytest.fixture
def held():
    embedder = Held()
    yield embedder
    embedder.goes_on.set()


def test_a_text_that_is_being_embedded_is_not_embedded_a_second_time(held):
    questions = QuestionEmbedder()
    first, second = (questions.start(held, TEXT, "always") for _ in range(2))
    held.goes_on.set()
    assert first.result(60).tolist() == second.result(60).tolist()
    assert held.calls == [TEXT]
    assert questions.start(held, TEXT, "always").result(60) is not None
    assert held.calls == [TEXT]


def test_a_call_that_may_hang_is_not_waited_for_by_all_that_follow(held, monkeypatch):
    monkeypatch.setattr(question_embedder, "_SHARED_S", -1.0)
    questions = QuestionEmbedder()
    first, second = (questions.start(held, TEXT, "always") for _ in range(2))
    assert first is not second
    held.goes_on.set()
    assert first.result(60).tolist() == second.result(60).tolist()


class Panic(BaseException):
    """What an embedder written in another language may raise."""


def test_embedders_that_panic_leave_room_for_those_that_work():
    class Panicking(Embedder):
        def embed_query(self, text):
            raise Panic

    questions, broken = QuestionEmbedder(), Panicking()
    for number in range(20):
        assert questions.start(broken, f"{TEXT} {number}", "always").result(60) is None
    assert questions.start(Embedder(), TEXT, "always").result(60) is not None


def test_where_no_thread_can_start_there_is_no_vector_until_one_can(monkeypatch):
    def refuse(*_):
        raise RuntimeError("can't start new thread")

    questions = QuestionEmbedder()
    with monkeypatch.context() as patch:
        patch.setattr(question_embedder, "run_in_thread", refuse)
        for number in range(20):
            assert questions.start(Embedder(), f"{TEXT} {number}", "always").result(0) is None
    assert questions.start(Embedder(), TEXT, "always").result(60) is not None
