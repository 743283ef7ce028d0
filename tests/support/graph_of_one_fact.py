"""A graph without a database, for tests of the hooks."""

from __future__ import annotations

import asyncio
import threading

from graphrag.agent_zero.service.background.turns_first import TurnsFirst
from graphrag.errors import BreakerOpenError
from graphrag.model import Block, Retrieval

DOCUMENTS = {
    "m1": ("Anna owns checkout-api.", "main"),
    "m2": ("checkout-api depends on payments-db.", "fragments"),
    "m3": ("Restart payments-db with the blue script.", "solutions"),
}


class GraphOfOneFact:
    """Stands where the database does; answers as the retriever and packing would."""

    def __init__(self):
        self.store = self.local = self
        self.turns = TurnsFirst()
        self.queries = []
        self.early = []
        self.pings = 0
        self.text = "GRAPHRAG_CONTEXT_BLOCK_START\nfact\nGRAPHRAG_CONTEXT_BLOCK_END"
        self.skipped = "low_confidence"
        self.failure = None
        self.answers = threading.Event()
        self.answers.set()
        self.is_closed = False

    def check(self):
        if isinstance(self.failure, BreakerOpenError):
            raise self.failure

    def retrieve_and_pack(self, query, settings, preamble, timeout_s, *, keep, search=None):
        self.queries.append(query)
        assert self.answers.wait(60)
        if self.failure:
            raise self.failure
        skipped = "" if self.text else self.skipped
        return Retrieval(expansion_skipped=skipped), Block(self.text, tokens=9)

    def read_ahead(self, query, settings, is_over):
        self.early.append(query)

    def ping(self, timeout_s):
        self.pings += 1
        if self.failure:
            raise self.failure

    def start_local(self, settings):
        return False

    def warm_up(self, settings, scopes):
        pass

    problem = ""
    is_warm = True

    def request_sync(self, folders, llm_of=None):
        pass

    def count_uses(self, facts):
        pass

    def close(self):
        self.is_closed = True


async def until(condition):
    """Wait until a condition holds."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)
