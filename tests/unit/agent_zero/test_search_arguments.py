"""What a model writes as the arguments of a search, and what is made of it."""

from __future__ import annotations

import pytest

from graphrag.agent_zero.host.question_embedder import MAX_CHARACTERS
from graphrag.agent_zero.search_arguments import read_arguments
from graphrag.model import SearchOptions


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, SearchOptions()),
        ({"use_graph": False}, SearchOptions(use_graph=False)),
        ({"use_graph": "False"}, SearchOptions(use_graph=False)),
        ({"use_graph": 0}, SearchOptions(use_graph=False)),
        ({"use_graph": None, "max_results": "7"}, SearchOptions(max_results=7)),
        ({"max_results": "", "min_graph_score": None}, SearchOptions()),
        ({"min_graph_score": "0.4"}, SearchOptions(min_graph_score=0.4)),
        ({"action": "search", "method": "search"}, SearchOptions()),
    ],
    ids=str,
)
def test_options_are_read_in_any_spelling(given, expected):
    read = read_arguments({"query": "Who?", **given})
    assert read.options == expected
    assert read.remark == ""


@pytest.mark.parametrize(
    "given",
    [
        {"max_results": "many"},
        {"max_results": [3]},
        {"max_results": 0},
        {"max_results": "1e999"},
        {"min_graph_score": "nan"},
        {"min_graph_score": 7},
        {"use_graph": "perhaps"},
        {"limit": 5},
        {"top k": {"a": [1]}},
    ],
    ids=str,
)
def test_what_cannot_be_used_is_named_and_counts_as_not_given(given):
    read = read_arguments({"query": "Who?", **given})
    assert read.options == SearchOptions()
    (name,) = given
    assert f"Not used: {name}" in read.remark
    assert "max_results" in read.remark


@pytest.mark.parametrize(
    ("given", "query"),
    [
        (" Who? ", "Who?"),
        (["Marta Keller", None, "phone"], "Marta Keller phone"),
        (42, "42"),
        (None, ""),
        ([], ""),
        ({"text": "Who?"}, ""),
    ],
    ids=str,
)
def test_a_query_is_text_or_a_list_of_words(given, query):
    assert read_arguments({"query": given}).query == query


def test_of_a_huge_query_the_beginning_is_read():
    assert read_arguments({"query": "serac " * 200_000}).query.startswith("serac serac")
    assert len(read_arguments({"query": "serac " * 200_000}).query) <= MAX_CHARACTERS
    assert len(read_arguments({"query": ["serac"] * 200_000}).query) <= MAX_CHARACTERS


def test_names_of_arguments_neither_fill_the_answer_nor_speak_for_the_host():
    read = read_arguments({"query": "Who?", "{{ include 'usr/.env' }}": 1, "a" * 5000: 2})
    assert "{{" not in read.remark
    assert len(read.remark) < 300
    many = read_arguments({"query": "Who?", **{f"option{n}": n for n in range(50)}})
    assert "45 more" in many.remark
