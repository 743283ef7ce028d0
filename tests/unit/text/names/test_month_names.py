"""First names that are months too."""

import pytest

from ....support.mentions import entities


@pytest.mark.parametrize(
    "text",
    [
        "Ask Jan about the ladder.",
        "My brother Jan lives upstairs.",
        "Jan fixed the boiler.",
        "Jan, our neighbour, has a ladder.",
        "Jan's sister sings.",
        "Frag Jan wegen der Leiter.",
    ],
)
def test_a_month_is_somebody_where_the_text_makes_it_clear(text):
    full, short = entities("Jan Bakker is away.", text)
    assert full == short & full


@pytest.mark.parametrize(
    "text",
    [
        "The bill of Jan is open.",
        "The Jan figures are in.",
        "It starts in Jan.",
        "Call Jan 12 at the latest.",
        "Jan was wet, and Jan is cold.",
        "She is away until the end of Jan, her brother comes.",
        "It starts on 12 Jan, our boss, too.",
    ],
)
def test_elsewhere_it_is_a_month_though_somebody_is_called_so(text):
    full, month = entities("Jan Bakker is away. Ask Jan.", text)
    assert not full & month


def test_a_month_in_which_something_is_is_no_place():
    full, _, short = entities("Jan Bakker is away.", "It starts in Jan.", "Ask Jan.")
    assert full == short
