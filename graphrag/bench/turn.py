"""One turn as the plugin takes it, with the time that it took."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model import Block, Query, Retrieval
from ..packing.block_text import DEFAULT_PREAMBLE
from ..packing.tokens import TokenCounter
from ..retrieve_and_pack import retrieve_and_pack

if TYPE_CHECKING:
    from ..retriever.hybrid import HybridRetriever

PATIENT_DEADLINE_MS = 60_000
"""What is measured here is not cut short by a deadline."""


@dataclass(frozen=True, slots=True)
class TakenTurn:
    """What a turn found and wrote.

    Attributes:
        retrieval: What was found.
        block: What was written, without the preamble; its tokens include the preamble.
        ms: Wall time of both, in milliseconds.
    """

    retrieval: Retrieval
    block: Block
    ms: float


@dataclass(frozen=True, slots=True)
class TurnTaker:
    """Takes turns with one strategy. Runs on the store's loop.

    Attributes:
        retriever: The strategy, with the settings of the turns.
        counter: Counts tokens.
    """

    retriever: HybridRetriever
    counter: TokenCounter

    async def learn(self, scope: str) -> None:
        """Learn what a turn must know of a scope beforehand."""
        await self.retriever.learn((scope,), deadline_ms=PATIENT_DEADLINE_MS)

    async def read_ahead(self, query: Query) -> None:
        """Ask the graph as the plugin does while the host recalls.

        Args:
            query: The turn's question, without what is recalled.

        Raises:
            StoreError: Neo4j could not be used.
        """
        await self.retriever.read_ahead(query, deadline_ms=PATIENT_DEADLINE_MS)

    async def take(self, query: Query) -> TakenTurn:
        """Take one turn.

        Raises:
            StoreError: Neo4j could not be used.
        """
        started = time.perf_counter()
        retrieval, block = await retrieve_and_pack(
            self.retriever,
            query,
            self.counter,
            DEFAULT_PREAMBLE,
            PATIENT_DEADLINE_MS,
        )
        return TakenTurn(retrieval, block, (time.perf_counter() - started) * 1000)
