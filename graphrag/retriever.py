"""One retrieval on one page: seed, pin, expand, rank.

Seeds are what the host recalled and the names in the message. The first round trip pins them to
the graph and looks around the best of them; ranking that picture gives the seeds of the second,
which takes the second hop and brings the texts. Packing the result is ``graphrag.packing``.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from . import names
from .confidence import retrieval_confidence, retrieval_gain
from .dates import question_days
from .errors import DeadlineError
from .graph_view import Details, expanded_view, pinned_view
from .model import DayRange, Entity, GraphView, Query, RankedPassage, Retrieval, WeightedSeed
from .ranking import Ranker, base, make_ranker
from .ranking.facts import ranked_facts
from .scope_catalog import FRESH_S, ScopeCatalog, read_catalog

if TYPE_CHECKING:
    from .config import Settings
    from .store import GraphStore

MAX_FACTS = 30
FACTS_OF_AN_ENTITY = 10
ENTITIES_SHOWN = 12
TEXTS_FETCHED = 80
"""Candidates of the first round trip whose texts are fetched, best first."""

SHAPE: Mapping[str, Any] = {
    "text": 200,
    "candidates": 50,
    "top": base.TOP_COUNT,
    "seeds": 3,
    "window": 50,
    "siblings": 200,
    "df_max": 60,
    "anchor": 0.75,
    "similarity_weight": base.VECTOR_SHARE,
    "text_weight": base.WORD_SHARE,
    "facts": MAX_FACTS // 2,
}
"""The constants of the method that the server's part of it needs."""


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
        self._catalogs: dict[tuple[str, ...], ScopeCatalog] = {}

    async def learn(self, scopes: Sequence[str], *, deadline_ms: float = 5000) -> ScopeCatalog:
        """Read what a turn must know of its scopes beforehand; belongs into the background.

        Args:
            scopes: The scopes of coming turns.
            deadline_ms: Longest time for it.

        Returns:
            The catalogue, kept for the turns.
        """
        catalog = await read_catalog(self._store, scopes, deadline_ms=deadline_ms)
        self._catalogs[tuple(scopes)] = catalog
        return catalog

    def is_stale(self, scopes: Sequence[str]) -> bool:
        """Say whether ``learn`` should be called again, after the turn."""
        known = self._catalogs.get(tuple(scopes))
        return known is None or time.monotonic() - known.read_at_s > FRESH_S

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
        clock = _Clock(deadline_ms)
        catalog = self._catalogs.get(query.scopes)
        if catalog is None:
            catalog = await self.learn(query.scopes, deadline_ms=clock.remaining_ms())
            clock.mark("learn")
        if catalog.documents == 0:
            return Retrieval(reason="empty_graph", stages_ms=clock.stages_ms)

        candidates = names.name_candidates(query.message) if use_graph else ()
        words = names.content_words(query.message)
        days = question_days(
            query.message, today=query.today, first=catalog.first_day, last=catalog.last_day
        )
        question = _Question(query, catalog)
        clock.mark("seed")

        pinned = await self._read(
            "pin",
            question.common(self._links(use_graph))
            | question.sources()
            | {
                "keys": [*dict.fromkeys([*query.nearest, *(r.key for r in query.recalled)])][:400],
                "text": names.full_text_query(words),
                "names": [candidate.norm for candidate in candidates],
                "names_text": names.full_text_query(words) if use_graph else "",
                "days": _day_parameters(days) if use_graph else [],
            },
            clock,
        )
        clock.mark("pin")

        known: dict[str, list[str]] = {}
        for norm, entity in pinned["exact"]:
            known.setdefault(norm, []).append(entity)
        exact = {entity for _, entity in pinned["exact"]}
        anchors = [row[0] for row in pinned["entities"] if row[6] and row[0] not in exact]
        named = [*names.resolve_names(candidates, known), *anchors]
        view = pinned_view(
            pinned, query, documents=catalog.documents, named=named, days=days, words=words
        )
        confidence = retrieval_confidence(
            query.message, named=bool(named), best_vector_score=_best_cosine(view)
        )
        expand = use_graph and confidence >= self._settings.graphrag_min_confidence
        seeds = self._ranker.second_pass(view) if expand else ()
        first_order = self._ranker.rank(view)
        clock.mark("rank")

        row = await self._read(
            "expand",
            question.common(self._links(expand))
            | {
                "seeds": [{"key": seed.key, "weight": seed.weight} for seed in seeds],
                "named": [name for name in named if name in view.entities] if expand else [],
                "known": _known(view, seeds, pinned["reached"]),
                "texts": _wanted(view, first_order),
                "fact_limit": FACTS_OF_AN_ENTITY if expand else 0,
                "hops": self._settings.graph_expand_max_hops,
            },
            clock,
        )
        clock.mark("expand")

        view = expanded_view(view, row, pinned["worded"])
        ranked = self._ranker.rank(view) if expand else first_order
        kept = self._kept(ranked, view, Details.from_row(row), max_results, min_graph_score)
        facts = ranked_facts(view.facts, query.today.toordinal(), MAX_FACTS)
        clock.mark("rank")
        return Retrieval(
            passages=kept,
            entities=_mattering(view, kept),
            facts=facts,
            confidence=confidence,
            gain=retrieval_gain(kept, frozenset(view.recalled)),
            reason="" if expand or not use_graph else "low_confidence",
            counts={
                "documents": catalog.documents,
                "candidates": len(view.passages),
                "entities": len(view.entities),
                "mentions": sum(map(len, view.mentions.values())),
                "facts": len(facts),
            },
            stages_ms=clock.stages_ms,
            round_trips=2,
        )

    def _links(self, use_graph: bool) -> int:
        return self._settings.graph_expand_limit if use_graph else 0

    async def _read(
        self, template: str, parameters: Mapping[str, Any], clock: _Clock
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
        limit = min(max_results or self._settings.graph_max_results, 50)
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


class _Clock:
    """The time of one retrieval: what is left, and where it went."""

    def __init__(self, deadline_ms: float) -> None:
        self._end_s = time.monotonic() + deadline_ms / 1000
        self._last_s = time.monotonic()
        self.stages_ms: dict[str, float] = {}

    def remaining_ms(self) -> float:
        left = (self._end_s - time.monotonic()) * 1000
        if left <= 0:
            raise DeadlineError("the turn's time budget ran out")
        return left

    def mark(self, stage: str) -> None:
        now = time.monotonic()
        self.stages_ms[stage] = self.stages_ms.get(stage, 0.0) + (now - self._last_s) * 1000
        self._last_s = now


class _Question:
    """The question's vector and scopes, as parameters of both round trips."""

    def __init__(self, query: Query, catalog: ScopeCatalog) -> None:
        vector = query.vector
        if vector is not None and catalog.dimension not in (None, len(vector)):
            vector = None
        self._query = query
        self._catalog = catalog
        self._vector: list[float] = []
        self._centred: list[float] = []
        self._norm = 0.0
        if vector is not None:
            mean = query.mean if query.mean is not None else catalog.mean
            if mean is not None and len(mean) != len(vector):
                mean = None
            centred = base.centred_question(vector, mean)
            self._norm = float((centred @ centred) ** 0.5)
            if self._norm > 0:
                self._vector = [float(value) for value in vector]
                self._centred = [float(value) for value in centred]

    def common(self, link_limit: int) -> dict[str, Any]:
        return {
            "scopes": list(self._query.scopes),
            "documents": self._catalog.documents,
            "centred": self._centred,
            "centred_norm": self._norm,
            "link_limit": link_limit,
            "shape": dict(SHAPE),
        }

    def sources(self) -> dict[str, Any]:
        searchable = bool(self._vector)
        has_words = bool(names.content_words(self._query.message))
        catalog = self._catalog
        return {
            "vector": self._vector,
            "vector_indexes": catalog.vector_indexes(self._query.vector_scopes)
            if searchable
            else [],
            "text_indexes": catalog.text_indexes() if has_words else [],
            "names_indexes": catalog.names_indexes() if has_words else [],
            "entity_indexes": catalog.entity_indexes() if searchable else [],
        }


def _day_parameters(days: Sequence[DayRange]) -> list[dict[str, Any]]:
    """Ask for the days named, and for the week around each single day."""
    ranges = []
    for day in days[:32]:
        ranges.append({"first": day.first, "last": day.last, "weight": 0.5 if day.month else 1.0})
        if not day.month:
            ranges.append({"first": day.first - 7, "last": day.last + 7, "weight": 0.25})
    return ranges


def _best_cosine(view: GraphView) -> float | None:
    known = [p.cosine for p in view.passages.values() if p.cosine is not None]
    return max(known, default=None)


def _known(view: GraphView, seeds: Sequence[WeightedSeed], reached: Sequence[str]) -> list[str]:
    keys = [*(seed.key for seed in seeds), *view.nearest, *reached]
    return list(dict.fromkeys(keys))[:400]


def _wanted(view: GraphView, ranked: Sequence[RankedPassage]) -> list[str]:
    recalled = frozenset(view.recalled)
    keys = (entry.passage.key for entry in ranked)
    return [key for key in keys if key not in recalled][:TEXTS_FETCHED]


def _mattering(view: GraphView, kept: Sequence[RankedPassage]) -> tuple[Entity, ...]:
    """Give the entities named in the message, then those that the best passages came through."""
    by_name = {entity.name: entity for entity in view.entities.values()}
    through = (by_name[name] for entry in kept for name in entry.path if name in by_name)
    named = (entity for entity in view.entities.values() if entity.named)
    return tuple(dict.fromkeys([*named, *through]))[:ENTITIES_SHOWN]
