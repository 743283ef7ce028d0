"""The full-text query of a message."""

from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.query_words import content_words, full_text_query


@given(st.text(max_size=500))
def test_a_full_text_query_holds_no_operator(message):
    query = full_text_query(content_words(message))
    unescaped = query.replace("\\\\", "")
    for sign in '+-&|!(){}[]^"~*?:/':
        assert sign not in unescaped.replace(f"\\{sign}", "")
    assert not {"AND", "OR", "NOT", "TO"} & set(query.split())
