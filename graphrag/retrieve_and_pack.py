"""Retrieve and pack: all graph work of one turn, for the plugin, the command line and ``bench``."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from .model import SearchOptions
from .packing.pack import pack
from .packing.search_results import pack_results
from .reasons import Reason

if TYPE_CHECKING:
    from .model import Block, Query, Retrieval
    from .packing.tokens import CountTokens
    from .retriever.hybrid import HybridRetriever


async def retrieve_and_pack(
    retriever: HybridRetriever,
    query: Query,
    counter: CountTokens,
    preamble: str,
    deadline_ms: float,
    *,
    keep: Callable[[Retrieval], Retrieval] = lambda found: found,
    options: SearchOptions | None = None,
    as_results: bool = False,
) -> tuple[Retrieval, Block]:
    """Retrieve what belongs to a query, and pack it into a block. Runs on the store's loop.

    Args:
        retriever: Finds what belongs to the query; its settings have the budget of the block.
        query: What is asked.
        counter: Counts tokens.
        preamble: What will stand above the block; its tokens count as the block's.
        deadline_ms: Longest time for the retrieval, in milliseconds.
        keep: Removes from the retrieval what must not be shown.
        options: How to retrieve; by default as the settings say.
        as_results: Whether the text is a list of results with their reasons, not a block.

    Returns:
        What was found and kept, and the block without the preamble.

    Raises:
        StoreError: Neo4j could not be used in time.
    """
    options = options or SearchOptions()
    found = keep(
        await retriever.retrieve(
            query,
            deadline_ms=deadline_ms,
            use_graph=options.use_graph,
            max_results=options.max_results,
            min_graph_score=options.min_graph_score,
        )
    )
    settings, started = retriever.settings, time.monotonic()
    weak_too = options.max_results is not None  # whoever names a number wants so many
    write = partial(pack_results, weak_too=weak_too) if as_results else pack
    block = write(
        found,
        max_tokens=settings.graphrag_max_tokens,
        counter=counter,
        preamble=preamble,
        max_passages=settings.graphrag_max_chunks,
    )
    pack_ms = (time.monotonic() - started) * 1000
    return replace(found, stages_ms={**found.stages_ms, "pack": pack_ms}), block


def why_empty(retrieval: Retrieval, block: Block) -> Reason:
    """Return why a block without text has none.

    Args:
        retrieval: What was found.
        block: What packing made of it.
    """
    return block.withheld or retrieval.expansion_skipped or Reason.NOTHING_FOUND
