"""Which facts of tables answer a message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.model import Entity, Fact
from graphrag.ranking.answering_facts import answering_facts, asked_beginnings
from graphrag.text.query_words import content_words

from ...support.graph_views import view_of

TABLE = [
    ("checkout-api", "is owned by", "Falcon"),
    ("checkout-api", "depends on", "ledger-db"),
    ("checkout-api", "is written in", "Go"),
    ("invoice-job", "is owned by", "Ibis"),
    ("invoice-job", "runs on", "gold-03"),
    ("ledger-db", "is a", "PostgreSQL"),
    ("ledger-db", "runs on", "gold-07"),
    ("Falcon", "is led by", "Miriam Odell"),
    ("gold-07", "stands in", "hall Nord"),
]


def facts_of(rows):
    return [
        Fact(str(place), subject, object_, subject, object_, "RELATED_TO", predicate)
        for place, (subject, predicate, object_) in enumerate(rows)
    ]


def told(message, named=(), passages=(), rows=TABLE):
    """Return what is told, as sentences."""
    view = view_of(
        words=content_words(message, in_english=True),
        entities={name: Entity(name, name, df=3, named=True) for name in named},
    )
    found = answering_facts(view, facts_of(rows), passages)
    return [f"{fact.subject} {fact.predicate} {fact.object_name}" for fact in found]


@pytest.mark.parametrize(
    ("message", "named", "answer"),
    [
        ("What does checkout-api depend on?", ["checkout-api"], TABLE[1]),
        ("which team owned checkout-api?", ["checkout-api"], TABLE[0]),
        ("who leads Falcon?", ["Falcon"], TABLE[7]),
        ("what kind of database is ledger-db?", ["ledger-db"], TABLE[5]),
        ("which services run on gold-03?", ["gold-03"], TABLE[4]),
    ],
)
def test_only_the_fact_that_is_asked_for_is_told(message, named, answer):
    assert told(message, named) == [" ".join(answer)]


def test_the_words_of_a_relation_in_camel_case_are_found():
    rows = [("Janine", "reportsTo", "Anita"), ("Janine", "mobile", "0170 11")]
    assert told("to whom does Janine report?", ["Janine"], rows=rows) == ["Janine reportsTo Anita"]


def test_a_fact_two_steps_away_comes_after_the_one_that_leads_to_it():
    assert told("Who leads the team that is responsible for checkout-api?", ["checkout-api"]) == [
        "checkout-api is owned by Falcon",
        "Falcon is led by Miriam Odell",
    ]


def test_one_word_finds_the_thing_and_another_what_is_asked_of_it():
    found = told("On what does the database of checkout-api run?", ["checkout-api"])
    assert found[0] == "checkout-api depends on ledger-db"
    assert "ledger-db runs on gold-07" in found[1:]


def test_two_names_of_the_message_bring_the_fact_between_them():
    found = told("does checkout-api know ledger-db?", ["checkout-api", "ledger-db"])
    assert found == ["checkout-api depends on ledger-db"]


def test_the_fact_between_two_names_of_the_message_comes_first_of_many():
    rows = [("Vault", "stores", f"crate {n}") for n in range(12)]
    found = told("does the Vault store crate 11?", ["Vault", "crate 11"], rows=rows)
    assert found[0] == "Vault stores crate 11"


def test_if_no_word_asks_for_a_fact_all_about_the_name_are_told():
    found = told("Tell me about checkout-api", ["checkout-api"])
    assert found[:3] == [" ".join(row) for row in TABLE[:3]]
    assert "invoice-job is owned by Ibis" not in found


def test_if_a_passage_about_the_name_answers_no_fact_is_told():
    passage = "On Tuesday checkout-api crashed twice, after the clock was changed."
    assert told("why did checkout-api crash on tuesday?", ["checkout-api"], [passage]) == []


def test_a_name_that_only_a_recalled_passage_has_brings_the_fact_that_is_asked_for():
    passage = "The shop was slow for an hour: checkout-api timed out again and again."
    assert told("The shop was slow, who owns that service?", passages=[passage]) == [
        "checkout-api is owned by Falcon"
    ]


def test_what_neither_the_message_nor_a_good_passage_names_is_not_told():
    others = ["We had cake.", "It rained.", "invoice-job was late on the first of May."]
    assert told("who owns the cake?", passages=others) == []


@pytest.mark.parametrize(
    ("passage", "name"), [("Falconer Ltd sent a bill.", "Falcon"), ("Gone is the van.", "Go")]
)
def test_a_longer_word_of_a_passage_is_not_the_name_of_a_table(passage, name):
    assert told("who pays?", passages=[passage], rows=[(name, "pays for", "the shed")]) == []


@pytest.mark.parametrize("name", ["Dr. Voss", "O'Brien & Sons", "Kelp - Orrin", "Voss, Ida"])
def test_the_signs_of_a_name_in_a_passage_do_not_hide_it(name):
    rows = [(name, "is paid by", "Falcon")]
    found = told("who phoned twice, and who pays?", passages=[f"{name} phoned twice."], rows=rows)
    assert found == [f"{name} is paid by Falcon"]


def test_a_name_in_a_text_without_spaces_brings_its_facts():
    rows = [("石金精機", "担当", "田中"), ("東和", "担当", "李")]
    assert told("担当は誰", passages=["昨日は石金精機から連絡があった。"], rows=rows) == [
        "石金精機 担当 田中"
    ]


def test_a_fact_of_nothing_that_is_named_is_not_told():
    assert told("What does billing-web depend on?", ["billing-web"]) == []


def test_the_words_of_a_name_are_no_words_that_ask():
    view = view_of(
        words=("hall", "nord", "stands"),
        entities={"h": Entity("h", "hall Nord", named=True), "o": Entity("o", "Stands")},
    )
    assert asked_beginnings(view)[0] == "stands"
    assert {"hall", "nord"}.isdisjoint(asked_beginnings(view))


def test_the_words_that_ask_are_looked_for_in_their_other_forms_too():
    found = asked_beginnings(view_of(words=("owns", "leads", "maintains")))
    assert found[:3] == ["owns", "leads", "mainta"]
    assert {"own", "lead", "led"} <= set(found)


def test_very_many_words_that_ask_come_before_their_forms():
    found = asked_beginnings(view_of(words=tuple(f"{n}kings" for n in range(1000))))
    assert found == [f"{n}kings"[:6] for n in range(64)]


names = st.sampled_from(sorted({end for row in TABLE for end in (row[0], row[2])}))
said = ["who", "owns", "leads", "runs", "database", "hall", "is", "x"]
messages = st.lists(st.sampled_from(said) | names)


@given(messages, st.lists(names, max_size=3), st.lists(st.text(max_size=40) | names, max_size=3))
def test_each_fact_is_told_once_and_a_second_time_gives_the_same(message, named, passages):
    once = told(" ".join(message), named, passages)
    assert len(set(once)) == len(once)
    assert once == told(" ".join(message), named, passages)
