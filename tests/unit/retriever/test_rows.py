"""The row lists of the queries, as the model has them."""

from __future__ import annotations

import itertools

from graphrag.retriever import rows

PLACES = [
    ("m1", ["session-a", 3, True, "session:a"]),
    ("m1", ["session-b", 0, True, "session:b"]),
    ("m2", ["session-a", 4, True, "session:a"]),
    ("m1", ["file", 7, False, "file:notes.md"]),
]


def test_the_order_in_which_the_server_tells_the_places_of_a_passage_does_not_matter():
    [found] = {
        tuple(sorted(rows.memberships(order).items())) for order in itertools.permutations(PLACES)
    }
    assert [place.name for place in dict(found)["m1"]] == [
        "file:notes.md",
        "session:a",
        "session:b",
    ]
