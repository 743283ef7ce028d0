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


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "Lundqvist Ltd bought shop-web, made by Tomas Reed.",
            {"Lundqvist Ltd | bought | shop-web", "shop-web | made by | Tomas Reed"},
        ),
        (
            "Anna Berg works for Lundqvist Ltd and Tomas Reed for Harbour Hall.",
            {"Anna Berg | works for | Lundqvist Ltd"},
        ),
        (
            "Anna Berg knows Harbour Hall, run by Tomas Reed, and Quay Street.",
            {"Anna Berg | knows | Harbour Hall", "Harbour Hall | run by | Tomas Reed"},
        ),
        ("We sold to Tomas Reed from Port Vale.", {"the user | sold to | Tomas Reed"}),
        ("Anna Berg met Tomas Reed from Port Vale.", {"Anna Berg | met | Tomas Reed"}),
        ("Anna Berg works with Tomas from Port Vale.", {"Anna Berg | works with | Tomas Reed"}),
        ("Anna Berg takes the bus, run by Lundqvist Ltd.", set()),
        ("Wir haben mit Anna Berg bei Lundqvist Ltd in Leer gearbeitet.", set()),
        ("Anna Berg has to call Lundqvist Ltd.", set()),
        ("Anna Berg eats at Tomas Reed's on Fridays.", {"Anna Berg | eats at | Tomas Reed"}),
        ("The tickets for Harbour Hall are sold by Anna Berg's niece at Port Vale.", set()),
        (
            "Anna Berg sings with the Port Vale. Its conductor is Tomas Reed.",
            {"Anna Berg | sings with | Port Vale"},
        ),
        (
            "Harbour Hall is old. Its warden is Tomas Reed.",
            {"Tomas Reed | is warden of | Harbour Hall"},
        ),
        ("The hall in Port Vale, run by Lundqvist Ltd, is cold.", set()),
        (
            "Anna Berg rents a flat from Tomas Reed in Port Vale near Harbour Hall.",
            {"Anna Berg | rents a flat from | Tomas Reed"},
        ),
        ("Anna Berg has a son, born in Port Vale.", set()),
        (
            "Anna Berg lives in Port Vale, Tomas Reed and his wife in Quay Street.",
            {"Anna Berg | lives in | Port Vale"},
        ),
        (
            "Anna Berg visits Mara Holm, Tomas Reed's boss.",
            {"Anna Berg | visits | Mara Holm", "Mara Holm | is boss of | Tomas Reed"},
        ),
        (
            "Anna Berg moved from Port Vale to Tomas Reed's flat.",
            {"Anna Berg | moved from | Port Vale"},
        ),
        (
            "Anna Berg hat Tomas Reed in Port Vale getroffen.",
            {"Anna Berg | hat Tomas Reed in … getroffen | Port Vale"},
        ),
        (
            "Anna Berg goes to Port Vale, the kids to Quay Street.",
            {"Anna Berg | goes to | Port Vale"},
        ),
        (
            "Anna Berg, born in Port Vale, moved to Quay Street.",
            {"Anna Berg | born in | Port Vale", "Anna Berg | moved to | Quay Street"},
        ),
    ],
)
def test_each_part_of_a_sentence_has_its_own_subject(text, facts):
    assert stated(text) == facts


def test_a_pronoun_stands_for_the_only_one_it_can_mean():
    text = "Anna Berg works at Lundqvist Ltd. She lives in Port Vale."
    assert "Anna Berg | lives in | Port Vale" in stated(text)
    assert "Anna Berg | lives in | Port Vale" not in stated(text.replace("works at", "sued"))


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg has a cat. It comes from Port Vale.",
        "Anna Berg met the doctor. She works at Harbour Hall.",
        "Anna Berg lives in Quay Street. The landlord is rude. He works at Harbour Hall.",
        "Anna Berg wrote the script. It works on order-db.",
        "Anna Berg built the shed; it comes from Port Vale.",
    ],
)
def test_a_pronoun_may_mean_somebody_without_a_name(text):
    assert not {fact for fact in stated(text) if "works" in fact or "comes" in fact}


def test_a_pronoun_after_another_name_may_stand_for_either():
    text = "Anna Berg lives with Mara Holm, she works at Lundqvist Ltd."
    assert "Anna Berg | works at | Lundqvist Ltd" not in stated(text)


def test_a_text_may_end_with_who_somebody_is():
    text = "Anna Berg works for Lundqvist Ltd.\nMy sister, Mara Holm"
    assert "Anna Berg | works for | Lundqvist Ltd" in stated(text)
