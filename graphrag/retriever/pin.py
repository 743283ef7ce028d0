"""Pin: the first round trip. It finds the candidates and takes the first hop.

The hop starts at the three best documents by C and at the names in the message. Recalled documents
are candidates like all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import repeat
from typing import TYPE_CHECKING, Any

from ..caps import MAX_KEYS
from ..model import DayRange, Entity, GraphView, Membership, Passage, Query
from ..ranking import Ranker
from ..ranking.asks import joined_first
from ..ranking.confidence import confidence_in
from ..ranking.dates import scored_days
from ..ranking.ranker import FirstRanking
from ..ranking.strategies.plain import PlainRanker
from ..text.dates.written_days import written_query
from ..text.names.name_candidates import known_names
from ..text.names.name_dictionary import NameSpan
from ..text.query_words import full_text_query
from . import rows
from .ask_views import ask_views
from .common_parameters import common_parameters
from .options import RetrievalOptions
from .question import Question
from .rows import CandidateScore, NameHit, Read, Row
from .scope_catalog import ScopeCatalog
from .stage_clock import StageClock

if TYPE_CHECKING:
    from ..config import Settings


@dataclass(frozen=True, slots=True)
class PinRow:
    """What the first round trip returns.

    Attributes:
        passages: Fields of the passages.
        scores: Their scores, in the same order.
        memberships: Sessions and files of passages, by key.
        bm25_of: Full-text scores of documents that are no candidates.
        exact: Names in the message that match an entity; if none does, the server takes the nearest
            entities for named.
        with_link_entity: Keys of the ten best by C that have a title and mention a link entity.
        cosines: Cosines with the question of the ten best by C that have a vector, by key.
        reached: Keys of the passages that the expansion reached, best first.
        expanded: Ids of the link entities that were expanded.
        mentions: Who mentions whom.
        entities: Link entities, and those that the message names.
        ask_cosines: Plain cosines of the passages with the message and with each thing that it
            asks, in the same order, None without a vector; empty if it asks one thing.
    """

    passages: tuple[rows.Fields, ...]
    scores: tuple[CandidateScore, ...]
    memberships: Mapping[str, tuple[Membership, ...]]
    bm25_of: Mapping[str, float]
    exact: tuple[NameHit, ...]
    with_link_entity: frozenset[str]
    cosines: Mapping[str, float]
    reached: tuple[str, ...]
    expanded: tuple[str, ...]
    mentions: tuple[rows.Mentions, ...]
    entities: tuple[Entity, ...]
    ask_cosines: tuple[Sequence[float] | None, ...] = ()

    @classmethod
    def from_row(cls, row: Row) -> PinRow:
        """Read the row of ``pin``."""
        scores = [CandidateScore(*values) for values in row["scores"]]
        # Passages found by link entities, sessions and days come after the candidates.
        scores += [CandidateScore(centred) for centred in row["centred"]]
        return cls(
            passages=rows.passage_fields(row["passages"]),
            scores=tuple(scores),
            memberships=rows.memberships(row["memberships"]),
            bm25_of=dict(row["worded"]),
            exact=tuple(NameHit(*values) for values in row["exact"]),
            with_link_entity=frozenset(row["with_link_entity"]),
            cosines=dict(row["cosines"]),
            reached=tuple(row["reached"]),
            ask_cosines=tuple(row["ask_cosines"]),
            expanded=tuple(row["expanded"]),
            mentions=tuple(rows.Mentions(*values) for values in [*row["mentions"], *row["paired"]]),
            entities=rows.entities(row["entities"]),
        )


@dataclass(frozen=True, slots=True)
class Pinned:
    """What is known after the first round trip.

    Attributes:
        question: What the message says.
        row: What came back.
        view: The same as graph data.
        confidence: How likely a second hop helps, 0 to 1.
        follows: Whether links are followed: the caller wants it, and the confidence is high enough.
        ranker: The strategy; the plain one if no links are followed.
        first: The starts of the second round trip, and the order so far.
    """

    question: Question
    row: PinRow
    view: GraphView
    confidence: float
    follows: bool
    ranker: Ranker
    first: FirstRanking


async def pin(
    query: Query,
    catalog: ScopeCatalog,
    options: RetrievalOptions,
    ranker: Ranker,
    settings: Settings,
    clock: StageClock,
    read: Read,
) -> Pinned:
    """Make the first round trip, and rank what it brings.

    Args:
        query: What the turn asks.
        catalog: What is known of its scopes.
        options: The options of this retrieval.
        ranker: The strategy.
        settings: The caps and the thresholds.
        clock: Measures the stages.
        read: Reads the row of a template.

    Raises:
        StoreError: Neo4j could not be used in time.
    """
    question = Question.read(query, catalog, use_graph=options.use_graph)
    limit = settings.graph_expand_limit if options.use_graph else 0
    clock.mark("seed")

    row = await read("pin", pin_parameters(query, catalog, question, entity_limit=limit))
    clock.mark("pin")

    pinned = PinRow.from_row(row)
    view = pinned_view(pinned, query, question, catalog)
    confidence = confidence_in(query.message, view)
    follows = options.use_graph and confidence >= settings.graphrag_min_confidence
    used = ranker if follows else PlainRanker()
    views = ask_views(query, question, view)
    first = joined_first([used.first_ranking(seen.view) for seen in views])
    clock.mark("rank")
    return Pinned(question, pinned, view, confidence, follows, used, first)


def pin_parameters(
    query: Query, catalog: ScopeCatalog, question: Question, *, entity_limit: int
) -> dict[str, Any]:
    """Return the parameters of the first round trip.

    Args:
        query: What the turn asks.
        catalog: What is known of its scopes.
        question: What its message says.
        entity_limit: Maximum number of link entities; 0 takes no names and follows nothing.
    """
    vector = question.vector
    own = full_text_query(question.words, beside=question.beside)
    # Without a vector, only the message's own words tell which entities it means.
    keywords = own and entity_limit and not vector.plain
    # The host's index has other vectors than a scope that is mixed with English words.
    searched = list(dict.fromkeys([*query.vector_scopes, *catalog.mixed]))
    keys = dict.fromkeys([*query.nearest, *(recalled.key for recalled in query.recalled)])
    return {
        **common_parameters(catalog, vector, entity_limit),
        "keys": list(keys)[:MAX_KEYS],
        "searches": _text_searches(question, catalog, query.today),
        "vector_indexes": catalog.vector_indexes(searched, len(vector.plain)),
        "vector": vector.plain,
        "ask_centred": [ask.centred for ask in vector.asks],
        "names": [candidate.norm for candidate in question.candidates],
        "names_indexes": catalog.names_indexes() if keywords else [],
        "names_text": own,
        "entity_indexes": catalog.entity_indexes(len(vector.plain)) if entity_limit else [],
        "days": _day_parameters(question.days),
    }


def pinned_view(row: PinRow, query: Query, question: Question, catalog: ScopeCatalog) -> GraphView:
    """Return the view that the first ranking sees.

    Args:
        row: What came back.
        query: What the turn asks.
        question: What its message says.
        catalog: What is known of its scopes.

    Returns:
        The graph data so far.
    """
    passages = _passages(row, query)
    near = [
        (-score.centred, fields["key"])
        for fields, score in zip(row.passages, row.scores, strict=True)
        if score.near
    ]
    nearest = dict.fromkeys([*query.nearest, *(key for _, key in sorted(near))])
    named, name_spans = _named(question.candidates, row)
    recalled = dict.fromkeys(document.key for document in query.recalled)
    return GraphView(
        documents=catalog.documents,
        in_files=catalog.in_files,
        passages=passages,
        entities={entity.id: entity.with_named(entity.id in named) for entity in row.entities},
        mentions=rows.merged_mentions(row.mentions),
        recalled=tuple(key for key in recalled if key in passages),
        nearest=tuple(key for key in nearest if key in passages),
        days=question.days,
        words=question.words,
        today=query.today.toordinal(),
        name_spans=name_spans,
    )


def _passages(row: PinRow, query: Query) -> dict[str, Passage]:
    recalled = {document.key: document for document in query.recalled}
    # A cosine that the host measured wins over the server's.
    cosines = dict(row.cosines)
    cosines |= {key: known.cosine for key, known in recalled.items() if known.cosine is not None}
    passages: dict[str, Passage] = {}
    asked = row.ask_cosines or repeat(None)
    for fields, score, ask_cosines in zip(row.passages, row.scores, asked, strict=False):
        key = fields["key"]
        known = recalled.get(key)
        passages[key] = Passage(
            **fields,
            id=known.id if known else "",
            scope="",
            text=known.text if known else "",
            cosine=cosines.get(key),
            centred=score.centred,
            bm25=row.bm25_of.get(key, 0.0) if score.bm25 is None else score.bm25,
            memberships=row.memberships.get(key, ()),
            has_link_entity=key in row.with_link_entity,
            ask_cosines=tuple(ask_cosines or ()),
        )
    return passages


def _named(
    candidates: Iterable[NameSpan], row: PinRow
) -> tuple[frozenset[str], tuple[tuple[int, int], ...]]:
    """Return ids of the entities that the message names, and where it does.

    If it names none, these are the ids of the nearest names, and it has them nowhere.
    """
    known: dict[str, list[str]] = {}
    for norm, entity_id in row.exact:
        known.setdefault(norm, []).append(entity_id)
    if not known:
        return frozenset(entity.id for entity in row.entities if entity.named), ()
    names = known_names(candidates, known)
    ids = frozenset(entity_id for name in names for entity_id in known[name.norm])
    return ids, tuple((name.start, name.end) for name in names)


def _text_searches(question: Question, catalog: ScopeCatalog, today: date) -> list[dict[str, str]]:
    """Return what each full-text index is asked: those of memories for days and related words, too.

    Args:
        question: What the message says.
        catalog: What is known of the scopes.
        today: The clock.
    """
    said, beside = (question.words, question.english), question.beside
    plain = full_text_query(*said, beside=beside)
    wider = full_text_query(*said, question.related, beside)
    wider = f"{wider} {written_query(question.written, today)}".strip()
    of_memories = frozenset(catalog.text_indexes(catalog.related_scopes))
    asked = ((name, wider if name in of_memories else plain) for name in catalog.text_indexes())
    return [{"index": name, "text": text} for name, text in asked if text]


def _day_parameters(days: Sequence[DayRange]) -> list[dict[str, Any]]:
    return [
        {"first": scored.first, "last": scored.last, "weight": scored.score}
        for day in days
        for scored in scored_days(day)
    ]
