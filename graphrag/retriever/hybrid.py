"""One retrieval on one page: seed, pin, expand, rank.

Seeds are what the host recalled and the names in the message. The first round trip pins them to
the graph and looks around the best of them; ranking that picture gives the seeds of the second,
which takes the second hop and brings the texts. Packing the result is ``graphrag.packing.pack``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import StoreError
from ..model import Entity, GraphView, Query, RankedPassage, Retrieval
from ..packing.abstaining import relative_gain
from ..ranking import Ranker, expansion_queries, make_ranker
from ..ranking.confidence import retrieval_confidence
from ..ranking.facts import ranked_facts
from ..ranking.hybrid import PlainRanker
from ..ranking.query_expansion import QueriesRanker
from ..text import names
from ..text.dates import question_days
from .cache import RetrievalCache
from .round_trips import (
    MAX_FACTS,
    QuestionVector,
    expand_parameters,
    pin_parameters,
    search_parameters,
    warm_up_runs,
)
from .scope_catalog import ScopeCatalog, ScopeCatalogs
from .stage_clock import StageClock
from .views import Details, expanded_view, pinned_view, searched_view

if TYPE_CHECKING:
    from ..config import Settings
    from ..store import GraphStore

__all__ = ["HybridRetriever", "warm_up_runs"]

ENTITIES_SHOWN = 12


class HybridRetriever:
    """Finds what belongs to a query, by similarity and by links.

    Args:
        store: The live graph.
        settings: The caps, the strategy and the thresholds.
        ranker: The strategy; by default the one that the settings name.
    """

    def __init__(
        self, store: GraphStore, settings: Settings, *, ranker: Ranker | None = None
    ) -> None:
        self._store = store
        self._settings = settings
        self._ranker = ranker or make_ranker(settings)
        self._catalogs = ScopeCatalogs(store)
        self._cache = RetrievalCache()

    async def learn(self, scopes: Sequence[str], *, deadline_ms: float = 5000) -> ScopeCatalog:
        """Read what a turn must know of its scopes beforehand; belongs into the background.

        Args:
            scopes: The scopes of coming turns.
            deadline_ms: Longest time for it.

        Returns:
            The catalogue, kept for the turns.
        """
        return await self._catalogs.learn(scopes, deadline_ms=deadline_ms)

    async def retrieve(
        self,
        query: Query,
        *,
        deadline_ms: float,
        use_graph: bool = True,
        max_results: int | None = None,
        min_graph_score: float | None = None,
    ) -> Retrieval:
        """Retrieve what belongs to a query. Runs on the store's loop.

        Args:
            query: What the turn asks.
            deadline_ms: Longest time for all of it.
            use_graph: False gives the plain results: vectors and words, no links.
            max_results: Most passages, within the cap; by default the setting.
            min_graph_score: Least scaled score of a graph result; by default the setting.

        Returns:
            Recalled and found passages in one order, with the reasons. An empty graph, or a
            confidence below the threshold, gives the plain results with a reason.

        Raises:
            StoreError: Neo4j could not be used in time.
        """
        options = (use_graph, max_results, min_graph_score)
        known = self._cache.get(query, options)
        if known is not None:
            return known
        writes = self._cache.writes
        try:
            found = await self._retrieve(query, StageClock(deadline_ms), *options)
        except StoreError:
            # What was known of the indexes may be wrong by now.
            self._catalogs.refresh_soon(query.scopes)
            raise
        self._catalogs.refresh_when_aged(query.scopes)
        self._cache.put(query, options, found, writes)
        return found

    async def _retrieve(
        self,
        query: Query,
        clock: StageClock,
        use_graph: bool,
        max_results: int | None,
        min_graph_score: float | None,
    ) -> Retrieval:
        catalog = self._catalogs.get(query.scopes)
        if catalog is None or catalog.documents == 0:
            catalog = await self.learn(query.scopes, deadline_ms=clock.remaining_ms())
            clock.mark("learn")
        if catalog.documents == 0:
            return Retrieval(reason="empty_graph", stages_ms=clock.stages_ms)

        candidates = names.name_candidates(query.message) if use_graph else ()
        words = names.content_words(query.message)
        days = ()
        if use_graph:
            days = question_days(
                query.message, today=query.today, first=catalog.first_day, last=catalog.last_day
            )
        vector = QuestionVector.of(query, catalog)
        link_limit = self._settings.graph_expand_limit if use_graph else 0
        clock.mark("seed")

        pinned = await self._read(
            "pin",
            pin_parameters(
                query,
                catalog,
                vector,
                words=words,
                candidates=candidates,
                days=days,
                link_limit=link_limit,
            ),
            clock,
        )
        clock.mark("pin")

        view = pinned_view(
            pinned,
            query,
            documents=catalog.documents,
            named=_named(candidates, pinned),
            days=days,
            words=words,
        )
        confidence = retrieval_confidence(
            query.message,
            named=any(entity.named for entity in view.entities.values()),
            best_vector_score=_best_cosine(view),
        )
        expand = use_graph and confidence >= self._settings.graphrag_min_confidence
        ranker = self._ranker if expand else PlainRanker()
        seeds = ranker.second_pass(view)
        order = ranker.rank(view)
        clock.mark("rank")

        expanded = await self._read(
            "expand",
            expand_parameters(
                query,
                catalog,
                vector,
                view=view,
                order=order,
                seeds=seeds,
                reached=pinned["reached"],
                link_limit=link_limit if expand else 0,
                hops=self._settings.graph_expand_max_hops,
            ),
            clock,
        )
        clock.mark("expand")

        view = expanded_view(view, expanded, pinned["worded"])
        details = Details.from_row(expanded)
        if isinstance(ranker, QueriesRanker):
            queries = [names.content_words(text) for text in expansion_queries(view)]
            searched = await self._read(
                "search", search_parameters(query, catalog, vector, queries=queries), clock
            )
            view = searched_view(view, searched)
            details = details.joined(searched)
            clock.mark("search")
        ranked = ranker.rank(view)
        kept = self._kept(ranked, view, details, max_results, min_graph_score)
        facts = ranked_facts(view.facts, query.today.toordinal(), MAX_FACTS)
        clock.mark("rank")
        return Retrieval(
            passages=kept,
            entities=_mattering(view, kept),
            facts=facts,
            confidence=confidence,
            gain=relative_gain(kept, frozenset(view.recalled)),
            reason="" if expand or not use_graph else "low_confidence",
            counts={
                "documents": catalog.documents,
                "candidates": len(view.passages),
                "entities": len(view.entities),
                "mentions": sum(map(len, view.mentions.values())),
                "facts": len(facts),
            },
            stages_ms=clock.stages_ms,
            round_trips=3 if isinstance(ranker, QueriesRanker) else 2,
            recalled=tuple(recalled.key for recalled in query.recalled),
            words=words,
        )

    def forget(self, scope: str) -> None:
        """Drop what is kept of a scope, since it was written to; from any thread.

        Args:
            scope: The scope.
        """
        self._cache.forget(scope)
        self._catalogs.forget(scope)

    async def _read(
        self, template: str, parameters: Mapping[str, Any], clock: StageClock
    ) -> Mapping[str, Any]:
        rows = await self._store.read(template, parameters, deadline_ms=clock.remaining_ms())
        return rows[0]

    def _kept(
        self,
        ranked: Sequence[RankedPassage],
        view: GraphView,
        details: Details,
        max_results: int | None,
        min_graph_score: float | None,
    ) -> tuple[RankedPassage, ...]:
        """Cut the list to what may be returned, and give it its texts. Nothing recalled goes."""
        limit = self._settings.graph_max_results if max_results is None else min(max_results, 50)
        least = min_graph_score
        if least is None:
            least = self._settings.graphrag_min_graph_score
        if least is None:
            least = self._ranker.min_graph_score
        top = max((entry.score for entry in ranked), default=0.0)
        recalled = frozenset(view.recalled)
        kept: list[RankedPassage] = []
        room = limit
        for entry in ranked:
            if entry.passage.key in recalled:
                kept.append(entry)
                continue
            too_weak = entry.origin == "graph" and top > 0 and entry.score / top < least
            if room > 0 and not too_weak:
                kept.append(entry)
                room -= 1
        return tuple(replace(entry, passage=details.complete(entry.passage)) for entry in kept)


def _named(candidates: Iterable[names.NameCandidate], pinned: Mapping[str, Any]) -> tuple[str, ...]:
    """Give the entities that the message names, or, where it names none, those that stand in."""
    known: dict[str, list[str]] = {}
    for norm, entity in pinned["exact"]:
        known.setdefault(norm, []).append(entity)
    if known:
        return names.resolve_names(candidates, known)
    return tuple(row[0] for row in pinned["entities"] if row[6])


def _best_cosine(view: GraphView) -> float | None:
    known = [p.cosine for p in view.passages.values() if p.cosine is not None]
    return max(known, default=None)


def _mattering(view: GraphView, kept: Sequence[RankedPassage]) -> tuple[Entity, ...]:
    """Give the entities named in the message, then those that the best passages came through."""
    by_name = {entity.name: entity for entity in view.entities.values()}
    through = (by_name[name] for entry in kept for name in entry.path if name in by_name)
    named = (entity for entity in view.entities.values() if entity.named)
    return tuple(dict.fromkeys([*named, *through]))[:ENTITIES_SHOWN]
