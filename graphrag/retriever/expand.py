"""Expand: the second round trip. It takes the second hop, and fetches facts and texts.

The first hop is part of ``pin``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..caps import MAX_KEYS
from ..model import Entity, Fact, GraphView
from ..ranking.answering_facts import asked_beginnings
from ..ranking.facts import FACTS_PER_ENTITY
from ..ranking.links.entity_links import MAX_LINK_DF
from ..ranking.outdated import MAX_NEWER
from . import rows
from .common_parameters import common_parameters
from .pin import Pinned
from .rows import Details, Read, Row
from .scope_catalog import ScopeCatalog

if TYPE_CHECKING:
    from ..config import Settings

TEXTS_FETCHED = 80
"""Maximum number of passages whose details are fetched: the best ranked, and what was recalled."""


@dataclass(frozen=True, slots=True)
class ExpandRow:
    """What the second round trip returns.

    Attributes:
        passages: Fields of the passages that are new.
        centred: Their similarity with the centred question, in the same order.
        mentions: Who mentions whom.
        details: Texts and the like of passages that may be shown.
        replaced: Pairs of keys: an older document, and one that supersedes or amends it.
        facts: Facts around the entities, one and two hops away.
        entities: Link entities, those that the message names, and those that facts lead to.
        ask_cosines: As ``PinRow.ask_cosines``.
    """

    passages: tuple[rows.Fields, ...]
    centred: tuple[float, ...]
    mentions: tuple[rows.Mentions, ...]
    details: Details
    replaced: tuple[rows.Replaced, ...]
    facts: tuple[Fact, ...]
    entities: tuple[Entity, ...]
    ask_cosines: tuple[Sequence[float] | None, ...] = ()

    @classmethod
    def from_row(cls, row: Row) -> ExpandRow:
        """Read the row of ``expand``."""
        return cls(
            passages=rows.passage_fields(row["passages"]),
            centred=tuple(row["centred"]),
            ask_cosines=tuple(row["ask_cosines"]),
            mentions=tuple(rows.Mentions(*values) for values in row["mentions"]),
            details=Details.from_values(row["texts"]),
            replaced=rows.replaced(row["replaced"]),
            facts=rows.facts(row["near_facts"], hops=1) + rows.facts(row["far_facts"], hops=2),
            entities=rows.entities(row["entities"]),
        )


async def expand(
    catalog: ScopeCatalog, pinned: Pinned, settings: Settings, read: Read
) -> ExpandRow:
    """Make the second round trip.

    Args:
        catalog: What is known of the scopes that the turn reads.
        pinned: What the first one brought.
        settings: The caps.
        read: Reads the row of a template.

    Raises:
        StoreError: Neo4j could not be used in time.
    """
    asked = expand_parameters(catalog, pinned, settings)
    return ExpandRow.from_row(await read("expand", asked))


def expand_parameters(catalog: ScopeCatalog, pinned: Pinned, settings: Settings) -> dict[str, Any]:
    """Return the parameters of the second round trip.

    Args:
        catalog: What is known of the scopes that the turn reads.
        pinned: What the first one brought.
        settings: The caps. If no links are followed, only texts are fetched.
    """
    view, first = pinned.view, pinned.first
    entity_limit = settings.graph_expand_limit if pinned.follows else 0
    starts = [start.key for start in first.starts]
    known = dict.fromkeys([*starts, *view.nearest, *pinned.row.reached])
    return {
        **common_parameters(catalog, pinned.question.vector, entity_limit),
        "starts": [{"key": start.key, "weight": start.weight} for start in first.starts],
        "named": list(view.named[:entity_limit]),
        "known": list(known)[:MAX_KEYS],
        "texts": _wanted_texts(view, first.order),
        "expanded": list(pinned.row.expanded) if entity_limit else [],
        "fact_limit": FACTS_PER_ENTITY if entity_limit else 0,
        "hops": settings.graph_expand_max_hops,
        "asked": asked_beginnings(view),
        "newer": MAX_NEWER,
    }


def expanded_view(view: GraphView, row: ExpandRow, bm25_of: Mapping[str, float]) -> GraphView:
    """Add the second round trip to the view of the first.

    Args:
        view: What the first one brought.
        row: What came back.
        bm25_of: Full-text scores of documents that were no candidates before.

    Returns:
        All graph data of the turn.
    """
    named = frozenset(view.named)
    new = {entity.id: entity.with_named(entity.id in named) for entity in row.entities}
    entities = {**new, **view.entities}
    return replace(
        view,
        passages=row.details.complete(
            rows.with_new_passages(
                view.passages, row.passages, row.centred, bm25_of, row.ask_cosines
            )
        ),
        entities=entities,
        mentions=rows.merged_mentions(row.mentions, view.mentions),
        replaced=row.replaced,
        facts=tuple(fact for fact in row.facts if not _leads_everywhere(fact, entities)),
    )


def _wanted_texts(view: GraphView, order: Sequence[str]) -> list[str]:
    """Return the best ranked passages, and the recalled ones first if these are not among them."""
    best = list(order[:TEXTS_FETCHED])
    if frozenset(view.recalled).issubset(best):
        return best
    return list(dict.fromkeys([*view.recalled, *order]))[:TEXTS_FETCHED]


def _leads_everywhere(fact: Fact, entities: Mapping[str, Entity]) -> bool:
    """Whether a memory states the fact about an entity that very many documents mention."""
    ends = (entities.get(id_) for id_ in (fact.subject, fact.object))
    return fact.is_of_memory and any(end is not None and end.df > MAX_LINK_DF for end in ends)
