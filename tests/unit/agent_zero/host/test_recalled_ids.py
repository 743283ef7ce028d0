"""The ids of the recalled documents, from their texts in the prompt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.agent_zero.host.index import TextIndex, recover_ids

TEMPLATE = (
    "# Memories on the topic\n- following are memories about current topic\n"
    "- do not overly rely on them they might not be relevant\n\n",
    "",
)


def prompt_of(texts, wording=TEMPLATE):
    return wording[0] + "\n\n".join(texts) + wording[1]


def index_of(texts):
    return TextIndex((f"id{i}", text, "main") for i, text in enumerate(texts))


def test_ids_come_back_in_prompt_order():
    texts = ["Anna owns checkout-api.", "Payments use Stripe.", "Deploys happen on Tuesday."]
    prompt = prompt_of([texts[2], texts[0]])
    assert recover_ids(prompt, index_of(texts), "memories", TEMPLATE) == ["id2", "id0"]


def test_a_document_with_blank_lines_is_found_whole():
    texts = ["First part.\n\nSecond part.", "Second part.", "First part."]
    prompt = prompt_of([texts[0]])
    assert recover_ids(prompt, index_of(texts), "memories", TEMPLATE) == ["id0"]


def test_a_text_that_begins_like_another_is_told_apart():
    long = "The invoice service writes to the ledger database every night at two o'clock"
    texts = [long, long + " and mails the report.", long + "\n\nIt is owned by Priya."]
    for number, text in enumerate(texts):
        prompt = prompt_of(["Other.", text])
        index = index_of([*texts, "Other."])
        assert recover_ids(prompt, index, "memories", TEMPLATE) == ["id3", f"id{number}"]


def test_a_short_text_inside_another_is_not_taken_for_a_document():
    texts = ["ok", "It went ok in the end."]
    prompt = prompt_of([texts[1]])
    assert recover_ids(prompt, index_of(texts), "memories", TEMPLATE) == ["id1"]


def test_equal_texts_take_their_ids_in_turn_and_the_right_area_first():
    documents = [("a", "same", "solutions"), ("b", "same", "main"), ("c", "same", "fragments")]
    index = TextIndex(documents)
    assert recover_ids("same", index, "memories") == ["b"]
    assert recover_ids("same\n\nsame", index, "memories") == ["b", "c"]
    assert recover_ids("same", index, "solutions") == ["a"]


def test_windows_line_ends_do_not_matter():
    texts = ["one\r\n\r\ntwo", "three\r\nfour"]
    prompt = prompt_of(["one\n\ntwo", "three\r\nfour"])
    assert recover_ids(prompt, index_of(texts), "memories", TEMPLATE) == ["id0", "id1"]


def test_wording_of_another_template_is_left_out():
    wording = ("Erinnerungen: ", " (Ende)")
    texts = ["Anna owns checkout-api.", "Payments use Stripe."]
    prompt = prompt_of(texts, wording)
    assert recover_ids(prompt, index_of(texts), "memories", wording) == ["id0", "id1"]


def test_an_unknown_text_does_not_hide_the_known_ones():
    texts = ["Anna owns checkout-api.", "Payments use Stripe."]
    prompt = prompt_of([texts[0], "deleted meanwhile\n\nwith two parts", texts[1]])
    assert recover_ids(prompt, index_of(texts), "memories", TEMPLATE) == ["id0", "id1"]


@pytest.mark.parametrize("prompt", ["", "\n\n", "\n\n\n\n", "unknown"])
def test_nothing_is_found_in_a_prompt_without_documents(prompt):
    assert recover_ids(prompt, index_of(["Anna."]), "memories", TEMPLATE) == []


PARAGRAPHS = st.lists(
    st.text(st.sampled_from("ab \n"), min_size=1, max_size=90).filter(
        lambda text: "\n\n" not in text and not text.startswith("\n") and not text.endswith("\n")
    ),
    min_size=1,
    unique=True,
)


@given(PARAGRAPHS, st.data())
def test_any_choice_of_documents_comes_back_in_its_order(texts, data):
    chosen = data.draw(st.permutations(range(len(texts))))[: data.draw(st.integers(1, 5))]
    prompt = prompt_of([texts[number] for number in chosen])
    ids = recover_ids(prompt, index_of(texts), "memories", TEMPLATE)
    assert ids == [f"id{number}" for number in chosen]


@given(st.lists(st.text(st.sampled_from("ab\n\r")), unique=True), st.text(st.sampled_from("ab\n")))
def test_only_texts_that_stand_in_the_prompt_are_found(texts, prompt):
    for found in recover_ids(prompt, index_of(texts), "memories"):
        assert texts[int(found[2:])].replace("\r\n", "\n") in prompt
