"""The cache of retrievals: a minute long, per scope, emptied by writes."""

import threading
from dataclasses import fields, replace
from datetime import date

import numpy as np
import pytest

from graphrag.model import Ask, Likeness, Query, RecalledDocument, Retrieval
from graphrag.retriever.cache import FRESH_S, MAX_ENTRIES, RetrievalCache

QUERY = Query("Who owns it?", ("a/default", "a/shared"), date(2026, 1, 1), vector=np.ones(3))
FOUND = Retrieval(confidence=0.7, round_trips=2)


class Clock:
    now_s = 0.0

    def __call__(self):
        return self.now_s


def test_a_query_needs_no_more_than_a_message_and_scopes():
    query = Query("Who owns checkout-api?", scopes=("docs",))
    assert query.today == date.today()
    cache = RetrievalCache()
    cache.put(query, (), FOUND, cache.writes)
    assert cache.get(Query("Who owns checkout-api?", scopes=("docs",)), ()) is not None


def test_the_same_query_is_answered_from_the_cache_without_a_round_trip():
    cache = RetrievalCache()
    cache.put(QUERY, (), FOUND, cache.writes)
    kept = cache.get(QUERY, ())
    assert kept.confidence == FOUND.confidence
    assert kept.round_trips == 0


OTHER = {
    "message": "Who owned it?",
    "scopes": ("b/default",),
    "today": date(2026, 1, 2),
    "recalled": (RecalledDocument("k", "1", "text"),),
    "vector": np.zeros(3),
    "mean": np.zeros(3),
    "nearest": ("k",),
    "likeness": Likeness(0.2),
    "vector_scopes": ("a/shared",),
    "asks": (Ask("Who", ((0, 3),), np.ones(3)),),
}
"""For each field of a query, another value than ``QUERY`` has."""


@pytest.mark.parametrize("field", fields(Query), ids=lambda field: field.name)
def test_another_value_of_any_field_makes_another_query(field):
    cache = RetrievalCache()
    cache.put(QUERY, (), FOUND, cache.writes)
    assert cache.get(replace(QUERY, **{field.name: OTHER[field.name]}), ()) is None


def test_a_query_without_a_vector_or_with_other_options_is_another_query():
    cache = RetrievalCache()
    cache.put(QUERY, (), FOUND, cache.writes)
    assert cache.get(replace(QUERY, vector=None), ()) is None
    assert cache.get(QUERY, (False,)) is None


def test_a_recalled_memory_that_was_edited_or_is_nearer_makes_another_query():
    recalled = RecalledDocument("k", "1", "The valve opens at nine.", 0.4)
    cache = RetrievalCache()
    cache.put(replace(QUERY, recalled=(recalled,)), (), FOUND, cache.writes)
    for other in (replace(recalled, text="It opens at ten."), replace(recalled, cosine=0.8)):
        assert cache.get(replace(QUERY, recalled=(other,)), ()) is None


def test_after_a_minute_it_is_asked_again():
    clock = Clock()
    cache = RetrievalCache(clock)
    cache.put(QUERY, (), FOUND, cache.writes)
    clock.now_s = FRESH_S + 0.1
    assert cache.get(QUERY, ()) is None


def test_what_is_too_old_is_let_go_when_something_new_comes():
    clock = Clock()
    cache = RetrievalCache(clock)
    for number in range(3):
        cache.put(replace(QUERY, message=str(number)), (), FOUND, cache.writes)
        clock.now_s += FRESH_S / 2
    assert len(cache) == 3
    clock.now_s += FRESH_S / 4
    cache.put(QUERY, (), FOUND, cache.writes)
    assert len(cache) == 2


def test_a_write_to_one_of_its_scopes_drops_it():
    cache = RetrievalCache()
    cache.put(QUERY, (), FOUND, cache.writes)
    cache.invalidate("b/default")
    assert cache.get(QUERY, ()) is not None
    cache.invalidate("a/shared")
    assert cache.get(QUERY, ()) is None


def test_what_was_found_before_a_write_is_not_kept_after_it():
    cache = RetrievalCache()
    before = cache.writes
    cache.invalidate("a/default")
    cache.put(QUERY, (), FOUND, before)
    assert cache.get(QUERY, ()) is None


def test_no_result_outlives_a_write_of_another_thread_that_comes_while_it_is_kept():
    cache = RetrievalCache()
    writer = threading.Thread(target=cache.invalidate, args=("a/default",))

    class WrittenMeanwhile:
        def __hash__(self):  # the cache needs it when it keeps the result
            if writer.ident is None:
                writer.start()
                writer.join(0.2)  # it ends at once, or waits until the result is kept
            return 1

    options = (WrittenMeanwhile(),)
    cache.put(QUERY, options, FOUND, cache.writes)
    writer.join()
    assert cache.get(QUERY, options) is None


def test_what_is_kept_again_counts_as_new():
    cache = RetrievalCache()
    for number in (*range(MAX_ENTRIES), 0, MAX_ENTRIES):
        cache.put(replace(QUERY, message=str(number)), (), FOUND, cache.writes)
    assert cache.get(replace(QUERY, message="0"), ()) is not None
    assert cache.get(replace(QUERY, message="1"), ()) is None


def test_the_oldest_goes_when_there_are_too_many():
    cache = RetrievalCache()
    for number in range(MAX_ENTRIES + 1):
        cache.put(replace(QUERY, message=str(number)), (), FOUND, cache.writes)
    assert cache.get(replace(QUERY, message="0"), ()) is None
    assert cache.get(replace(QUERY, message="1"), ()) is not None
