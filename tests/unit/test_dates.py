from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.dates import MAX_RANGES, question_days

TODAY = date(2024, 3, 14)  # a Thursday
COVERED = {"first": date(2023, 1, 5).toordinal(), "last": date(2023, 12, 30).toordinal()}


def named(text: str) -> list[tuple[str, str, bool]]:
    return [
        (
            date.fromordinal(days.first).isoformat(),
            date.fromordinal(days.last).isoformat(),
            days.month,
        )
        for days in question_days(text, today=TODAY, **COVERED)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "What happened on 8 May 2023?",
        "on May 8th, 2023",
        "the 8th of May, 2023",
        "2023-05-08",
        "am 08.05.2023",
        "am 8. Mai 2023",
        "le 8 mai 2023",
        "el 8 de mayo de 2023",
        "l'8 maggio 2023",
        "em 8 de maio de 2023",
        "8 мая 2023 года",
        "2023年5月8日に",
        "5月8日",
        "on May 8",
        "am 8.5.",
    ],
)
def test_a_day_is_read_in_every_spelling(text):
    assert named(text) == [("2023-05-08", "2023-05-08", False)]


@pytest.mark.parametrize(
    "text",
    [
        "in May 2023",
        "In may?",
        "im Mai 2023",
        "en mai 2023",
        "mayo de 2023",
        "2023年5月",
        "2023-05",
    ],
)
def test_a_month_without_day_is_a_month(text):
    assert named(text) == [("2023-05-01", "2023-05-31", True)]


@pytest.mark.parametrize(
    "text",
    [
        "May I ask?",
        "the march to the sea",
        "version 1.2.3 of 10.0.0.1",
        "call 2023",
        "Who is Jan?",
        "9 out of 10",
        "",
    ],
)
def test_what_is_no_date_is_left_alone(text):
    assert named(text) == []


def test_a_slashed_date_is_read_both_ways_where_both_are_dates():
    assert [first for first, _, _ in named("05/08/2023")] == ["2023-05-08", "2023-08-05"]
    assert [first for first, _, _ in named("25/08/2023")] == ["2023-08-25"]


def test_a_range_of_days_is_one_range():
    assert named("3-5 May 2023") == [("2023-05-03", "2023-05-05", False)]


def test_a_date_without_a_year_is_looked_for_in_every_year_covered():
    first, last = date(2021, 6, 1).toordinal(), date(2023, 6, 1).toordinal()
    days = question_days("on May 8", today=TODAY, first=first, last=last)
    assert [date.fromordinal(item.first).year for item in days] == [2021, 2022, 2023]


@pytest.mark.parametrize(
    ("text", "first", "last", "month"),
    [
        ("What did I do yesterday?", "2024-03-13", "2024-03-13", False),
        ("gestern", "2024-03-13", "2024-03-13", False),
        ("昨天", "2024-03-13", "2024-03-13", False),
        ("the day before yesterday", "2024-03-12", "2024-03-12", False),
        ("two days ago", "2024-03-12", "2024-03-12", False),
        ("vor zwei Tagen", "2024-03-12", "2024-03-12", False),
        ("il y a deux jours", "2024-03-12", "2024-03-12", False),
        ("hace 2 días", "2024-03-12", "2024-03-12", False),
        ("due giorni fa", "2024-03-12", "2024-03-12", False),
        ("há dois dias", "2024-03-12", "2024-03-12", False),
        ("два дня назад", "2024-03-12", "2024-03-12", False),
        ("两天前", "2024-03-12", "2024-03-12", False),
        ("2日前", "2024-03-12", "2024-03-12", False),
        ("last week", "2024-03-04", "2024-03-10", False),
        ("先週", "2024-03-04", "2024-03-10", False),
        ("this week", "2024-03-11", "2024-03-17", False),
        ("a week ago", "2024-03-04", "2024-03-10", False),
        ("last month", "2024-02-01", "2024-02-29", True),
        ("three months ago", "2023-12-01", "2023-12-31", True),
        ("last Monday", "2024-03-11", "2024-03-11", False),
        ("on Thursday", "2024-03-07", "2024-03-07", False),
        ("last May", "2023-05-01", "2023-05-31", True),
    ],
)
def test_relative_dates_are_counted_from_the_clock(text, first, last, month):
    assert named(text) == [(first, last, month)]


@given(st.text(alphabet="0123456789./- MayMärz月日年 agodays", max_size=200))
def test_any_text_gives_ordered_ranges_within_the_cap(text):
    days = question_days(text, today=TODAY)
    assert len(days) <= MAX_RANGES
    assert all(item.first <= item.last for item in days)
    assert list(days) == sorted(days, key=lambda item: (item.first, item.last))


def test_a_huge_message_is_read_within_a_turns_budget():
    text = "on 8 May 2023 and 3-5 June, two days ago; " * 5000
    started = time.process_time()
    assert question_days(text, today=TODAY)
    assert time.process_time() - started < 0.5
