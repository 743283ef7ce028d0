"""The words by which memories are compared."""

from __future__ import annotations

import pytest

from graphrag.graph.revisions.terms import stems_of_names, stems_without_endings, terms_of


@pytest.mark.parametrize(
    ("text", "word", "has"),
    [
        ("The car is at the garage in Mill Street.", "car", True),
        ("Je ne viens pas car il pleut sur Nantes.", "car", False),
        ("Mia has her lessons with Ottilie.", "mia", True),
        ("Mia nonna abita a Bari con il gatto.", "mia", False),
        ("Die Kasse führt Otto.", "die", False),
        ("The lessons are with Ottilie.", "the", False),
    ],
)
def test_a_function_word_of_another_language_is_a_word_like_others(
    text: str, word: str, *, has: bool
) -> None:
    assert (word in terms_of(text)) is has


def test_a_form_of_address_is_no_word_of_its_own_in_english_either() -> None:
    assert {"oma", "granny", "hilde"} <= stems_of_names(["oma hilde"])
    assert {"wife", "woman", "brandt"} <= stems_of_names(["frau brandt"])


def test_what_is_left_of_a_name_without_its_ending_is_of_the_name() -> None:
    assert {"carlo", "carl"} <= stems_without_endings(["carlos"])
    assert not stems_without_endings(["ada"])
