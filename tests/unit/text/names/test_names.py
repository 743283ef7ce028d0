"""Names in a message: what is looked up, and what is taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.names.name_candidates import (
    MAX_CANDIDATES,
    known_names,
    name_candidates,
)


def norms(message):
    return [candidate.norm for candidate in name_candidates(message)]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Who owns checkout-api at Acme?", "checkout api"),
        ("Is the Grand Budapest Hotel still open?", "grand budapest hotel"),
        ("what broke in ledger_db/v2.1 yesterday", "ledger db v2 1"),
        ('What do we know of "the big one"?', "the big one"),
        ("Кто отвечает за Платёжный Шлюз?", "платёжный шлюз"),
        ("谁负责支付网关?", "支付网关"),
        ("من هو مالك بوابة الدفع؟", "بوابة الدفع"),
        ("Wer betreut die Donaudampfschifffahrt?", "donaudampfschifffahrt"),
        ("why does the payment gateway time out", "payment gateway"),
        ("see src/billing/Invoice.java", "src billing invoice java"),
    ],
)
def test_a_name_in_any_script_is_looked_up(message, name):
    assert name in norms(message)


@pytest.mark.parametrize("message", ["What is it?", "The", "Where were they then?", "...", ""])
def test_common_words_at_the_start_of_a_sentence_are_no_names(message):
    assert norms(message) == []


def test_a_plain_word_in_a_sentence_is_no_name_but_a_capitalised_one_is():
    assert "bill" not in norms("Please pay the bill for Anna")
    assert "bill" in norms("Please ask Bill for Anna")


def test_a_message_without_capitals_may_name_things_in_lower_case():
    assert "anna" in norms("when did anna move")


def test_the_longest_known_name_at_a_place_wins():
    candidates = name_candidates("How far is New York City from Boston?")
    taken = known_names(candidates, {"new york", "new york city", "york city", "boston"})
    assert [name.norm for name in taken] == ["new york city", "boston"]


@given(st.text(max_size=2000))
def test_any_message_gives_bounded_distinct_candidates(message):
    candidates = name_candidates(message)
    assert len(candidates) <= MAX_CANDIDATES
    assert len({(c.start, c.end) for c in candidates}) == len(candidates)
    assert all(c.norm and len(c.norm) <= 200 for c in candidates)


@pytest.mark.parametrize(
    "pasted",
    [
        " ".join(f"Node Alpha{n} Failed Request Number{n}" for n in range(200)),
        "we walked along the river and came back to the house where it was warm " * 60,
    ],
)
def test_a_name_before_or_after_a_long_paste_is_looked_up(pasted):
    assert "mara lindqvist" in norms(f"{pasted}. Who is Mara Lindqvist?")
    assert "mara lindqvist" in norms(f"Who is Mara Lindqvist? {pasted}")


def test_a_very_long_message_stays_within_its_bounds():
    message = "Lorem Ipsum dolor/sit_amet " * 2000
    assert len(name_candidates(message)) <= MAX_CANDIDATES
