"""Lists and short spans of days, months as numbers, and the next month of a name."""

from __future__ import annotations

from datetime import date

import pytest

from graphrag.text.dates.question_dates import question_days

from .test_dates import TODAY, named


@pytest.mark.parametrize(
    ("text", "days"),
    [
        *(("24./25. Dezember", [24, 25]), ("am 3./4. Mai", [3, 4]), ("5/6 May", [5, 6])),
        *(("May 4th/5th", [4, 5]), ("5 & 6 May", [5, 6]), ("5, 6 and 7 May", [5, 6, 7])),
        *(("May 5, 6 and 7", [5, 6, 7]), ("1., 2. und 3. Mai", [1, 2, 3])),
        *(("el 5, 6 y 7 de mayo", [5, 6, 7]), ("am 3. und 5.5.", [3, 5]), ("3./4.5.", [3, 4])),
        *(("24./25.12.2022", [24, 25]), ("May 5, 6 and 7, 2022", [5, 6, 7])),
    ],
)
def test_a_list_of_days_has_each_of_them(text, days):
    assert [int(first[8:]) for first, last, _ in named(text) if first == last] == days


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("03.-05.05.2022", "2022-05-03", "2022-05-05"),
        ("vom 24.-26.12.", "2023-12-24", "2023-12-26"),
        ("3. bis 5.5.22", "2022-05-03", "2022-05-05"),
        ("24.–26. Dezember", "2023-12-24", "2023-12-26"),
        ("between 3 and 5 May", "2023-05-03", "2023-05-05"),
    ],
)
def test_a_span_of_days_of_one_month_begins_with_its_first(text, first, last):
    assert named(text) == [(first, last, False)]


def test_a_list_may_hold_a_span():
    found = [(first[8:], last[8:]) for first, last, _ in named("on 1-3, 5 and 7 May")]
    assert found == [("01", "03"), ("05", "05"), ("07", "07")]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("room 12, 3 May", "2023-05-03"), ("room 3, 12 May", "2023-05-12")),
        *(("on call 24/7 May", "2023-05-07"), ("May 5, 20 guests", "2023-05-05")),
        *(("on May 3 & 5 guests", "2023-05-03"), ("May 5, 2023", "2023-05-05")),
        *(("2023, 5 May", "2023-05-05"), ("Zimmer 4, 3.5.", "2023-05-03")),
    ],
)
def test_a_number_beside_a_date_is_no_day(text, day):
    assert named(text) == [(day, day, False)]


@pytest.mark.parametrize("text", ["05/2023", "5/2023", "im 5.2023", "05.2023", "Stand 05.2023?"])
def test_the_number_of_a_month_and_a_year_are_a_month(text):
    assert named(text) == [("2023-05-01", "2023-05-31", True)]


@pytest.mark.parametrize(
    "text",
    [
        *("1/2000 s", "PyCharm 5.2023", "version 10.2023", "13/2023", "0/2023"),
        *("a/5/2023", "v5.2023", "5.2023-rc1", "5.20231"),
    ],
)
def test_another_number_with_a_year_is_no_month(text):
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "month"),
    [
        *(("next May", "2024-05-01"), ("nächsten Mai", "2024-05-01"), ("next March", "2025-03-01")),
        *(("next February", "2025-02-01"), ("volgende maart", "2025-03-01")),
        *(("kommenden Juni", "2024-06-01"), ("el próximo mayo", "2024-05-01")),
    ],
)
def test_the_next_month_of_a_name_is_none_of_the_past(text, month):
    assert [first for first, _, _ in named(text)] == [month]


def test_every_day_of_a_list_is_of_the_latest_years_where_memories_are_old():
    first, last = date(1980, 1, 5).toordinal(), date(2023, 12, 30).toordinal()
    days = question_days("5, 6 and 7 May", today=TODAY, first=first, last=last)
    latest = [date.fromordinal(each.first).isoformat() for each in days[-3:]]
    assert latest == ["2023-05-05", "2023-05-06", "2023-05-07"]
