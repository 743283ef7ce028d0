"""Which memories are compared, in which order, and what is kept of what changed several times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.graph.desired import DesiredDocument
from graphrag.graph.revisions import outdated as revisions
from graphrag.graph.revisions.memories import ReadMemory
from graphrag.graph.revisions.outdated import MAX_CHARACTERS, may_change, with_outdated

from ....support.changed_memories import (
    HASHED,
    JULY,
    JUNE,
    MINILM,
    NOVEMBER,
    around,
    graph_of,
    memory,
    outdated,
)


@pytest.mark.parametrize(
    ("radians", "outdated_one"),
    [
        pytest.param(0.5, "target", id="about as similar, and another value"),
        pytest.param(1.0, "studio", id="another value, and far less similar"),
    ],
)
def test_of_two_older_memories_similarity_and_evidence_decide(radians, outdated_one):
    newer = "Listeners of Dark Ferry were startled, so it leaves the studio at -19 LUFS after all."
    target = "Target for Dark Ferry is -16 LUFS."
    studio = "The podcast Dark Ferry of the Osprey studio is cut and mixed by Oda."
    angles = {newer: 0.0, studio: 0.0, target: radians}

    def embed(texts: Sequence[str]) -> np.ndarray:
        vectors = np.zeros((len(texts), 16))
        for row, text in enumerate(texts):
            if text in angles:
                vectors[row, :2] = np.cos(angles[text]), np.sin(angles[text])
            else:
                vectors[row, 2 + row % 14] = 1.0
        return vectors

    older = [memory("studio", studio, JUNE), memory("target", target, JUNE)]
    found = outdated([*around(), *older, memory("new", newer, NOVEMBER)], embed)
    assert found["new"] == (outdated_one,)


OLDER = "Danuta cleans on Tuesday mornings for £16 an hour and has her own key."
NEWER = "Danuta asks £18 an hour from this month, fine with me"


def test_on_one_day_nothing_is_older() -> None:
    pair = [memory("a", OLDER, JUNE), memory("b", NEWER, JUNE)]
    assert not {"a", "b"} & outdated([*around(), *pair]).keys()


def test_a_memory_without_a_day_is_left_alone() -> None:
    pair = [memory("a", OLDER, None), memory("b", NEWER, JUNE)]
    assert not {"a", "b"} & outdated([*around(), *pair]).keys()


def test_the_older_one_never_replaces_the_newer_one() -> None:
    pair = [memory("a", NEWER, JUNE), memory("b", OLDER, NOVEMBER)]
    assert "a" not in outdated([*around(), *pair])


def made_outdated_by_newer(**more: str) -> tuple[str, ...]:
    old = replace(memory("old", OLDER, JUNE), **more)  # type: ignore[arg-type]
    return outdated([*around(), old, memory("new", NEWER, NOVEMBER)]).get("new", ())


def test_instructions_titled_passages_and_long_texts_are_left_alone() -> None:
    assert "old" not in made_outdated_by_newer(area="solutions")
    assert "old" not in made_outdated_by_newer(title="House")
    assert "old" not in made_outdated_by_newer(file="house.md")
    assert "old" not in made_outdated_by_newer(text=OLDER + " And so on." * MAX_CHARACTERS)


def test_a_memory_without_a_vector_is_left_alone() -> None:
    graph = graph_of([*around(), memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)])
    assert with_outdated(graph, {}) == graph


def test_what_a_memory_makes_outdated_changes_its_hash_and_no_other() -> None:
    graph = graph_of([*around(), memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)])
    texts = [item.document.text for item in graph.documents.values()]
    vectors = dict(zip(graph.documents, MINILM.embed(texts), strict=True))
    marked = with_outdated(graph, vectors)
    differing = {
        item.document.id
        for key, item in marked.documents.items()
        if item.hash != graph.documents[key].hash
    }
    assert differing == {"new"}


FIRST = "Danuta cleans on Tuesday mornings for £16 an hour and has her own key to the house."
SECOND = "Danuta: £17 an hour now."
THIRD = "Danuta has her own key to the house, cleans mornings, £18 an hour from this month."


def test_what_changed_twice_is_made_outdated_by_the_newest_too() -> None:
    days = {"first": (FIRST, JUNE), "second": (SECOND, JULY), "third": (THIRD, NOVEMBER)}
    prices = [memory(key, *said) for key, said in days.items()]
    found = outdated([*around(), *prices])
    assert "first" in found["third"]
    assert found["second"] == ("first",)


def test_what_was_between_two_changes_of_the_same_is_made_outdated_too() -> None:
    prices = [
        memory("old", "Neutering a tomcat is 98 EUR at the moment, everything included.", JUNE),
        memory("between", "As of July the tomcat operation is 109 euros, says Loreen.", JULY),
        memory("new", "We charge 119 euros for neutering a tomcat since Monday.", NOVEMBER),
    ]
    assert set(outdated([*around(), *prices])["new"]) == {"old", "between"}


def test_of_two_changes_on_one_day_neither_replaces_the_other() -> None:
    days = {"first": (FIRST, JUNE), "second": (SECOND, NOVEMBER), "third": (THIRD, NOVEMBER)}
    found = outdated([*around(), *(memory(key, *said) for key, said in days.items())])
    assert {*found.get("second", ()), *found.get("third", ())} == {"first"}


def test_of_too_many_memories_only_the_newest_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = [item for item in graph_of(around()).documents.values() if may_change(item)]
    memories = [*around(), memory("old", OLDER, JUNE - 1), memory("new", NEWER, NOVEMBER)]
    monkeypatch.setattr(revisions, "MAX_MEMORIES", len(others) + 2)
    assert outdated(memories)["new"] == ("old",)
    monkeypatch.setattr(revisions, "MAX_MEMORIES", len(others) + 1)
    assert "new" not in outdated(memories)


def test_the_order_of_the_memories_makes_no_difference() -> None:
    memories = [*around(), memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)]
    assert outdated(memories) == outdated(memories[::-1])
    assert outdated(memories)["new"] == ("old",)


def test_memories_that_are_written_one_by_one_give_the_same_as_all_at_once() -> None:
    memories = [*around(), memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)]
    graph = graph_of([])
    for before, after in pairwise(range(len(memories) + 1)):
        added = graph_of(memories[before:after]).documents
        graph = replace(graph, documents={**graph.documents, **added})
        texts = [item.document.text for item in graph.documents.values()]
        vectors = dict(zip(graph.documents, MINILM.embed(texts), strict=True))
        marked = with_outdated(graph, vectors)
    assert {d.document.id: d.document.outdates for d in marked.documents.values()} == {
        **dict.fromkeys((document.id for document in memories), ()),
        **outdated(memories),
    }


@given(st.lists(st.tuples(st.text(max_size=60), st.integers(1, 4)), max_size=8))
def test_any_text_can_be_read_and_the_newer_one_is_newer(texts: list[tuple[str, int]]) -> None:
    memories = [memory(str(n), text, day) for n, (text, day) in enumerate(texts)]
    day_of = {document.id: document.day or 0 for document in memories}
    for newer, older in outdated(memories, HASHED.embed).items():
        assert all(day_of[one] < day_of[newer] for one in older)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The band plays 12 dates in spring.", "The band plays 15 dates in spring."),
        ("The tour has 20 dates in Germany.", "The tour starts on 5 March in Germany."),
        ("Ada carries 2 phones at the fair.", "Ada carries 3 phones at the fair."),
    ],
)
def test_a_number_of_dates_is_no_date(older: str, newer: str) -> None:
    outdated([*around(), memory("old", older, JUNE), memory("new", newer, NOVEMBER)])


def test_a_memory_with_which_something_fails_keeps_no_other_from_being_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = ReadMemory.read

    def fail_for_one(item: DesiredDocument) -> ReadMemory:
        if item.document.id == "broken":
            raise ValueError("unforeseen")
        return read(item)

    monkeypatch.setattr(ReadMemory, "read", fail_for_one)
    memories = [memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)]
    graph = graph_of([*around(), memory("broken", "Ada owns the mill.", JUNE), *memories])
    vectors = dict(
        zip(
            graph.documents,
            MINILM.embed([item.document.text for item in graph.documents.values()]),
            strict=True,
        )
    )
    failed: list[str] = []
    marked = with_outdated(graph, vectors, on_failure=lambda id_, error: failed.append(id_))
    found = {item.document.id: item.document.outdates for item in marked.documents.values()}
    assert found["new"] == ("old",)
    assert failed == ["broken"]
    with pytest.raises(ValueError, match="unforeseen"):
        with_outdated(graph, vectors)


def test_vectors_of_zeros_are_no_error() -> None:
    graph = graph_of([memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)])
    with_outdated(graph, dict.fromkeys(graph.documents, np.zeros(4, np.float32)))
