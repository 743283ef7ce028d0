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
    from ..config import Settings
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
    retrieval, block = await retrieve_and_pack(
        retriever, query, settings, counter, DEFAULT_PREAMBLE, PATIENT_DEADLINE_MS
    )
    return TakenTurn(retrieval, block, (time.perf_counter() - started) * 1000)
