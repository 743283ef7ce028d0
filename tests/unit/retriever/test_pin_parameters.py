"""What the first query of a turn is asked."""

from __future__ import annotations

from datetime import date

import pytest

from graphrag.model import Query
from graphrag.retriever.pin import pin_parameters
from graphrag.retriever.question import Question
from graphrag.retriever.scope_catalog import ScopeCatalog
from graphrag.safe_cypher import prepare
from graphrag.scopes import text_index

TODAY = date(2024, 3, 14)


def asked(message: str, **catalog) -> dict:
    query = Query(message, ("docs",), today=TODAY)
    known = ScopeCatalog(("docs",), documents=9, **catalog)
    question = Question.read(query, known, use_graph=True)
    return pin_parameters(query, known, question, entity_limit=100)


@pytest.mark.parametrize("first_year", [1924, 1980, 2023])
def test_a_date_without_a_year_means_the_latest_years_of_a_long_memory(first_year):
    covered = {"first_day": date(first_year, 1, 1).toordinal(), "last_day": TODAY.toordinal()}
    parameters = asked("What happened on 3 May?", **covered)
    firsts = {day["first"] for day in parameters["days"]}
    assert date(2023, 5, 3).toordinal() in firsts
    prepare("pin", parameters)


def test_a_date_before_the_first_memory_is_not_searched():
    covered = {"first_day": date(2023, 1, 1).toordinal(), "last_day": date(2023, 6, 1).toordinal()}
    assert asked("Does it run on Python 3.10.12?", **covered)["days"] == []
    assert asked("What happened on 3 October 2022?", **covered)["days"] == []
    assert asked("What happened on 28 December 2022?", **covered)["days"], "within a week"


def test_files_beside_a_memory_are_not_searched_for_related_words():
    memory, files = text_index("memory"), text_index("files")
    query = Query("which drug?", ("memory", "files"), today=TODAY)
    known = ScopeCatalog(
        query.scopes, documents=50_000, memories={"memory": 200}, online=frozenset((memory, files))
    )
    question = Question.read(query, known, use_graph=True)
    searches = pin_parameters(query, known, question, entity_limit=100)["searches"]
    text_of = {search["index"]: search["text"].split() for search in searches}
    assert text_of[files] == ["drug"]
    assert text_of[memory][0] == "drug"
    assert len(text_of[memory]) > 1


@pytest.mark.parametrize("of_memories", ["docs", "other"])
def test_what_a_long_message_asks_is_searched_first_and_counts_more(of_memories):
    index = text_index("docs")
    story = "It rained all day, and the drug store had closed before the bus came. " * 4
    question = "Who has the spare key for the cellar door?"
    known = {"memories": {of_memories: 200}, "online": frozenset((index,))}
    parameters = asked(story + question, **known)
    [search] = parameters["searches"]
    searched = search["text"].split()
    assert searched[:4] == ["spare", "key", "cellar", "door"]
    assert {"drug^0.6", "bus^0.6"} <= set(searched)
    assert {"drug^0.6", "bus^0.6"} <= set(parameters["names_text"].split())
    assert "medication^0.7" not in searched, "a word related to the story"


@pytest.mark.parametrize("covered", [{}, {"first_day": 1, "last_day": 2}])
def test_today_is_searched_since_its_first_memory_may_be_a_second_old(covered):
    today = TODAY.toordinal()
    assert {day["first"] for day in asked("What did I say today?", **covered)["days"]} >= {today}
