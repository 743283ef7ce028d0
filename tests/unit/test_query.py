"""A query takes any vector that has a direction, and names one that is none."""

from __future__ import annotations

import numpy as np
import pytest

from graphrag import Query, RecalledDocument, Retrieval
from graphrag.errors import SettingsError
from graphrag.retriever.cache import RetrievalCache


@pytest.mark.parametrize("given", [[3.0, 4.0], [0.6, 0.8], np.array([300, 400])], ids=str)
def test_the_vector_is_scaled_to_length_one(given):
    assert Query("Who?", ("docs",), vector=given).vector == pytest.approx([0.6, 0.8])


def test_a_vector_that_has_length_one_stays_as_it_is_to_the_last_bit():
    vector = np.array([0.6000001, 0.8], dtype=np.float32)
    assert Query("Who?", ("docs",), vector=vector).vector is vector


def test_a_vector_of_zeros_is_no_error_since_a_text_without_words_may_have_it():
    assert not Query("???", ("docs",), vector=np.zeros(3)).vector.any()


@pytest.mark.parametrize(
    "given",
    [
        np.ones((1, 3)),
        0.5,
        [float("nan"), 1.0],
        [float("inf"), 1.0],
        [1e200, 1e200],
        [10**400],
        "hello",
        [[1.0], [1.0, 2.0]],
    ],
    ids=str,
)
def test_what_is_no_row_of_finite_numbers_is_refused(given):
    with pytest.raises(SettingsError, match="vector"):
        Query("Who?", ("docs",), vector=given)
    with pytest.raises(SettingsError, match="mean"):
        Query("Who?", ("docs",), vector=[1.0, 0.0], mean=given)


def test_a_mean_of_another_length_than_the_vector_is_refused():
    with pytest.raises(SettingsError, match=r"\b2\b.*\b3\b"):
        Query("Who?", ("docs",), vector=[1.0, 0.0], mean=np.zeros(3))


def test_a_mean_may_be_a_list_and_keeps_its_length():
    assert Query("Who?", ("docs",), vector=[1.0, 0.0], mean=[0.5, 0.0]).mean.tolist() == [0.5, 0.0]


@pytest.mark.parametrize("message", [None, b"Who?", 7])
def test_what_is_no_text_is_no_message(message):
    with pytest.raises(SettingsError, match="message"):
        Query(message, ("docs",))


def test_what_was_recalled_and_what_is_nearest_may_be_lists():
    recalled = RecalledDocument("k", "m1", "Tove owns checkout-api.")
    query = Query("Who?", ("docs",), recalled=[recalled], nearest=["k"])
    assert (query.recalled, query.nearest) == ((recalled,), ("k",))
    cache = RetrievalCache()
    cache.put(query, (), Retrieval(), cache.writes)
    assert cache.get(query, ()) is not None


def test_a_mean_is_checked_without_a_vector_too():
    assert Query("Who?", ("docs",), mean=[0.5, 0.0]).mean.tolist() == [0.5, 0.0]
    with pytest.raises(SettingsError, match="mean"):
        Query("Who?", ("docs",), mean="hello")


@pytest.mark.parametrize("name", ["recalled", "nearest"])
@pytest.mark.parametrize("given", ["k1", 7, None], ids=repr)
def test_what_is_no_list_of_documents_is_refused(name, given):
    with pytest.raises(SettingsError, match=name):
        Query("Who?", ("docs",), **{name: given})
