"""What is known of the scopes: read again in the background, each for itself."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections import Counter

import pytest

from graphrag.config import load_settings
from graphrag.errors import DeadlineError
from graphrag.model import Query
from graphrag.reasons import Reason
from graphrag.retriever import scope_catalog
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.retriever.scope_catalog import ScopeCatalogs
from graphrag.scopes import text_index
from graphrag.store import turn_id

AN_HOUR = 3600.0
MORE = 1_000_000
ROW = {
    **dict.fromkeys(["first_day", "last_day", "dimension", "mean", "mixed"]),
    "scope": "a",
    "documents": 1,
    "has_entities": True,
}


class FakeStore:
    """Answers for every scope but those that fail."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing
        self.asked: Counter[str] = Counter()
        self.turns: set[str] = set()

    async def read(self, template, parameters, **more):
        self.turns.add(turn_id.get())
        if template == "index_states":
            return [{"name": text_index(scope), "state": "ONLINE"} for scope in ("good", "other")]
        [scope] = parameters["scopes"]
        self.asked[scope] += 1
        if scope in self.failing:
            raise DeadlineError("too slow")
        return [ROW] if scope != "empty" else []


async def until(is_so) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _only_the_first_try_is_soon(monkeypatch):
    monkeypatch.setattr(scope_catalog, "RETRY_PAUSES_S", (0.0, AN_HOUR))


async def test_scopes_are_read_again_while_others_wait_for_their_next_try():
    store = FakeStore("bad")
    catalogs = ScopeCatalogs(store)
    catalogs.refresh_soon(("bad",))
    await until(lambda: store.asked["bad"])
    catalogs.refresh_soon(("good",))
    await until(lambda: catalogs.get(("good",)))


async def test_scopes_that_are_being_read_are_not_read_twice_at_once():
    store = FakeStore("bad")
    catalogs = ScopeCatalogs(store)
    for _ in range(3):
        catalogs.refresh_soon(("bad",))
        catalogs.refresh_soon(("good",))
    await until(lambda: catalogs.get(("good",)))
    assert store.asked == {"bad": 1, "good": 1}


async def test_afterwards_they_can_be_read_once_more():
    store = FakeStore()
    catalogs = ScopeCatalogs(store)
    catalogs.refresh_soon(("good",))
    await until(lambda: catalogs.get(("good",)))

    def is_read_again() -> bool:
        catalogs.refresh_soon(("good",))
        return store.asked["good"] == 2

    await until(is_read_again)


async def test_what_was_read_while_a_scope_was_written_to_is_read_again():
    store = FakeStore()
    catalogs = ScopeCatalogs(store)

    async def read_during_a_write(template, parameters, **more):
        catalogs.mark_stale("a")
        return await FakeStore.read(store, template, parameters, **more)

    store.read = read_during_a_write
    await catalogs.learn(("a",))
    del store.read
    catalogs.refresh_when_aged(("a",))
    await until(lambda: store.asked["a"] == 2)


async def test_no_write_of_another_thread_is_lost_while_what_was_read_is_kept():
    class WrittenMeanwhile(str):
        is_read = False

        def __hash__(self):  # needed when what was read is kept
            if self.is_read and writer.ident is None:
                writer.start()
                writer.join(0.2)  # it ends at once, or waits until it is kept
            return super().__hash__()

    class LastAskedAboutIndexes(FakeStore):
        async def read(self, template, parameters, **more):
            WrittenMeanwhile.is_read = template == "index_states"
            return await super().read(template, parameters, **more)

    catalogs = ScopeCatalogs(LastAskedAboutIndexes())
    writer = threading.Thread(target=catalogs.mark_stale, args=("a",))
    await catalogs.learn([WrittenMeanwhile("a")])
    writer.join()
    assert catalogs.is_stale(("a",))


async def test_of_very_many_scopes_those_read_last_are_known():
    catalogs = ScopeCatalogs(FakeStore())
    numbers = range(scope_catalog.MAX_CATALOGS + 1)
    for number in (*numbers, 1, MORE):
        await catalogs.learn([str(number)])
    known = [number for number in (*numbers, MORE) if catalogs.get((str(number),))]
    assert known == [1, *numbers[3:], MORE]


async def test_what_is_read_again_in_the_background_belongs_to_no_turn():
    store = FakeStore()
    catalogs = ScopeCatalogs(store)
    token = turn_id.set("a turn")
    catalogs.refresh_soon(("good",))
    turn_id.reset(token)
    await until(lambda: catalogs.get(("good",)))
    assert store.turns == {""}


async def test_only_the_indexes_of_its_own_scopes_are_kept():
    catalog = await ScopeCatalogs(FakeStore()).learn(["good"])
    assert catalog.online == {text_index("good")}


async def test_memories_are_the_scopes_whose_documents_have_days():
    store = FakeStore()

    async def read(template, parameters, **more):
        rows = [
            {**ROW, "scope": "memory", "documents": 200, "first_day": 739_000, "last_day": 739_300},
            {**ROW, "scope": "files", "documents": 50_000},
        ]
        return rows if template == "scope_info" else []

    store.read = read
    catalog = await ScopeCatalogs(store).learn(["memory", "files"])
    assert (catalog.documents, dict(catalog.memories)) == (50_200, {"memory": 200})
    assert catalog.memory_scopes == catalog.related_scopes == ("memory",)
    assert catalog.in_files == 50_000


async def test_where_no_document_has_a_day_none_is_taken_for_a_passage_of_a_file():
    catalog = await ScopeCatalogs(FakeStore()).learn(["a"])
    assert (catalog.memory_scopes, catalog.related_scopes, catalog.in_files) == (("a",), (), 0)


async def test_an_unforeseen_error_in_the_background_does_not_reach_the_hosts_log():
    store = FakeStore()
    store.read = lambda *_, **__: object()  # nothing that could be awaited
    catalogs = ScopeCatalogs(store)
    complaints = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
    catalogs.refresh_soon(("good",))
    for _ in range(5):
        await asyncio.sleep(0.001)
    del store.read
    asyncio.all_tasks().difference({asyncio.current_task()}).pop().cancel()
    await asyncio.sleep(0)
    gc.collect()
    assert not complaints


async def test_an_empty_graph_is_asked_again_as_another_process_may_fill_it():
    store = FakeStore()
    retriever = HybridRetriever(store, load_settings({}).settings)
    query = Query("Who owns checkout-api?", ("empty",))
    for asked in (1, 2):
        found = await retriever.retrieve(query, deadline_ms=1000)
        assert found.expansion_skipped == Reason.EMPTY_GRAPH
        assert store.asked["empty"] == asked
