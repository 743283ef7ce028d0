"""Years that a question names, and days of last year."""

from __future__ import annotations

from datetime import date

import pytest

from graphrag.model import DayRange, GraphView, Passage
from graphrag.ranking.dates import date_scores, is_of_past_day

from .test_dates import TODAY, named


@pytest.mark.parametrize(
    "text",
    [
        *("What happened in 2023?", "during 2023", "Was war im Jahr 2023?", "en 2023", "nel 2023"),
        *("em 2023", "w 2023 roku", "в 2023 году", "i 2023", "2023年做了什么", "In the year 2023"),
        *("What happened last year?", "im letzten Jahr", "letztes Jahr", "im vergangenen Jahr"),
        *("l'année dernière", "el año pasado", "l'anno scorso", "vorig jaar", "去年"),
    ],
)
def test_a_year_is_all_its_days(text):
    assert named(text) == [("2023-01-01", "2023-12-31", True)]


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("in 2022 and 2023", ["2022", "2023"]),
        ("in 2021 or 2023", ["2021", "2023"]),
        ("in 2021–2023", ["2021", "2022", "2023"]),
        ("during 2021 to 2023", ["2021", "2022", "2023"]),
        ("What did we do from 2021 to 2023?", ["2021", "2022", "2023"]),
        ("von 2021 bis 2023", ["2021", "2022", "2023"]),
        ("с 2021 по 2023 год", ["2021", "2022", "2023"]),
    ],
)
def test_several_years_are_each_a_year(text, years):
    found = [first[:4] for first, last, _ in named(text) if last[5:] == "12-31"]
    assert found == years


@pytest.mark.parametrize(
    "text",
    [
        *("model 2024", "version 2025", "ISO 9001", "the 2025 budget", "Office 2019", "room 2024"),
        *("Summarise it in 2000 words", "in 2024:30", "In 2023/24", "in 2024-W23", "in 20245"),
        *("last year's tax return", "the last year of school", "10年代", "from 2023"),
        *("half a year ago", "a man of 30 years", "in 2024年前", "vor 2024 Jahren"),
    ],
)
def test_another_number_is_no_year(text):
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("on 8 May in 2023", "2023-05-08"),
        ("in May 2023", "2023-05-01"),
        ("in May last year", "2023-05-01"),
        ("in June or in 2022", "2023-06-01"),
        ("What did I do yesterday, and in 2023?", "2024-03-13"),
    ],
)
def test_a_year_beside_another_date_is_no_date_of_its_own(text, first):
    assert [found for found, _, _ in named(text)] == [first]


@pytest.mark.parametrize(
    "text",
    ["a year ago", "vor einem Jahr", "il y a un an", "hace un año", "un anno fa", "год назад"],
)
def test_a_year_ago_is_the_month_around_that_day(text):
    assert named(text) == [("2023-02-28", "2023-03-30", True)]


@pytest.mark.parametrize("text", ["two years ago", "vor 2 Jahren", "hace dos años", "2年前"])
def test_years_ago_are_a_whole_year(text):
    assert named(text) == [("2022-01-01", "2022-12-31", True)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("heute vor einem Jahr", "2023-03-14"), ("a year ago today", "2023-03-14")),
        *(("a week ago today", "2024-03-07"), ("heute vor zwei Wochen", "2024-02-29")),
        *(("today, two weeks ago", "2024-02-29"), ("a month ago today", "2024-02-14")),
        *(("a week ago on Monday", "2024-03-04"), ("am Montag vor einer Woche", "2024-03-04")),
        *(("two weeks ago on Friday", "2024-03-01"), ("three days ago, today", "2024-03-11")),
    ],
)
def test_a_day_beside_what_is_counted_back_is_one_day(text, day):
    assert named(text)[0][0] == day


@pytest.mark.parametrize(
    "text", ["heute vor einem Jahr", "a week ago today", "a week ago on Monday"]
)
def test_such_a_day_is_neither_today_nor_last_week(text):
    assert len(named(text)) == 1


def view(words: tuple[str, ...], days: DayRange) -> GraphView:
    passages = {"a": Passage("a", "a", "s", day=date(2023, 5, 8).toordinal())}
    return GraphView(
        documents=1, passages=passages, days=(days,), words=words, today=TODAY.toordinal()
    )


def test_a_memory_of_the_year_scores_less_than_one_of_the_month():
    of_year = date_scores(view((), DayRange.of_year(2023))).scores["a"]
    assert 0 < of_year < date_scores(view((), DayRange.of_month(2023, 5))).scores["a"]


def test_a_year_asks_for_memories_only_where_nothing_else_is_said():
    assert is_of_past_day(view(("happened", "2023"), DayRange.of_year(2023)))
    assert not is_of_past_day(view(("won", "cup", "2023"), DayRange.of_year(2023)))
    assert is_of_past_day(view(("won", "cup", "may"), DayRange.of_month(2023, 5)))
