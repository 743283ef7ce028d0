"""One retrieval on one page: seed, pin, expand, rank.

Seeds are the recalled documents, the memories nearest to the question, and its names, words and
dates. The first round trip finds the candidates, and takes the first hop from the three best of
them and from the names. A first ranking gives the starts of the second round trip, which takes the
second hop and fetches the texts. ``graphrag.packing.pack`` writes the block.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from ..errors import DeadlineError, SchemaMissingError, StoreError
from ..model import Query, Retrieval, SearchOptions
from ..ranking import Ranker, make_ranker
from ..ranking.asks import joined
from ..reasons import Reason
from .ask_views import ask_views, needing_memory
from .cache import RetrievalCache
from .expand import expand, expanded_view
from .expansion_search import search, searched_view
from .options import RetrievalOptions
from .pin import pin
from .read_ahead import ReadAhead
from .result import retrieval_of
from .rows import Row
from .scope_catalog import LEARN_MS, ScopeCatalog, ScopeCatalogs
from .stage_clock import StageClock

if TYPE_CHECKING:
    from ..config import Settings
    from ..store import GraphStore


class HybridRetriever:
    """Finds what is relevant to a query, by similarity and by links.

    Args:
        store: The live graph.
        settings: The caps, the strategy and the thresholds.
        ranker: The strategy; by default the one that the settings name.
        clock: Returns monotonic seconds, for the age of what it keeps of recent queries.

    Attributes:
        settings: As given.

    Raises:
        SettingsError: There is no such strategy.

    Example:
        ::

            retriever = HybridRetriever(store, load_settings().settings)
            query = Query("Who owns checkout-api?", scopes=("docs",))
            retrieval = store.run(retriever.retrieve(query, deadline_ms=2000), timeout_s=3)
            print(pack(retrieval, max_tokens=500, counter=load_counter()).text)
    """

    def __init__(
        self,
        store: GraphStore,
        settings: Settings,
        *,
        ranker: Ranker | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self.settings = settings
        self._ranker = ranker or make_ranker(settings)
        self._catalogs = ScopeCatalogs(store)
        self._cache = RetrievalCache(clock)
        self._ahead = ReadAhead(lambda: self._cache.writes, clock)

    async def learn(self, scopes: Sequence[str], *, deadline_ms: float = LEARN_MS) -> ScopeCatalog:
        """Read what a turn must know of its scopes beforehand. Call it in the background.

        Args:
            scopes: The scopes of coming turns.
            deadline_ms: Longest time for it, in milliseconds.

        Returns:
            The catalogue, kept for the turns.

        Raises:
            StoreError: Neo4j could not be used in time.
        """
        return await self._catalogs.learn(scopes, deadline_ms=deadline_ms)

    def invalidate(self, scope: str) -> None:
        """Drop what is cached of a scope after a write to it. Safe from any thread.

        Args:
            scope: The scope.
        """
        # In this order: a retrieval that begins in between is not kept.
        self._catalogs.mark_stale(scope)
        self._cache.invalidate(scope)

    async def retrieve(
        self,
        query: Query,
        *,
        deadline_ms: float,
        use_graph: bool = True,
        max_results: int | None = None,
        min_graph_score: float | None = None,
    ) -> Retrieval:
        """Retrieve what is relevant to a query. Runs on the store's loop.

        Args:
            query: What the turn asks.
            deadline_ms: Longest time for all of it, in milliseconds.
            use_graph: False gives the plain results: vectors and words, no links, but what replaces
                an outdated memory.
            max_results: Maximum number of new passages, within the cap; by default the setting.
            min_graph_score: Minimum score of a graph result as a share of the best score, 0 to 1;
                by default the setting.

        Returns:
            Recalled and found passages in one order, with the reasons. A confidence below the
            threshold gives the plain results, an empty graph gives nothing; ``expansion_skipped``
            says so.

        Raises:
            StoreError: Neo4j could not be used in time.
        """
        asked = SearchOptions(use_graph, max_results, min_graph_score)
        options = RetrievalOptions.of(asked, self.settings)
        try:
            known = self._cache.get(query, options)
            return known or await self._retrieve_anew(query, deadline_ms, options)
        finally:
            self._ahead.end(query)

    async def read_ahead(
        self, query: Query, *, deadline_ms: float, is_over: Callable[[], bool] = lambda: False
    ) -> None:
        """Send the queries of a turn before it is known what the host recalls.

        ``retrieve`` takes their answers if it then asks the same, as it does if what was recalled
        is among ``query.nearest``. Nothing is sent while the scopes are unknown (``learn``). Runs
        on the store's loop.

        Args:
            query: What the turn will ask, without ``recalled``.
            deadline_ms: Longest time for it, in milliseconds. No query timeout cuts it short: the
                turn that waits for an answer has one.
            is_over: Whether the host has recalled; then no further query is sent.

        Raises:
            StoreError: Neo4j could not be used in time.
        """
        options = RetrievalOptions.of(SearchOptions(), self.settings)
        catalog = self._catalogs.get(query.scopes)
        if catalog is None or catalog.is_empty or is_over():
            return
        self._ahead.begin(query)
        clock = StageClock(deadline_ms)
        send = partial(self._send_ahead, query, clock)
        pinned = await pin(query, catalog, options, self._ranker, self.settings, clock, send)
        if not is_over():
            await expand(catalog, pinned, self.settings, send)

    async def _retrieve_anew(
        self, query: Query, deadline_ms: float, options: RetrievalOptions
    ) -> Retrieval:
        writes, is_out_of_date = self._cache.writes, self._catalogs.is_stale(query.scopes)
        clock = StageClock(deadline_ms)
        try:
            try:
                found = await self._retrieve(query, clock, options)
            except SchemaMissingError:
                # It was dropped since the scopes were read, as with the graph of a deleted project.
                await self._learn_in_turn(query.scopes, clock)
                self._ahead.end(query)  # or the failure would be taken for the answer again
                found = await self._retrieve(query, clock, options)
        except StoreError:
            # An index may have gone offline, or come back.
            self._catalogs.refresh_soon(query.scopes)
            raise
        self._catalogs.refresh_when_aged(query.scopes)
        # Another process may fill an empty graph, and does not tell this one. After a write the
        # scope may have an index that this retrieval did not know of.
        if found.expansion_skipped != Reason.EMPTY_GRAPH and not is_out_of_date:
            self._cache.put(query, options, found, writes)
        return found

    async def _retrieve(
        self, query: Query, clock: StageClock, options: RetrievalOptions
    ) -> Retrieval:
        catalog = await self._catalog_of(query.scopes, clock)
        if catalog.is_empty:
            return Retrieval(expansion_skipped=Reason.EMPTY_GRAPH, stages_ms=clock.stages_ms)

        read = partial(self._read, query, clock)
        pinned = await pin(query, catalog, options, self._ranker, self.settings, clock, read)
        expanded = await expand(catalog, pinned, self.settings, read)
        clock.mark("expand")

        ranker, question = pinned.ranker, pinned.question
        view = expanded_view(pinned.view, expanded, pinned.row.bm25_of)
        round_trips = 2
        queries = ranker.expansion_queries(view)
        if queries:
            searched = await search(catalog, question, queries, read)
            clock.mark("search")
            view = searched_view(view, searched)
            round_trips = 3

        views = ask_views(query, question, view)
        ranked = joined([ranker.rank(seen.view) for seen in needing_memory(views)])
        found = retrieval_of(query, question, view, views, ranked, options)
        clock.mark("rank")
        skipped: Reason | Literal[""] = ""
        if options.use_graph and not pinned.follows:
            skipped = Reason.LOW_CONFIDENCE
        return replace(
            found,
            confidence=pinned.confidence,
            expansion_skipped=skipped,
            vector_unused=question.vector.unused,
            stages_ms=clock.stages_ms,
            round_trips=round_trips,
        )

    async def _catalog_of(self, scopes: tuple[str, ...], clock: StageClock) -> ScopeCatalog:
        """Return what is known of some scopes; read now if nothing is, or if they were empty."""
        known = self._catalogs.get(scopes)
        if known is not None and not known.is_empty:
            return known
        return await self._learn_in_turn(scopes, clock)

    async def _learn_in_turn(self, scopes: tuple[str, ...], clock: StageClock) -> ScopeCatalog:
        left_ms = clock.remaining_ms()
        learned = await self._catalogs.learn(scopes, deadline_ms=left_ms, in_turn=True)
        clock.mark("learn")
        return learned

    async def _read(
        self, query: Query, clock: StageClock, template: str, parameters: Mapping[str, Any]
    ) -> Row:
        """Return what was asked ahead, if it was the same; ask otherwise."""
        timeout_ms = min(clock.remaining_ms(), self._store.limits.query_timeout_ms)
        known = await self._ahead.answer(query, template, parameters, timeout_s=timeout_ms / 1000)
        return await self._ask(clock, template, parameters) if known is None else known

    async def _send_ahead(
        self, query: Query, clock: StageClock, template: str, parameters: Mapping[str, Any]
    ) -> Row:
        asking = self._ask(clock, template, parameters, in_turn=False)
        sent = self._ahead.send(query, template, parameters, asking)
        await asyncio.wait({sent})  # the turn may wait for it, too: nobody but the turn cancels it
        if sent.cancelled():
            raise DeadlineError("the turn gave up the query")
        return sent.result()

    async def _ask(
        self,
        clock: StageClock,
        template: str,
        parameters: Mapping[str, Any],
        *,
        in_turn: bool = True,
    ) -> Row:
        left_ms = clock.remaining_ms()
        rows = await self._store.read(template, parameters, deadline_ms=left_ms, in_turn=in_turn)
        return rows[0]
