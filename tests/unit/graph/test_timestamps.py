"""When memories were formed, and which of them make a session."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.graph.records import SourceDocument
from graphrag.graph.sessions import sessions
from graphrag.graph.timestamps import parse_timestamp

DAY = date(2023, 5, 8).toordinal()


@pytest.mark.parametrize(
    ("written", "minute"),
    [
        ("1:56 pm on 8 May, 2023", 13 * 60 + 56),
        ("2023-05-08 13:56:00", 13 * 60 + 56),
        ("2023-05-08T13:56:00+02:00", 11 * 60 + 56),
        ("12:05 am, May 8th 2023", 5),
        ("8 May 2023", None),
        ("2023-05-08", None),
        ("2023/5/8", None),
        (1683554160, 13 * 60 + 56),
        (1683554160000, 13 * 60 + 56),
        (date(2023, 5, 8), None),
    ],
)
def test_a_timestamp_is_read_in_its_usual_spellings(written, minute):
    moment = parse_timestamp(written)
    assert moment.day == DAY
    assert moment.minute == (None if minute is None else DAY * 1440 + minute)


@pytest.mark.parametrize(
    "moment",
    [
        datetime.min.replace(tzinfo=timezone(timedelta(hours=14))),
        datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))),
    ],
)
def test_the_first_and_the_last_moment_can_be_read_with_any_offset(moment):
    assert parse_timestamp(moment).day == moment.toordinal()
    assert parse_timestamp(moment.isoformat()).day == moment.toordinal()


@pytest.mark.parametrize("offset", ["", "Z", "-08:00", "+05:30", "+1300"])
def test_a_day_is_the_one_that_is_written_whatever_the_offset(offset):
    for clock in ("00:10", "23:50"):
        moment = parse_timestamp(f"2023-05-08T{clock}:00{offset}")
        assert moment is not None
        assert moment.day == DAY


@pytest.mark.parametrize("written", [None, "", "yesterday", True, "32 May 2023", float("nan"), []])
def test_what_is_no_timestamp_gives_none(written):
    assert parse_timestamp(written) is None


@given(st.one_of(st.text(max_size=60), st.integers(), st.floats()))
def test_any_timestamp_can_be_read(written):
    parse_timestamp(written)


def memory(name, minute, day=DAY, **more):
    exact = None if minute is None else day * 1440 + minute
    return SourceDocument(name, name, day=day, minute=exact, timestamp="t", **more)


def members(documents):
    return sorted(list(session.members) for session in sessions("s", documents).values())


def test_a_session_ends_with_a_gap_of_more_than_thirty_minutes():
    documents = [memory("a", 0), memory("b", 30), memory("c", 61), memory("d", 62)]
    assert members(documents) == [["a", "b"], ["c", "d"]]


def test_a_session_has_at_most_fifty_members():
    documents = [memory(f"m{number:03d}", number) for number in range(120)]
    assert [len(session) for session in members(documents)] == [50, 50, 20]


def test_a_memory_without_a_timestamp_ends_the_session_before():
    unknown = SourceDocument("x", "x")
    documents = [memory("a", 0), memory("b", 1), unknown, memory("c", 2), memory("d", 3)]
    assert members(documents) == [["a", "b"], ["c", "d"]]


def test_where_only_the_day_is_known_a_session_has_no_order():
    documents = [memory("a", None), memory("b", None)]
    [session] = sessions("s", documents).values()
    assert not session.ordered


def test_passages_of_files_are_in_no_session():
    documents = [memory("a", 0), memory("f", 1, file="x.md"), memory("b", 2)]
    assert members(documents) == [["a", "b"]]


def test_memories_of_a_session_are_in_the_order_in_which_they_were_formed_whatever_their_offset():
    written = {
        "a": "2023-05-08T23:50:00-04:00",
        "b": "2023-05-09T05:55:00+02:00",  # the user is in another time zone now
        "c": "2023-05-08T23:58:00-04:00",
        "d": "2023-05-09T05:50:00-04:00",  # nearly the same clock as "b", six hours later
    }
    documents = []
    for name, timestamp in written.items():
        moment = parse_timestamp(timestamp)
        assert moment is not None
        documents.append(SourceDocument(name, name, day=moment.day, minute=moment.minute))
    [session] = sessions("s", documents).values()
    assert session.members == ("a", "b", "c")
