"""Messages that say hardly more than a name, and what they are worth."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.model import GraphView, Passage
from graphrag.ranking.relevance import is_recall_evidence, memory_relevance
from graphrag.text.messages.bare_names import asks_about_names, says_only_a_name
from graphrag.text.messages.request_form import needs_no_memory
from graphrag.text.spans import without_spans


def places(message, *names):
    return tuple((start, start + len(name)) for name in names if (start := message.find(name)) >= 0)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Any news on Pippa?", "Pippa"),
        ("Where is Pippa?", "Pippa"),
        ("Wo ist Reto?", "Reto"),
        ("Reto?", "Reto"),
        ("reto", "reto"),
        ("Neues von Klinik am Deich?", "Klinik am Deich"),
        ("did Hoy write back?", "Hoy"),
        ("when is Bea's birthday?", "Bea"),
        ("what was KD-4471-R again?", "KD-4471-R"),
    ],
)
def test_a_message_that_says_hardly_more_than_a_name_asks_about_it(message, name):
    assert asks_about_names(message, places(message, name))


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("is Bergen bigger than Trondheim?", "Bergen"),
        ("how do the Dutch pronounce Groningen?", "Groningen"),
        ("Bruno wants to know how many moons Jupiter has", "Bruno"),
        ("Where is Pippa?", "nobody"),
        ("Pippa " + "?" * 300, "Pippa"),
        ("", "Pippa"),
    ],
)
def test_one_that_says_more_or_names_nothing_known_does_not(message, name):
    assert not asks_about_names(message, places(message, name))


@pytest.mark.parametrize(
    "message",
    [
        *("Where is Pippa?", "Wo ist Pippa?", "Pippa", "Any news on Pippa?", "Pippa last week?"),
        *("Gibt es was Neues von Pippa?", "what's the status of Pippa?", "gdzie jest Pippa"),
        *("missä Pippa on?", "hol van Pippa?", "unde este Pippa?", "on és la Pippa?", "де Pippa?"),
        *("Pippa在哪里？", "有Pippa的消息吗", "Pippaはどこ？", "Pippaについて何か知ってる？"),
    ],
)
def test_a_message_of_names_and_function_words_says_only_a_name(message):
    assert says_only_a_name(message, places(message, "Pippa"))


@pytest.mark.parametrize(
    "message",
    [*("did Pippa write back?", "Pippa's school?", "who besides Pippa?"), "where is it?", ""],
)
def test_one_with_another_word_does_not(message):
    assert not says_only_a_name(message, places(message, "Pippa"))


@pytest.mark.parametrize(
    "message",
    [
        *("everything about Pippa", "Pippa, all of it", "tell me everything you know about Pippa"),
        *("alles zu Pippa", "tout sur Pippa", "tutto di Pippa", "todo de Pippa", "tudo da Pippa"),
        *("wszystko o Pippa", "всё о Pippa", "Pippaの全部"),
    ],
)
def test_who_asks_for_everything_wants_more_than_what_mentions_the_name(message):
    assert not says_only_a_name(message, places(message, "Pippa"))


def test_a_word_that_memories_have_as_their_topic_is_a_name_only_where_there_is_no_other():
    message = "Where is Project Heron steered from?"
    for typed in (message, message.lower()):
        spans = [(9, 22), (23, 30)]
        assert not says_only_a_name(typed, spans)
    assert says_only_a_name("where is toast?", places("where is toast?", "toast"))


def test_of_two_names_a_message_asks_more_than_what_mentions_them():
    message = "When was Jon in Paris?"
    assert not says_only_a_name(message, places(message, "Jon", "Paris"))


def view(message, *names):
    passage = Passage(key="m", id="m", scope="s", cosine=0.2, bm25=2.0)
    return GraphView(
        documents=100, passages={"m": passage}, name_spans=places(message, *names), recalled=("m",)
    )


def test_a_name_that_the_graph_knows_raises_the_relevance_of_a_message_about_it_alone():
    message = "Any news on Pippa?"
    known = view(message, "Pippa")
    assert memory_relevance(message, known) > memory_relevance(message, view(message)) + 0.45
    longer = "any news on how many moons Pippa thinks Jupiter has?"
    assert memory_relevance(longer, view(longer, "Pippa")) == memory_relevance(longer, view(longer))


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Danke Malte!", "Malte"),
        ("thanks a lot, Karla", "Karla"),
        ("hi Marco!", "Marco"),
        ("bonjour Mireille", "Mireille"),
        ("good morning Bea", "Bea"),
        ("Guten Abend, Malte!", "Malte"),
        ("Perfect, thanks Bea!", "Bea"),
        ("happy birthday Bea!", "Bea"),
        ("see you later Bea", "Bea"),
        ("Bis morgen, Malte!", "Malte"),
        ("Danke für die Hilfe, Malte", "Malte"),
        ("merci pour tout Mireille", "Mireille"),
    ],
)
def test_thanks_and_greetings_to_somebody_by_name_need_no_memory(message, name):
    known = view(message, name)
    assert needs_no_memory(message, known.name_spans)
    assert not is_recall_evidence(message, known, in_english=True)
    unnamed = replace(known, name_spans=())
    assert memory_relevance(message, known) < memory_relevance(message, unnamed)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Karla", "Karla"),
        ("Karla again", "Karla"),
        ("hi, where is Karla", "Karla"),
        ("hallo Karla?", "Karla"),
        ("yes, Karla", "Karla"),
        ("help for Karla", "Karla"),
        ("see Karla about the keys", "Karla"),
    ],
)
def test_a_name_alone_a_question_and_an_answer_may_need_it(message, name):
    assert not needs_no_memory(message, places(message, name))


@given(st.text(max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40))))
def test_without_stretches_a_text_keeps_all_other_signs_in_their_order(text, ends):
    spans = [(min(pair), max(pair)) for pair in ends]
    inside = {offset for start, end in spans for offset in range(start, end)}
    kept = "".join(sign for offset, sign in enumerate(text) if offset not in inside)
    rest = without_spans(text, spans)
    assert rest.replace(" ", "") == kept.replace(" ", "")
    assert (rest == text) or spans
