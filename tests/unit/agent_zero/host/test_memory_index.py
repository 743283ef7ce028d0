from __future__ import annotations

import itertools
import sys
import threading
from concurrent.futures import Future
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from graphrag.agent_zero.host import layouts
from graphrag.agent_zero.host.index import HostMemory, IndexWatch
from graphrag.agent_zero.host.index import vectors as index_vectors
from graphrag.agent_zero.host.index.host_memory import DAMAGED_AFTER_S
from graphrag.agent_zero.host.question_embedder import MAX_RUNNING, QuestionEmbedder, costs_nothing
from graphrag.threads import run_in_thread

from ....support.small_host import Agent, FlatIndex, LoopData, VectorStore, install_modules

DOCUMENTS = {
    "a": ("Anna owns checkout-api.", "main"),
    "b": ("Payments use Stripe.", "fragments"),
    "c": ("Restart it with the blue script.", "solutions"),
}


@pytest.fixture(params=["1.x", "0.9"])
def store(request, monkeypatch, tmp_path):
    return install_modules(monkeypatch, tmp_path, DOCUMENTS, layout=request.param)


def test_vectors_are_of_length_one_and_in_the_hosts_order(store):
    view = HostMemory().view("default")
    assert view.ids == ("a", "b", "c")
    assert np.linalg.norm(view.vectors, axis=1) == pytest.approx([1, 1, 1])
    assert view.mean == pytest.approx(view.vectors.mean(axis=0))
    assert view.nearest(view.vector("b"), 2)[0] == "b"


def test_of_equally_near_documents_the_first_in_the_hosts_order_are_taken(store):
    ids = tuple(f"m{number:03}" for number in range(180))
    nearness = [number % 3 for number in range(180)]
    vectors = np.array([[near, 1] for near in nearness], dtype=np.float32)
    view = replace(HostMemory().view("default"), ids=ids, vectors=vectors)
    found = view.nearest(np.array([1, 0], dtype=np.float32), 100)
    assert found == [*ids[2::3], *ids[1::3][:40]]


def test_a_folder_that_the_host_has_not_opened_is_not_opened_by_us(store):
    memory = HostMemory()
    assert memory.view("projects/other") is None
    assert set(layouts.memory_module().Memory.index) == {"default"}


def test_without_the_hosts_memory_there_is_nothing(monkeypatch):
    for name in ("plugins._memory.helpers.memory", "python.helpers.memory"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert HostMemory().view("default") is None


def test_an_unchanged_index_is_copied_once(store):
    memory = HostMemory()
    assert memory.view("default") is memory.view("default")


def test_a_folder_that_takes_long_to_copy_keeps_no_other_waiting(store):
    memory, is_read, goes_on = HostMemory(), threading.Event(), threading.Event()
    slow = VectorStore(DOCUMENTS)
    layouts.memory_module().Memory.index["projects/slow"] = slow

    def get_all_docs():
        is_read.set()
        assert goes_on.wait(60)
        return slow.docstore

    slow.get_all_docs = get_all_docs
    copying = run_in_thread("test-copy", memory.view, "projects/slow")
    assert is_read.wait(60)
    other = run_in_thread("test-copy", memory.view, "default")
    try:
        assert other.result(20).ids == ("a", "b", "c")
    finally:
        goes_on.set()
    assert copying.result(60) is memory.view("projects/slow")


def test_an_index_has_changed_once_after_each_change(store):
    memory, watch = HostMemory(), IndexWatch()
    assert watch.has_changed("default"), "it was never looked at"
    assert not watch.has_changed("default")
    store.delete("a")
    store.add("a", "Priya owns checkout-api.")
    assert watch.has_changed("default")
    memory.view("default")
    assert not watch.has_changed("default")
    assert not watch.has_changed("projects/other"), "the host has not opened it"


def test_a_change_is_seen_by_who_watches_whoever_else_has_looked(store):
    memory, watch, another = HostMemory(), IndexWatch(), IndexWatch()
    watch.has_changed("default")
    another.has_changed("default")
    store.add("d", "Priya owns checkout-api.")
    memory.view("default")
    assert another.has_changed("default")
    assert watch.has_changed("default")


def test_an_edit_under_the_same_id_is_seen(store):
    memory = HostMemory()
    memory.view("default")
    store.delete("a")
    store.add("a", "Priya owns checkout-api.")
    assert memory.view("default").documents["a"].page_content == "Priya owns checkout-api."


def test_an_index_that_the_host_replaced_is_read_anew(store):
    memory = HostMemory()
    old = memory.view("default")
    index = layouts.memory_module().Memory.index
    index["default"] = type(store)({"z": ("Only this one.", "main")})
    assert memory.view("default").ids == ("z",) != old.ids


def test_a_view_does_not_change_under_its_reader(store):
    view = HostMemory().view("default")
    store.delete("a")
    store.add("d", "new")
    assert view.ids == ("a", "b", "c")
    assert set(view.documents) == {"a", "b", "c"}


def test_a_text_that_the_host_left_without_a_row_does_not_hide_the_others(store):
    orphan = store.docstore["a"]
    store.delete("a")
    store.docstore["a"] = orphan
    view = HostMemory().view("default")
    assert view.ids == ("b", "c") == tuple(view.documents)


def test_a_row_that_the_host_left_without_a_text_does_not_hide_the_others(store):
    before = HostMemory().view("default")
    del store.docstore["b"]
    view = HostMemory().view("default")
    assert view.ids == ("a", "c")
    assert view.vector("c") == pytest.approx(before.vector("c"))
    assert view.nearest(before.vector("c"), 1) == ["c"]


def test_an_index_in_the_middle_of_a_change_gives_the_last_copy(store):
    memory = HostMemory()
    before = memory.view("default")
    del store.index_to_docstore_id[2]  # the vectors are not yet taken out
    assert memory.view("default") is before


@pytest.mark.parametrize("change", ["a vector too many", "a vector too few"])
def test_an_index_that_stays_uneven_is_read_without_its_vectors(store, capsys, change):
    now = SimpleNamespace(s=0.0)
    memory = HostMemory(lambda: now.s)
    before = memory.view("default")
    vectors = store.index.vectors
    store.index = FlatIndex(np.vstack([vectors, vectors[:1]]) if "many" in change else vectors[:2])
    assert memory.view("default") is before
    now.s = DAMAGED_AFTER_S
    view = memory.view("default")
    assert view.vectors is None
    assert view.ids == ("a", "b", "c")
    assert memory.view("default") is view
    assert "damaged" in capsys.readouterr().out
    store.add("d", "Priya owns checkout-api.")
    assert memory.view("default").ids == ("a", "b", "c", "d")
    store.index = FlatIndex(np.vstack([vectors, vectors[:1]]))
    assert memory.view("default").vectors is not None


def test_an_index_that_is_changed_twice_is_not_taken_for_a_damaged_one(store):
    now = SimpleNamespace(s=0.0)
    memory = HostMemory(lambda: now.s)
    for _ in range(2):
        before = memory.view("default")
        even, vectors = store.index, store.index.vectors
        store.index = FlatIndex(np.vstack([vectors, vectors[:1]]))
        assert memory.view("default") is before
        store.index = even
        store.add(f"d{now.s}", "Priya owns checkout-api.")
        assert memory.view("default").vectors is not None
        now.s += DAMAGED_AFTER_S


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows a process its own memory")
def test_an_index_that_moves_while_it_is_read_costs_no_more_than_that_copy(store, monkeypatch):
    memory = HostMemory()
    before = memory.view("default")
    store.add("d", "Priya owns checkout-api.")
    with monkeypatch.context() as moving:
        nowhere = 4096  # whoever reads there by an address ends the process
        moving.setattr(store.index, "get_xb", lambda: nowhere)
        assert memory.view("default") is before
    assert memory.view("default").ids == ("a", "b", "c", "d")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows a process its own memory")
def test_an_index_whose_rows_move_while_they_are_read_gives_the_last_copy(store, monkeypatch):
    memory = HostMemory()
    before = memory.view("default")
    store.add("d", "Priya owns checkout-api.")
    shifted = np.roll(store.index.vectors, 1, axis=0)
    places = itertools.cycle([store.index.vectors.ctypes.data, shifted.ctypes.data])
    monkeypatch.setattr(store.index, "get_xb", lambda: next(places))
    assert memory.view("default") is before


def test_where_the_own_memory_cannot_be_read_the_index_is_asked(store, monkeypatch, tmp_path):
    (tmp_path / "mem").write_bytes(bytes(64))
    for unreadable in (tmp_path / "mem", tmp_path / "none", "/proc/self/environ"):
        monkeypatch.setattr(index_vectors, "_OWN_MEMORY", str(unreadable))
        assert HostMemory().view("default").nearest(store.index.vectors[1], 1) == ["b"]


def test_an_index_of_another_type_is_asked_for_its_vectors(store, monkeypatch):
    monkeypatch.delattr(type(store.index), "get_xb")
    assert HostMemory().view("default").nearest(store.index.vectors[1], 1) == ["b"]


def test_an_index_without_vectors_to_give_still_has_its_texts(store, monkeypatch, capsys):
    def refuse(start, count):
        raise RuntimeError("not implemented for this type of index")

    monkeypatch.delattr(type(store.index), "get_xb")
    monkeypatch.setattr(store.index, "reconstruct_n", refuse)
    view = HostMemory().view("default")
    assert view.vectors is None
    assert "RuntimeError" in capsys.readouterr().out
    assert view.nearest(np.ones(384, dtype=np.float32), 5) == []
    assert view.documents["a"].page_content == "Anna owns checkout-api."


def test_a_vector_that_is_no_direction_takes_no_other_with_it(store, capsys):
    before = HostMemory().view("default")
    store.index.vectors[1, 0] = np.nan
    view = HostMemory().view("default")
    assert view.documents["b"].page_content == "Payments use Stripe."
    assert view.vector("b") is None
    assert view.nearest(before.vector("c"), 1) == ["c"]
    assert "broken" in capsys.readouterr().out


@pytest.mark.parametrize(
    "broken",
    [
        SimpleNamespace(page_content=None, metadata={}),
        SimpleNamespace(page_content=7, metadata={}),
        SimpleNamespace(page_content="Payments use Stripe.", metadata=None),
    ],
)
def test_what_is_no_document_hides_no_other(store, broken):
    store.docstore["b"] = broken
    view = HostMemory().view("default")
    assert view.ids == ("a", "c") == tuple(view.documents)
    assert view.vectors.shape == (2, 384)


def test_an_empty_index_is_a_view_without_vectors(monkeypatch, tmp_path):
    install_modules(monkeypatch, tmp_path, {})
    view = HostMemory().view("default")
    assert view.ids == ()
    assert view.vectors is None
    assert view.mean_of(["a"]) is None


class LocalSentenceTransformerWrapper:
    model_name = "all-MiniLM-L6-v2"


def remote(model_name, **options):
    return SimpleNamespace(model_name=model_name, kwargs=options)


@pytest.mark.parametrize(
    ("embedder", "free"),
    [
        (LocalSentenceTransformerWrapper(), True),
        (remote("ollama/nomic-embed-text"), True),
        (remote("lm_studio/some"), True),
        (remote("text-embedding-3-small"), False),
        (remote("gemini/text-embedding-004"), False),
        (remote("huggingface/BAAI/bge-m3"), False),
        (remote("openai/m", api_base="http://127.0.0.1:8000/v1"), True),
        (remote("openai/m", api_base="http://[::1]:8000/v1"), True),
        (remote("openai/m", api_base="http://192.168.1.4:1234"), True),
        (remote("openai/m", api_base="http://embedder:1234/v1"), True),
        (remote("openai/m", api_base="http://host.docker.internal:1234"), True),
        (remote("openai/m", api_base="http://nas.local:1234"), True),
        (remote("openai/m", api_base="https://api.openai.com/v1"), False),
        (remote("ollama/m", api_base="https://ollama.example.com"), False),
        (remote("openai/m", api_base="https://8.8.8.8/v1"), False),
        (remote("openai/m", api_base="http://[::1:8000/v1"), False),
    ],
)
def test_an_embedder_is_free_only_if_it_is_near(embedder, free):
    assert costs_nothing(embedder) is free


class Counting:
    model_name = "ollama/x"

    def __init__(self, answer=(3.0, 4.0)):
        self.calls = 0
        self.answer = answer

    def embed_query(self, text):
        self.calls += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return list(self.answer)


def result(future: Future):
    return future.result(5)


def test_a_question_is_embedded_once_and_normalised():
    embedder, questions = Counting(), QuestionEmbedder()
    for _ in range(3):
        assert result(questions.start(embedder, "who?", "auto")) == pytest.approx([0.6, 0.8])
    assert embedder.calls == 1


@pytest.mark.parametrize("answer", [(0.0, 0.0), (float("nan"), 1.0), ConnectionError("gone")])
def test_a_vector_that_is_none_or_a_failure_is_no_vector(answer):
    assert result(QuestionEmbedder().start(Counting(answer), "who?", "always")) is None


def test_a_failing_embedder_is_noted_once_and_again_after_it_recovered(capsys):
    embedder, questions = Counting(ConnectionError("gone")), QuestionEmbedder()

    def failures_noted(*asked: str) -> int:
        for question in asked:
            result(questions.start(embedder, question, "always"))
        return capsys.readouterr().out.count("ConnectionError")

    assert failures_noted("who?", "where?") == 1
    embedder.answer = (3.0, 4.0)
    assert failures_noted("when?") == 0
    embedder.answer = ConnectionError("gone")
    assert failures_noted("why?", "how?") == 1


def test_never_is_never():
    embedder = Counting()
    assert result(QuestionEmbedder().start(embedder, "who?", "never")) is None
    assert embedder.calls == 0


def test_the_vectors_that_are_used_stay_and_the_others_go():
    embedder, questions = Counting(), QuestionEmbedder()
    for number in range(40):
        result(questions.start(embedder, "the same as before", "always"))
        result(questions.start(embedder, f"another {number}", "always"))
    assert embedder.calls == 41


def test_messages_of_four_chats_in_another_language_get_their_vectors_at_once():
    released = threading.Event()

    def embed_query(text):
        released.wait(10)
        return 3.0, 4.0

    embedder = SimpleNamespace(model_name="ollama/x", embed_query=embed_query)
    questions = QuestionEmbedder()
    texts = [f"{words} {chat}" for chat in range(4) for words in ("Wer?", "who")]
    futures = [questions.start(embedder, text, "always") for text in texts]
    released.set()
    assert all(future.result(10) is not None for future in futures)


def test_an_embedder_that_hangs_does_not_gather_threads():
    released = threading.Event()
    embedder = SimpleNamespace(model_name="ollama/x", embed_query=lambda text: released.wait(10))
    questions = QuestionEmbedder()
    before = threading.active_count()
    futures = [questions.start(embedder, f"question {i}", "always") for i in range(20)]
    assert threading.active_count() <= before + MAX_RUNNING
    assert sum(future.done() for future in futures) == 20 - MAX_RUNNING
    released.set()
    [future.result(5) for future in futures]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"user_message": "hello", "attachments": []}, "hello"),
        ({"system_message": ["x"], "user_intervention": "stop"}, "stop"),
        ({"attachments": ["a.png"]}, ""),
        ("plain", "plain"),
        (None, ""),
        ([{"type": "image"}], ""),
    ],
)
def test_the_message_is_taken_without_the_hosts_wrapping(content, text):
    agent = Agent()
    agent.last_user_message = SimpleNamespace(content=content)
    assert layouts.message_text(agent, LoopData(agent)) == text


def test_without_the_memory_module_the_project_names_the_folder(monkeypatch):
    for name in ("plugins._memory.helpers.memory", "python.helpers.memory"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    agent = Agent()
    assert layouts.memory_subdir(agent) == "default"
    agent.context.set_data("project", "shop")
    assert layouts.memory_subdir(agent) == "projects/shop"
