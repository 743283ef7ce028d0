"""One retrieval on one page: seed, pin, expand, rank.

Seeds are the recalled documents, the memories nearest to the question, and its names, words and
dates. The first round trip finds the candidates, and takes the first hop from the three best of
them and from the names. A first ranking gives the starts of the second round trip, which takes the
second hop and fetches the texts. ``graphrag.packing.pack`` writes the block.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from ..errors import StoreError
from ..model import Query, Retrieval, SearchOptions
from ..ranking import Ranker, make_ranker
from ..ranking.confidence import confidence_in
from ..ranking.plain import PlainRanker
from ..reasons import Reason
from .cache import RetrievalCache
from .expand import ExpandRow, expand_parameters, expanded_view
from .expansion_search import SearchRow, search_parameters, searched_view
from .options import RetrievalOptions
from .pin import PinRow, pin_parameters, pinned_view
from .question import Question
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
        self._cache.invalidate(scope)
        self._catalogs.mark_stale(scope)

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
            use_graph: False gives the plain results: vectors and words, no links.
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
        known = self._cache.get(query, options)
        if known is not None:
            return known
        writes = self._cache.writes
        try:
            found = await self._retrieve(query, StageClock(deadline_ms), options)
        except StoreError:
            # An index may have gone offline, or come back.
            self._catalogs.refresh_soon(query.scopes)
            raise
        self._catalogs.refresh_when_aged(query.scopes)
        # Another process may fill an empty graph, and does not tell this one.
        if found.expansion_skipped != Reason.EMPTY_GRAPH:
            self._cache.put(query, options, found, writes)
        return found

    async def _retrieve(
        self, query: Query, clock: StageClock, options: RetrievalOptions
    ) -> Retrieval:
        catalog = await self._catalog_of(query.scopes, clock)
        if catalog.is_empty:
            return Retrieval(expansion_skipped=Reason.EMPTY_GRAPH, stages_ms=clock.stages_ms)

        question = Question.read(query, catalog, use_graph=options.use_graph)
        limit = self.settings.graph_expand_limit if options.use_graph else 0
        clock.mark("seed")

        asked = pin_parameters(query, catalog, question, entity_limit=limit)
        row = await self._read("pin", asked, clock)
        clock.mark("pin")

        pinned = PinRow.from_row(row)
        view = pinned_view(pinned, query, question, documents=catalog.documents)
        confidence = confidence_in(query.message, view)
        expand = options.use_graph and confidence >= self.settings.graphrag_min_confidence
        ranker = self._ranker if expand else PlainRanker()
        first = ranker.first_ranking(view)
        clock.mark("rank")

        asked = expand_parameters(
            query,
            catalog,
            question,
            pinned=pinned,
            view=view,
            first=first,
            entity_limit=limit if expand else 0,
            hops=self.settings.graph_expand_max_hops,
        )
        row = await self._read("expand", asked, clock)
        clock.mark("expand")

        expanded = ExpandRow.from_row(row)
        view = expanded_view(view, expanded, pinned.bm25_of)
        round_trips = 2
        queries = ranker.expansion_queries(view)
        if queries:
            asked = search_parameters(query, catalog, question, queries)
            row = await self._read("search", asked, clock)
            clock.mark("search")
            searched = SearchRow.from_row(row)
            view = searched_view(view, searched)
            round_trips = 3

        found = retrieval_of(query, question, view, ranker.rank(view), options)
        clock.mark("rank")
        skipped: Reason | Literal[""] = ""
        if options.use_graph and not expand:
            skipped = Reason.LOW_CONFIDENCE
        return replace(
            found,
            confidence=confidence,
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
        left_ms = clock.remaining_ms()
        learned = await self._catalogs.learn(scopes, deadline_ms=left_ms, in_turn=True)
        clock.mark("learn")
        return learned

    async def _read(self, template: str, parameters: Mapping[str, Any], clock: StageClock) -> Row:
        rows = await self._store.read(template, parameters, deadline_ms=clock.remaining_ms())
        return rows[0]
