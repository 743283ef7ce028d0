"""Days as memories write them, found for a message that names them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.model import DayRange
from graphrag.text.dates.question_dates import question_days
from graphrag.text.dates.written_days import MAX_DAYS, writes_one_of, written_days

TODAY = date(2026, 1, 1)  # a Thursday
TOMORROW = date(2026, 1, 2)


def days_of(message: str) -> tuple[date, ...]:
    return written_days(message, question_days(message, today=TODAY), TODAY)


@pytest.mark.parametrize(
    ("message", "day"),
    [
        ("what's on tomorrow?", TOMORROW),
        ("was steht morgen an?", TOMORROW),
        ("¿qué tengo mañana?", TOMORROW),
        ("anything on today?", date(2026, 1, 1)),
        ("do we have something on the 7th of January?", date(2026, 1, 7)),
        ("anything on friday?", TOMORROW),
        ("habe ich am Montag was?", date(2026, 1, 5)),
    ],
)
def test_a_message_names_the_days_that_a_memory_may_write_of(message: str, day: date) -> None:
    assert day in days_of(message)


@pytest.mark.parametrize("message", ["what happened last week?", "in January", "where is Pippa?"])
def test_a_longer_time_is_no_day(message: str) -> None:
    assert days_of(message) == ()


@pytest.mark.parametrize(
    "text",
    [
        "The boiler man comes on 2 January.",
        "Trial day on January 2nd.",
        "Am 2. Januar kommt der Kaminkehrer.",
        "Dentist moved to 2026-01-02, 9 am.",
        "La cena è il 2 gennaio.",
        "Zahnarzt am 2.1. um neun",
        "The 2nd of January is free.",
        "Tandläkaren den 2:a januari.",
        "Стоматолог 2-го января в девять.",
        "Cubs for Bruno: Fridays 18:00 to 19:15.",
        "Freitags ist Chorprobe.",
        "She has the car every friday.",
    ],
)
def test_a_text_writes_a_day_in_many_ways(text: str) -> None:
    assert writes_one_of(text, [TOMORROW], TODAY)


@pytest.mark.parametrize(
    "text",
    [
        *("12 January", "22. Januar", "2 boxes came in January", "January 20", "2026-01-22"),
        *("version 2.1.4", "12.1.", "2 February", "on 2 Jankowski Street", ""),
        *("open Mon to Fri", "The call with Ina was on Friday.", "Saturdays at nine"),
    ],
)
def test_another_day_is_not_taken_for_it(text: str) -> None:
    assert not writes_one_of(text, [TOMORROW], TODAY)


@given(st.lists(st.integers(0, 400), max_size=12), st.booleans())
def test_no_more_than_a_few_days_are_looked_for(backs: list[int], says_weekday: bool) -> None:
    ordinals = [(TODAY - timedelta(days=back)).toordinal() for back in backs]
    named = [DayRange(ordinal, ordinal) for ordinal in ordinals]
    found = written_days("on friday" if says_weekday else "then", named, TODAY)
    assert len(found) <= MAX_DAYS
    assert len(set(found)) == len(found)
