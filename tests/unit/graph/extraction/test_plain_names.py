"""Lower-case words that a verb makes a name."""

import pytest

from graphrag.graph.extraction.names.plain_names import plain_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The shop uses redis for the cache.", ["redis"]),
        ("The site is hosted on netlify.", ["netlify"]),
        ("It was moved from sqlite to mariadb on Monday.", ["sqlite", "mariadb"]),
        ("We switched from gmail to fastmail.", ["gmail", "fastmail"]),
    ],
)
def test_a_product_in_lower_case_is_a_name(text, names):
    assert plain_names(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Rowan uses cash at the market.",
        "Una replaced curtains in the hall.",
        "She used vinegar for the kettle.",
        "The oven runs on gas, Elis relies on coffee.",
        "Otto depends on insulin.",
        "We moved from yoga to swimming.",
        "The desk is built in oak.",
    ],
)
def test_an_everyday_word_is_no_name(text):
    assert plain_names(text) == []
