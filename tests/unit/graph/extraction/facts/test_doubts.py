"""Which sentences leave open whether what they say is so, and which only seem to."""

from __future__ import annotations

import pytest

from .test_facts import stated


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg reportedly joined Lundqvist Ltd.",
        "Anna Berg presumably lives in Port Vale.",
        "Anna Berg is likely from Port Vale.",
        "Anna Berg wohnt vermutlich in Port Vale.",
        "Anna Berg lives in Port Vale, as far as I know.",
        "Anna Berg lives in Port Vale (not sure).",
        "Anna Berg owns Harbour Hall, or so Tomas Reed claims.",
        "e.g. Anna Berg owns Harbour Hall.",
        "Tools, e.g. Anna Berg owns Harbour Hall.",
    ],
)
def test_a_guess_or_an_example_is_no_fact(text):
    assert stated(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Once Anna Berg leaves Lundqvist Ltd, Tomas Reed moves.",
        "In case order-db fails, shop-web uses ledger-db.",
        "Anna Berg looks after Harbour Hall only when Tomas Reed is away.",
        "Anna Berg looks after Harbour Hall when Tomas Reed is away.",
        "Anna Berg looks after Harbour Hall, when Tomas Reed is tired.",
        "Anna Berg looks after Harbour Hall as long as Tomas Reed pays.",
        "In the event of fire, Anna Berg calls Tomas Reed.",
        "If order-db fails:\nAnna Berg calls Tomas Reed.",
        "## When order-db fails:\n\nAnna Berg calls Tomas Reed.\nAnna Berg leaves Port Vale.",
    ],
)
def test_what_holds_only_in_a_case_is_no_fact(text):
    assert stated(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg is niet van Port Vale.",
        "Anna Berg war fast bei Lundqvist Ltd.",
        "Anna Berg war letzten Sommer fast bei Lundqvist Ltd.",
        "Anna Berg is geen klant van Lundqvist Ltd.",
        "Anna Berg was nooit in Port Vale.",
        "Anna Berg is misschien van Lundqvist Ltd.",
        "Volgens Tomas Reed is Anna Berg van Lundqvist Ltd.",
        "Anna Berg lives nowhere near Port Vale.",
        "Anna Berg, nicht Tomas Reed, arbeitet bei Lundqvist Ltd.",
        "Anna Berg lives in ~~Port Vale~~.",
        "Anna Berg lives in ~~Quay Street~~ Port Vale.",
    ],
)
def test_what_is_denied_or_struck_through_is_no_fact(text):
    assert stated(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg is scheduled to meet Tomas Reed.",
        "Anna Berg is planning a trip to Port Vale.",
        "shop-web is to be replaced by ledger-db.",
        "shop-web needs to be moved to Harbour Hall.",
        "shop-web needs moving to Harbour Hall.",
        "Anna Berg wird Tomas Reed ablösen.",
        "Our plumber will be Tomas Reed.",
        "Anna Berg flies to Port Vale tomorrow.",
        "I'm meeting Tomas Reed next week.",
        "Anna Berg lives in Port Vale, Quay Street or Harbour Hall.",
        "Anna Berg lives in Port Vale, or Quay Street.",
        "Our plumber is Tomas Reed or Anna Berg.",
        "Lundqvist Ltd at Harbour Hall planned from 5 October.",
    ],
)
def test_what_is_planned_or_still_open_is_no_fact(text):
    assert stated(text) == set()


def test_what_is_done_by_somebody_is_no_plan():
    facts = stated("Anna Berg wird von Tomas Reed vertreten.")
    assert facts == {"Anna Berg | wird von … vertreten | Tomas Reed"}


@pytest.mark.parametrize(
    "text",
    [
        "Tomas Reed wrote on Monday:\nAnna Berg lives in Port Vale.",
        "Example:\n\nAnna Berg lives in Port Vale.\nAnna Berg owns Harbour Hall.",
        "**Open questions:**\nAnna Berg lives in Port Vale.",
        "````\n```\nAnna Berg lives in Port Vale.\n```\n````",
        "```\nAnna Berg lives in Port Vale.\n~~~\nAnna Berg owns Harbour Hall.\n```",
        "```\nls\n```sh\nAnna Berg lives in Port Vale.\n```",
    ],
)
def test_a_line_above_may_say_that_nothing_is_stated(text):
    assert stated(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Example:\nTomas Reed snores.\n\nAnna Berg lives in Port Vale.",
        "About Anna Berg:\nAnna Berg lives in Port Vale.",
        "````\n```\nls\n````\nAnna Berg lives in Port Vale.",
        "We asked and the answer was no. Anna Berg lives in Port Vale.",
    ],
)
def test_it_does_not_say_so_of_what_comes_later(text):
    assert stated(text) == {"Anna Berg | lives in | Port Vale"}


@pytest.mark.parametrize(
    "text",
    [
        "In our kitchen Anna Berg painted Harbour Hall.",
        "At our meeting Anna Berg spoke.",
        "During our trip Harbour Hall was shut.",
        "In my opinion Anna Berg leads well.",
        "At Tomas Reed's concert Anna Berg sang.",
    ],
)
def test_where_and_when_something_was_is_nobodys_role(text):
    assert not any(" of | " in fact for fact in stated(text))


def test_a_relative_after_a_preposition_still_has_the_role():
    assert "Anna Berg | is sister of | the user" in stated("At my sister Anna Berg lives a cat.")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We get our coffee from Lundqvist Ltd.", "get our coffee from | Lundqvist Ltd"),
        ("We keep our boat at Harbour Hall.", "keep our boat at | Harbour Hall"),
        ("I am a member of Lundqvist Ltd.", "am a member of | Lundqvist Ltd"),
        ("I'm a member of Lundqvist Ltd.", "am a member of | Lundqvist Ltd"),
        ("We’re at Harbour Hall on Mondays.", "are at | Harbour Hall"),
        ("The user likes Harbour Hall.", "likes | Harbour Hall"),
    ],
)
def test_what_users_say_of_themselves_is_a_fact(text, fact):
    assert stated(text) == {f"the user | {fact}"}


@pytest.mark.parametrize(
    "text",
    [
        "The user likes to visit Harbour Hall.",
        "The user loves walks in Port Vale.",
        "I'm not a member of Lundqvist Ltd.",
        "I'm planning a trip to Port Vale.",
        "Anna Berg und Tomas Reed am Harbour Hall",
    ],
)
def test_what_they_only_wish_is_none(text):
    assert stated(text) == set()


def test_when_gives_the_time_of_what_is_past():
    text = "Anna Berg met Tomas Reed when she lived in Port Vale."
    assert stated(text) >= {"Anna Berg | met | Tomas Reed"}


def test_a_condition_of_a_later_clause_is_none_of_the_first_one():
    text = "Anna Berg works at Lundqvist Ltd, so the labels stop when she leaves."
    assert stated(text) == {"Anna Berg | works at | Lundqvist Ltd"}


def test_fast_is_a_speed_in_english():
    assert stated("Anna Berg runs the fast line of Lundqvist Ltd.") != set()


@pytest.mark.parametrize(
    "text",
    [
        "It is not true that\nshop-web uses order-db.",
        "Anna Berg says that\nshop-web uses order-db.",
        "shop-web uses order-db?!",
        "shop-web uses order-db？",
        "“shop-web uses order-db”, said Anna Berg.",
        "Anna Berg owns Harbour Hall, says Tomas Reed.",
        "shop-web depends on order-db... maybe.",
        "shop-web barely uses order-db.",
        "Anna Berg isn’t near Lundqvist Ltd in Port Vale.",
        "Anna Berg suspects Tomas Reed lives in Port Vale.",
        "Anna Berg forbids Tomas Reed to visit Port Vale.",
        "Anna Berg declined to join Lundqvist Ltd.",
        "Tomas Reed has yet to move to Port Vale.",
        "Anna Berg is German and a Lundqvist Ltd fan.",
        "Parcels from Anna Berg at Harbour Hall",
        "Anna Berg and Tomas Reed live in Quay Street and Port Vale respectively.",
        "2 to 9 May with Anna Berg in Port Vale",
        "Harbour Hall: not behind Lundqvist Ltd",
        "Harbour Hall: lunch with Tomas Reed",
        "Anna Berg is the other Mara Holm.",
        "Anna Berg, the new Mara Holm, is ill.",
        "With luck, Anna Berg moves to Port Vale.",
        "Anna Berg is in Port Vale, I think.",
        "Anna Berg is in Port Vale, Tomas Reed wrote.",
        "Anna Berg swears Tomas Reed is in Port Vale.",
        "Anna Berg and Tomas Reed live in Quay Street and Port Vale.",
        "Anna Berg gave Tomas Reed the van.",
        "Anna Berg gave Tomas Reed 3 weeks.",
        "The flat above Anna Berg belongs to Tomas Reed.",
        "The user spoke to Anna Berg in Port Vale.",
        "Lunch: Anna Berg at Harbour Hall",
        "Anna Berg's boss was Tomas Reed.",
        "Former owner of shop-web: Tomas Reed",
        "Anna Berg called. Reason: Harbour Hall.",
        "Tomas Reed, the former neighbour, rang.",
        "Unser Nachbar kennt Tomas Reed.",
        "Tomas Reed (Tommo) is away.",
        "Lundqvist Ltd keeps us in its books.",
        "shop-web is half Anna Berg's.",
        "In my dream he lives with Anna Berg in Port Vale.",
        "Anna Berg ist kaum in Port Vale.",
        "Anna Berg owns Harbour Hall, wrote Tomas Reed.",
    ],
)
def test_what_is_denied_asked_reported_or_only_wished_is_no_fact(text):
    assert stated(text) == set()
