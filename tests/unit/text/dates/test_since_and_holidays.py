"""Days up to today, parts of a year and holidays in a question."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.model import DayRange, GraphView
from graphrag.ranking.dates import date_weight
from graphrag.text.dates.holiday_dates import easter_sunday
from graphrag.text.dates.question_dates import question_days
from graphrag.text.query_words import content_words

TODAY = date(2024, 3, 14)
"""A Thursday."""


def spans(text, today=TODAY):
    return [
        tuple(date.fromordinal(day).isoformat() for day in (days.first, days.last))
        for days in question_days(text, today=today)
    ]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("What has changed since Monday?", "2024-03-11"),
        ("since yesterday", "2024-03-13"),
        ("since the day before yesterday", "2024-03-12"),
        ("What is new since last week?", "2024-03-04"),
        ("Was ist seit letzter Woche neu?", "2024-03-04"),
        ("seit gestern", "2024-03-13"),
        ("depuis lundi", "2024-03-11"),
        ("desde el lunes", "2024-03-11"),
        ("sinds gisteren", "2024-03-13"),
        ("od wczoraj", "2024-03-13"),
        ("quoi de neuf depuis hier", "2024-03-13"),
        ("что было с понедельника?", "2024-03-11"),
        ("since two weeks ago", "2024-02-26"),
        ("since May", "2023-05-01"),
        ("since last May", "2023-05-01"),
        ("seit dem 3. März", "2024-03-03"),
        ("dal 3 marzo", "2024-03-03"),
        ("с марта", "2024-03-01"),
        ("since 2024-02-05", "2024-02-05"),
        ("since Q4", "2023-10-01"),
        ("since last summer", "2023-06-01"),
        ("since last Christmas", "2023-12-24"),
        ("since 2022", "2022-01-01"),
        ("seit 2022", "2022-01-01"),
        ("since last year", "2023-01-01"),
        ("in the past week", "2024-03-04"),
        ("over the past month", "2024-02-01"),
        ("during the last year", "2023-02-28"),
        ("since early October", "2023-10-01"),
        ("seit Anfang November", "2023-11-01"),
        ("since the weekend", "2024-03-09"),
        ("seit letztem Monat", "2024-02-01"),
        ("seit letztem Jahr", "2023-01-01"),
        ("depuis le mois dernier", "2024-02-01"),
        ("desde a semana passada", "2024-03-04"),
        ("depuis l'été dernier", "2023-06-01"),
        ("sedan mars", "2024-03-01"),
        ("in the last 2 years", "2022-01-01"),
    ],
)
def test_what_lasts_until_now_ends_today(text, first):
    assert spans(text) == [(first, TODAY.isoformat())]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("from 5 to 10 May 2023", [("2023-05-05", "2023-05-10")]),
        ("с 5 мая по 10 мая 2023", [("2023-05-05", "2023-05-10")]),
        ("od 2022 do 2023", [("2022-01-01", "2022-12-31"), ("2023-01-01", "2023-12-31")]),
        ("since he moved on Monday", [("2024-03-11", "2024-03-11")]),
        ("ferie dal 3 al 10 marzo 2023", [("2023-03-03", "2023-03-10")]),
        ("dal 3 al 5 maggio 2023", [("2023-05-03", "2023-05-05")]),
        ("what did I do this Wednesday morning?", [("2024-03-13", "2024-03-13")]),
        ("Monday morning, 4 March 2024", [("2024-03-04", "2024-03-04")]),
        ("over the Christmas break last year", [("2023-12-24", "2023-12-26")]),
        ("Christmas last year", [("2023-12-24", "2023-12-26")]),
        ("a Natale scorso", [("2023-12-24", "2023-12-26")]),
        ("New Year 2023", [("2022-12-31", "2023-01-01")]),
        ("a reunião da semana passada", [("2024-03-04", "2024-03-10")]),
        ("since June 2027", [("2027-06-01", "2027-06-30")]),
        ("since tomorrow", [("2024-03-15", "2024-03-15")]),
        ("since I live here", []),
        ("in the last year's budget", []),
    ],
)
def test_two_ends_a_clause_and_what_is_ahead_do_not(text, days):
    assert spans(text) == days


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("early 2023", "2023-01-01", "2023-04-30"),
        ("mid 2023", "2023-05-01", "2023-08-31"),
        ("mid-2023", "2023-05-01", "2023-08-31"),
        ("at the end of 2023", "2023-09-01", "2023-12-31"),
        ("Mitte 2023", "2023-05-01", "2023-08-31"),
        ("fin 2023", "2023-09-01", "2023-12-31"),
        ("a mediados de 2023", "2023-05-01", "2023-08-31"),
        ("in H1 2023", "2023-01-01", "2023-06-30"),
        ("the second half of 2023", "2023-07-01", "2023-12-31"),
        ("from early 2022 to mid 2023", "2022-01-01", "2023-08-31"),
        ("at Easter 2023", "2023-04-07", "2023-04-10"),
        ("Ostern 2023", "2023-04-07", "2023-04-10"),
        ("last Christmas", "2023-12-24", "2023-12-26"),
        ("letzte Weihnachten", "2023-12-24", "2023-12-26"),
        ("Silvester 2022", "2022-12-31", "2023-01-01"),
        ("last Thanksgiving", "2023-11-23", "2023-11-23"),
        ("Pfingsten 2023", "2023-05-28", "2023-05-29"),
        ("a Natale 2023", "2023-12-24", "2023-12-26"),
        ("na Páscoa de 2023", "2023-04-07", "2023-04-10"),
    ],
)
def test_a_part_of_a_year_and_a_holiday_are_days(text, first, last):
    assert spans(text) == [(first, last)]


@pytest.mark.parametrize(
    "text",
    [
        "between Christmas and New Year",
        "zwischen Weihnachten und Neujahr",
        "entre Noël et nouvel an",
    ],
)
def test_two_holidays_are_the_ends_of_a_span(text):
    assert spans(text)[-2:] == [("2022-12-24", "2023-01-01"), ("2023-12-24", "2024-01-01")]


def test_a_date_since_which_all_memories_are_of_this_year_is_that_of_the_year_before():
    first, last = date(2024, 1, 5).toordinal(), TODAY.toordinal()
    for text, day in [("since December", date(2023, 12, 1)), ("since Easter", date(2023, 4, 28))]:
        [days] = question_days(text, today=TODAY, first=first, last=last)
        assert days.last == last
        assert abs(days.first - day.toordinal()) < 40


def test_a_holiday_without_a_year_may_be_that_of_any_year():
    found = spans("What did we cook at Christmas?")
    assert found == [(f"{year}-12-24", f"{year}-12-26") for year in (2022, 2023, 2024)]


@pytest.mark.parametrize(
    "text",
    [
        *("Christmas presents for Livia", "the Easter egg in the app", "half 2, 2024's budget"),
        *("draw a Christmas tree", "an Easter egg", "what Tom said at the Christmas party"),
        *("when I met Noel", "the book by Silvester", "the statues on Easter Island"),
        *("set an alarm for Monday morning", "who hosts Saturday Night Live", "mi 2023"),
        *("aperto dal lunedì al venerdì", "czynne od poniedziałku do piątku"),
    ],
)
def test_other_words_for_them_say_no_day(text):
    assert spans(text) == []


@pytest.mark.parametrize(
    "text",
    ["What happened at Easter?", "What has changed since Monday?", "Was war an Weihnachten?"],
)
def test_such_a_question_says_nothing_but_its_days(text):
    days = question_days(text, today=TODAY)
    only = GraphView(documents=9, passages={}, days=days, words=content_words(text))
    assert date_weight(only) > date_weight(GraphView(9, {}, days=days, words=("boiler",)))


@given(st.integers(1583, 4000))
def test_easter_is_a_sunday_from_22_march_to_25_april(year):
    easter = easter_sunday(year)
    assert easter.isoweekday() == 7
    assert date(year, 3, 22) <= easter <= date(year, 4, 25)


@pytest.mark.parametrize(
    ("year", "day"), [(1961, "04-02"), (2000, "04-23"), (2008, "03-23"), (2038, "04-25")]
)
def test_easter_of_known_years(year, day):
    assert easter_sunday(year).isoformat() == f"{year}-{day}"


@given(
    st.sampled_from(["since yesterday", "since May", "seit 2022", "since Easter"]),
    st.dates(date(2023, 1, 1), date(2030, 12, 31)),
)
def test_days_since_a_past_day_never_end_ahead_of_today(text, today):
    [days] = question_days(text, today=today)
    assert days.first <= days.last == today.toordinal()
    assert days.last - days.first < timedelta(days=366 * 10).days
    assert isinstance(days, DayRange)


@pytest.mark.parametrize(
    "text", ["new year last year", "last new year", "nouvel an l'année dernière"]
)
def test_new_year_last_year_is_the_latest_one(text):
    assert spans(text, today=date(2025, 12, 2)) == [("2024-12-31", "2025-01-01")]
