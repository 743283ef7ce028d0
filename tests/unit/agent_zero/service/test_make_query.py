"""The vector that a turn asks with."""

import threading
import time
from dataclasses import astuple, replace
from pathlib import Path

import numpy as np
import pytest

from graphrag.agent_zero.host.index import HostMemory
from graphrag.agent_zero.host.learned_examples import LearnedExamples
from graphrag.agent_zero.host.question_embedder import QuestionEmbedder
from graphrag.agent_zero.service.turn_steps.make_query import make_query
from graphrag.agent_zero.turn_data import TurnRequest
from graphrag.model import Likeness, SearchOptions
from graphrag.text.languages.english_words import english_message
from graphrag.text.messages.asking_part import asking_part
from graphrag.text.messages.likeness import ExampleMessages
from graphrag.text.messages.message_vectors import embed_asks, embed_messages
from graphrag.text.spelling.vocabulary import Vocabulary

from ....support.small_host import Embedder, install_modules
from ....support.stores import wait_until

GERMAN = "Wo liegt der Ersatzschlüssel für den Keller?"
DOCUMENTS = {"a": ("The spare key lies in the drawer.", "main")}
NOWHERE = Path("/dev/null/graphrag")
"""A folder that cannot be made: each test embeds the example messages itself."""


class Host(Embedder):
    """The host's embedder; what it does with all texts besides the message can be changed."""

    def __init__(self, with_others=lambda: None, besides=GERMAN):
        super().__init__()
        self.with_others = with_others
        self.message = besides

    def embed_query(self, text):
        if text != self.message:
            self.with_others()
        return super().embed_query(text)


@pytest.fixture
def view(monkeypatch, tmp_path):
    install_modules(monkeypatch, tmp_path, DOCUMENTS, layout="1.x")
    return HostMemory().view("default")


def vector_of(view, embedder, message, *, budget_ms=20_000):
    request = TurnRequest(message, "default", Path(), {}, time.monotonic(), budget_ms)
    asking = QuestionEmbedder()
    query = make_query(request, ("s", "t"), replace(view, embedder=embedder), asking, "always")
    return query.vector


def learn(learned, host):
    learned.learn_soon(host, "always", NOWHERE)
    wait_until(lambda: learned.of(host, NOWHERE) is not None, timeout_s=60)


def likeness_of(view, embedder, learned, message="Who?", **request):
    asked = TurnRequest(message, "default", Path(), {}, time.monotonic(), 20_000, **request)
    view = replace(view, embedder=embedder)
    asking = QuestionEmbedder()
    examples = learned.of(embedder, NOWHERE)
    return make_query(asked, ("s", "t"), view, asking, "always", examples).likeness


def test_a_query_says_what_the_message_resembles_if_that_is_known(view):
    host, learned = Host(), LearnedExamples()
    assert likeness_of(view, host, learned) is None
    learn(learned, host)
    examples = ExampleMessages.embed(host.hashed.embed)
    expected = examples.likeness(host.hashed.embed(["Who?"])[0])
    assert astuple(likeness_of(view, host, learned)) == pytest.approx(astuple(expected), abs=1e-6)


def test_a_question_in_another_language_resembles_what_its_english_words_do(view):
    host, learned = Host(), LearnedExamples()
    learn(learned, host)
    in_english = english_message(GERMAN)
    found = likeness_of(view, host, learned, GERMAN)
    assert astuple(found) == astuple(likeness_of(view, host, learned, in_english))


def test_what_the_agent_itself_asks_is_no_message_but_may_ask_for_several_memories(view):
    host, learned = Host(), LearnedExamples()
    learn(learned, host)
    of_message = likeness_of(view, host, learned)
    of_search = likeness_of(view, host, learned, search=SearchOptions())
    assert of_message.several != 0
    assert of_search == Likeness(0.0, of_message.several)


def test_a_vector_that_stands_for_that_of_the_message_resembles_nothing(view):
    host, learned = Host(), LearnedExamples()
    learn(learned, host)
    host.embed_query = None
    assert likeness_of(view, host, learned) is None


def test_a_misspelled_word_is_asked_for_as_the_memories_spell_it(view):
    host = Host()
    asked = TurnRequest("wher is the drwaer", "default", Path(), {}, time.monotonic(), 20_000)
    view = replace(view, embedder=host)
    words = Vocabulary.of(document.page_content for document in view.documents.values())
    query = make_query(asked, ("s", "t"), view, QuestionEmbedder(), "always", None, words)
    assert query.message == "wher is the drawer"
    assert query.vector == pytest.approx(host.hashed.embed([query.message])[0], abs=1e-6)


def stand_in(view, root, *recalled):
    """The vector of a turn whose question cannot be embedded."""
    texts = "\n\n".join(view.documents[identifier].page_content for identifier in recalled)
    request = TurnRequest("Who?", "default", root, {}, time.monotonic(), 20_000, memories=texts)
    return make_query(request, ("s", "t"), view, QuestionEmbedder(), "never").vector


def test_what_was_recalled_stands_for_a_question_without_a_vector(view, tmp_path):
    assert stand_in(view, tmp_path, "a") == pytest.approx(view.vector("a"), abs=1e-6)


@pytest.mark.parametrize(
    ("folder", "counts"),
    [
        ("knowledge/main/about", False),
        ("knowledge/default/main", False),
        ("knowledge/custom/main", True),
        ("usr/knowledge/main", True),
    ],
)
def test_pages_of_the_hosts_manual_do_not_but_files_of_the_users_do(
    monkeypatch, tmp_path, folder, counts
):
    documents = {**DOCUMENTS, "page": ("Agent Zero runs in a container.", "main")}
    store = install_modules(monkeypatch, tmp_path, documents, layout="1.x")
    of_file = {"knowledge_source": True, "source_path": str(tmp_path / folder / "page.md")}
    store.docstore["page"].metadata.update(of_file)
    view = HostMemory().view("default")
    alone = stand_in(view, tmp_path, "page")
    expected = ["a", "page"] if counts else ["a"]
    assert (alone is not None) == counts
    assert stand_in(view, tmp_path, "a", "page") == pytest.approx(view.mean_of(expected), abs=1e-6)


def test_a_question_in_another_language_is_mixed_with_its_english_words(view):
    host = Host()
    [mixed] = embed_messages(host.hashed.embed, [GERMAN])
    assert vector_of(view, host, GERMAN) == pytest.approx(mixed, abs=1e-6)


def test_an_english_question_is_embedded_once(view):
    host = Host()
    question = "Where is the spare key for the cellar?"
    assert vector_of(view, host, question) == pytest.approx(host.hashed.embed([question])[0])


LONG = 6 * "It rained all day and the bus was late again. " + "Who of us keeps the spare shed key?"


def test_a_long_message_is_drawn_to_what_asks(view):
    host = Host()
    [drawn] = embed_messages(host.hashed.embed, [LONG])
    assert vector_of(view, host, LONG) == pytest.approx(drawn, abs=1e-6)


def test_of_a_long_message_what_asks_is_compared_with_the_examples(view):
    host, learned = Host(), LearnedExamples()
    learn(learned, host)
    asked = likeness_of(view, host, learned, LONG)
    alone = likeness_of(view, host, learned, asking_part(LONG).text)
    assert astuple(asked) == pytest.approx(astuple(alone), abs=1e-6)


def test_where_what_asks_is_late_the_message_keeps_its_own_vector(view):
    released = threading.Event()
    host = Host(lambda: released.wait(60), besides=LONG)
    found = vector_of(view, host, LONG, budget_ms=3000)
    released.set()
    assert np.allclose(found, host.hashed.embed([LONG])[0])


SEVERAL = "Who keeps the spare shed key? Und wer füttert die Katze am Wochenende?"


def query_of(view, embedder, message, budget_ms=20_000):
    request = TurnRequest(message, "default", Path(), {}, time.monotonic(), budget_ms)
    asking = QuestionEmbedder()
    return make_query(request, ("s", "t"), replace(view, embedder=embedder), asking, "always")


def test_each_of_several_things_that_a_message_asks_has_a_vector(view):
    host = Host()
    found = query_of(view, host, SEVERAL)
    expected = embed_asks(host.hashed.embed, SEVERAL)
    assert [ask.text for ask in found.asks] == [ask.text for ask in expected]
    assert len(expected) == 2
    for ask, other in zip(found.asks, expected, strict=True):
        assert ask.vector == pytest.approx(other.vector, abs=1e-6)
    [alone] = embed_messages(host.hashed.embed, [SEVERAL])
    assert found.vector == pytest.approx(alone, abs=1e-6)


def test_where_one_of_them_is_late_the_message_is_asked_as_one(view):
    released = threading.Event()
    host = Host(lambda: released.wait(60), besides=SEVERAL)
    found = query_of(view, host, SEVERAL, budget_ms=3000)
    released.set()
    assert found.vector is not None
    assert found.asks == ()


def test_where_the_english_words_fail_the_question_keeps_its_own_vector(view):
    def fail():
        raise ConnectionError("gone")

    own = Host().hashed.embed([GERMAN])[0]
    assert vector_of(view, Host(fail), GERMAN) == pytest.approx(own)


def test_where_the_english_words_are_late_the_question_keeps_its_own_vector(view):
    released = threading.Event()
    own = Host().hashed.embed([GERMAN])[0]
    found = vector_of(view, Host(lambda: released.wait(60)), GERMAN, budget_ms=3000)
    released.set()
    assert np.allclose(found, own)
