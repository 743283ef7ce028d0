"""Which of the things that a sentence speaks of a fact is about."""

from __future__ import annotations

import pytest

from .test_facts import stated


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Tomas Reed's younger brother Mara Holm runs a bakery in Port Vale.",
            "Mara Holm | runs a bakery in | Port Vale",
        ),
        (
            "Anna Berg's replacement during her leave is Tomas Reed.",
            "Tomas Reed | is replacement of | Anna Berg",
        ),
        (
            "After the long storm, Anna Berg repaired Harbour Hall.",
            "Anna Berg | repaired | Harbour Hall",
        ),
        ("Anna Berg of Lundqvist Ltd repairs order-db.", "Anna Berg | is of | Lundqvist Ltd"),
        ("shop-web in Harbour Hall runs on order-db.", "shop-web | is in | Harbour Hall"),
        ("Anna Berg keeps 3 hives at Harbour Hall.", "Anna Berg | keeps 3 hives at | Harbour Hall"),
        (
            "We visited the old mill in Port Vale, home of Lundqvist Ltd.",
            "Port Vale | is home of | Lundqvist Ltd",
        ),
        ('Anna Berg rides "Hering" to Harbour Hall.', "Anna Berg | rides … to | Harbour Hall"),
        ("Anna Berg visits Harbour Hall each week.", "Anna Berg | visits | Harbour Hall"),
        ("Anna Berg visits Harbour Hall regularly.", "Anna Berg | visits | Harbour Hall"),
        ("Also Anna Berg rents Harbour Hall.", "Anna Berg | rents | Harbour Hall"),
        (
            "Anna Berg works for Lundqvist Ltd, Tomas Reed helps.",
            "Anna Berg | works for | Lundqvist Ltd",
        ),
        (
            "Anna Berg and the small boats are insured through Lundqvist Ltd.",
            "Anna Berg | are insured through | Lundqvist Ltd",
        ),
        (
            "order-db is old. Anna Berg looks after the order db.",
            "Anna Berg | looks after | order-db",
        ),
        ("We bought the van from Lundqvist Ltd.", "the user | bought the van from | Lundqvist Ltd"),
        (
            "shop-web wird bei Lundqvist Ltd geschrieben.",
            "shop-web | wird bei … geschrieben | Lundqvist Ltd",
        ),
    ],
)
def test_a_fact_is_about_who_or_what_the_verb_speaks_of(text, fact):
    assert fact in stated(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("order-db of Harbour Hall runs on ledger-db.", "order-db | is of | Harbour Hall"),
        ("Harbour Hall: she works at Lundqvist Ltd", "Harbour Hall | she works at | Lundqvist Ltd"),
        ("Anna Berg met our lodger. She lives in Port Vale.", "Anna Berg | lives in | Port Vale"),
        (
            "Anna Berg runs Harbour Hall, managed Quay Street and likes Port Vale.",
            "Harbour Hall | managed | Quay Street",
        ),
        (
            "In the cellar of Harbour Hall hums shop-web, a server from Port Vale.",
            "Harbour Hall | in the cellar hums | shop-web",
        ),
        (
            "Anna Berg moved the boat to Harbour Hall from Port Vale.",
            "Anna Berg | moved the boat to … from | Port Vale",
        ),
        ("We met Otto Keller.\nshop-web steht im Keller.", "shop-web | steht im | Otto Keller"),
    ],
)
def test_it_is_not_about_what_only_stands_beside_it(text, fact):
    assert fact not in stated(text)


def test_a_manual_states_facts_about_names_and_no_other_names_of_them():
    manual = {"file": "manual.md", "title": "Guide"}
    text = "Harbour Hall depends on Port Vale."
    assert stated(text, **manual) == {"Harbour Hall | depends on | Port Vale"}
    assert stated("Harbour Bus Company (HBC) is late.", title="Guide") == set()


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "The edge type is DEPENDS_ON. shop-web depends on order-db.",
            "shop-web | depends on | order-db",
        ),
        (
            "We added `is_part_of` to it. Anna Berg is part of Lundqvist Ltd.",
            "Anna Berg | is part of | Lundqvist Ltd",
        ),
    ],
)
def test_words_of_a_sentence_are_not_the_name_that_joins_them_with_underscores(text, fact):
    assert fact in stated(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We pay for `order_db`. Anna Berg tunes the order db.", "Anna Berg | tunes | order_db"),
        ("We added `depends_on`. Anna Berg tests depends_on.", "Anna Berg | tests | depends_on"),
        (
            "We run `on-call-bot`. Anna Berg tests the on call bot.",
            "Anna Berg | tests | on-call-bot",
        ),
    ],
)
def test_a_name_with_signs_is_still_found_without_them(text, fact):
    assert fact in stated(text)
