"""A retrieval around its two queries: what is kept of it, and when it is tried again."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from graphrag.config import load_settings
from graphrag.errors import SchemaMissingError
from graphrag.model import Query, Retrieval
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.store import StoreLimits

SCOPE = "docs"
QUERY = Query("Who owns checkout-api?", (SCOPE,))
_LISTS = (
    "passages scores centred memberships worded exact with_link_entity cosines reached expanded"
    " mentions paired entities texts replaced near_facts far_facts ask_cosines"
)


class Graph:
    """A store whose graph has documents, none of which it finds.

    Attributes:
        failures: What the next runs of a template raise, by its name.
        asked: How often each template was run.
    """

    def __init__(self) -> None:
        self.limits = StoreLimits()
        self.failures: dict[str, list[Exception]] = {}
        self.asked: Counter[str] = Counter()

    async def read(self, template, parameters, **more):
        self.asked[template] += 1
        if failures := self.failures.get(template):
            raise failures.pop(0)
        if template == "scope_info":
            nothing = dict.fromkeys(["first_day", "last_day", "dimension", "mean", "mixed"])
            return [{**nothing, "scope": SCOPE, "documents": 7, "has_entities": True}]
        return [] if template == "index_states" else [dict.fromkeys(_LISTS.split(), ())]


@pytest.fixture
def graph() -> Graph:
    return Graph()


@pytest.fixture
async def retriever(graph) -> HybridRetriever:
    retriever = HybridRetriever(graph, load_settings({}).settings)
    await retriever.learn([SCOPE])
    return retriever


async def ask(retriever: HybridRetriever) -> Retrieval:
    return await retriever.retrieve(QUERY, deadline_ms=60_000)


async def test_the_same_question_is_answered_without_a_query(retriever):
    assert (await ask(retriever)).round_trips == 2
    assert (await ask(retriever)).round_trips == 0


async def test_what_was_found_while_the_scopes_were_out_of_date_is_not_kept(retriever, graph):
    retriever.invalidate(SCOPE)  # it was written to, and may have an index now
    assert (await ask(retriever)).round_trips == 2
    async with asyncio.timeout(10):
        while graph.asked["index_states"] < 2:  # read again in the background
            await asyncio.sleep(0)
    assert (await ask(retriever)).round_trips == 2
    assert (await ask(retriever)).round_trips == 0


async def test_a_missing_index_is_asked_for_again_though_it_was_missing_ahead(retriever, graph):
    graph.failures["pin"] = [SchemaMissingError("an index is missing")]
    with pytest.raises(SchemaMissingError):
        await retriever.read_ahead(QUERY, deadline_ms=60_000)
    assert (await ask(retriever)).round_trips == 2
