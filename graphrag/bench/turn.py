"""One turn as the plugin takes it: retrieve, and pack into what the prompt gets."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..agent_zero.turn_on import DEFAULT_PREAMBLE
from ..model import Block, Query, Retrieval
from ..packing.pack import pack
from ..packing.tokens import TokenCounter

if TYPE_CHECKING:
    from ..config import Settings
    from ..retriever.hybrid import HybridRetriever

PREAMBLE = DEFAULT_PREAMBLE
"""What a turn writes above the block; its tokens count as the block's."""

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


async def take_turn(
    retriever: HybridRetriever, query: Query, settings: Settings, counter: TokenCounter
) -> TakenTurn:
    """Take one turn. Runs on the store's loop.

    Args:
        retriever: The strategy.
        query: What is asked.
        settings: The budget of the block.
        counter: Counts tokens.

    Raises:
        StoreError: Neo4j could not be used.
    """
    started = time.perf_counter()
    retrieval = await retriever.retrieve(query, deadline_ms=PATIENT_DEADLINE_MS)
    block = pack(
        retrieval,
        max_tokens=settings.graphrag_max_tokens,
        counter=counter,
        preamble=PREAMBLE,
        max_passages=settings.graphrag_max_chunks,
    )
    return TakenTurn(retrieval, block, (time.perf_counter() - started) * 1000)
