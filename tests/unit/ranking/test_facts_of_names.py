"""Whether a file or a table knows a name."""

from __future__ import annotations

import pytest

from graphrag.ranking.facts import is_known_otherwise

from ...support.graph_views import fact


@pytest.mark.parametrize(
    ("name", "source", "is_known"),
    [
        pytest.param("a", "file", True, id="it does something"),
        pytest.param("b", "file", True, id="something is done to it"),
        pytest.param("c", "file", False, id="it is another one"),
        pytest.param("a", "conversation", False, id="a memory says it"),
    ],
)
def test_a_name_is_known_if_something_else_than_a_memory_states_a_fact_about_it(
    name, source, is_known
):
    assert is_known_otherwise({name}, [fact("1", "a", "b", source=source)]) is is_known
