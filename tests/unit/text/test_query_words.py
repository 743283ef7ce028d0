"""The full-text query of a message."""

from hypothesis import given
from hypothesis import strategies as st

from graphrag.read_templates.pin import TextSearch
from graphrag.text.query_words import (
    BESIDE_WEIGHT,
    ENGLISH_WEIGHT,
    content_words,
    full_text_query,
)


@given(st.text(max_size=500))
def test_a_full_text_query_holds_no_operator(message):
    query = full_text_query(content_words(message))
    unescaped = query.replace("\\\\", "")
    for sign in '+-&|!(){}[]^"~*?:/':
        assert sign not in unescaped.replace(f"\\{sign}", "")
    assert not {"AND", "OR", "NOT", "TO"} & set(query.split())


def test_an_english_meaning_counts_less_than_a_word_of_the_message():
    query = full_text_query(["schlüssel", "notebook"], ["key", "notebook"])
    assert query.split() == ["schlüssel", "notebook", f"key^{ENGLISH_WEIGHT}"]


def test_a_word_beside_what_is_asked_counts_less_in_either_language():
    query = full_text_query(["schlüssel", "regen"], ["key", "rain"], beside={"regen", "rain"})
    beside = [f"regen^{BESIDE_WEIGHT}", f"rain^{round(BESIDE_WEIGHT * ENGLISH_WEIGHT, 2)}"]
    assert query.split() == ["schlüssel", beside[0], f"key^{ENGLISH_WEIGHT}", beside[1]]


def test_a_ukrainian_word_is_searched_for_with_each_apostrophe():
    query = full_text_query(content_words("Хто живе у Кам'янці?"))
    assert {"кам\\'янці", "кам\\’янці", "камʼянці"} <= set(query.split())


LONGEST = TextSearch.model_fields["text"].metadata[0].max_length
MARKS = "".join(map(chr, range(0x0334, 0x033F)))  # each is escaped, so it counts twice


def test_a_full_text_query_is_never_too_long_to_send():
    long = [f"{number:04}" * 30 for number in range(200)]
    english = [f"x{word}" for word in long]
    for count in (10, 64, 200):
        assert len(full_text_query(long[:count], english)) <= LONGEST


def test_nor_is_that_of_a_message_full_of_marks_and_no_word_of_it_is_cut():
    message = " ".join(f"{number:02}{MARKS * 7}" for number in range(64))
    terms = content_words(message)
    query = full_text_query(terms, ["key"])
    whole = [full_text_query([term]) for term in terms]
    sent = query.split()
    assert sent == whole[: len(sent)]
    assert LONGEST - max(map(len, whole)) <= len(query) <= LONGEST
