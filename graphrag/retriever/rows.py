"""The row lists of the queries, with names for their columns.

Lists that become objects of the model are read by the names in ``read_templates.columns``. The
others are named here, in the order of the Cypher.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, NamedTuple

from ..model import Entity, Fact, Membership, Passage
from ..read_templates.columns import (
    DETAIL_COLUMNS,
    ENTITY_COLUMNS,
    FACT_COLUMNS,
    LIST_COLUMNS,
    MEMBERSHIP_COLUMNS,
    PASSAGE_COLUMNS,
)

Row = Mapping[str, Any]
"""The one row that a query returns: its lists by name."""

Read = Callable[[str, Mapping[str, Any]], Awaitable[Row]]
"""Reads the row of a template with these parameters."""

Values = Sequence[Any]
"""One entry of a row list."""

Fields = dict[str, Any]
"""Values by the name of the model's field."""


class CandidateScore(NamedTuple):
    """The scores of a candidate of the first round trip.

    Attributes:
        centred: Its similarity with the centred question.
        bm25: Its full-text score; None where no index was asked about it.
        near: Whether Neo4j's vector index found it.
    """

    centred: float
    bm25: float | None = None
    near: bool = False


class NameHit(NamedTuple):
    """A normalised name of the message that an entity bears."""

    norm: str
    entity_id: str


class Mentions(NamedTuple):
    """A passage with the ids of the entities that it mentions."""

    key: str
    entity_ids: Sequence[str]


class Found(NamedTuple):
    """A result of an expansion query: the query's place in the list, and the passage's key."""

    query: int
    key: str


class Replaced(NamedTuple):
    """The key of an older document, and that of one that supersedes or amends it."""

    older: str
    newer: str


@dataclass(frozen=True, slots=True)
class Details:
    """What a passage needs only when it may be shown, by passage key."""

    by_key: Mapping[str, Fields]

    @classmethod
    def from_values(cls, rows: Iterable[Values]) -> Details:
        """Read the list ``texts``."""
        named = (by_name(DETAIL_COLUMNS, values) for values in rows)
        return cls({fields["key"]: fields for fields in named})

    def complete(self, passages: Mapping[str, Passage]) -> dict[str, Passage]:
        """Return the passages with their details, as far as they are known.

        A recalled passage keeps the text that stands in the prompt.

        Args:
            passages: Passages by key.
        """
        completed = dict(passages)
        for key, known in self.by_key.items():
            if (passage := passages.get(key)) is not None:
                completed[key] = passage.with_details(known)
        return completed


def by_name(columns: Mapping[str, str], values: Values) -> Fields:
    """Return one entry's values by the names of its columns.

    Args:
        columns: The columns of the list, as ``read_templates.columns`` has them.
        values: The entry.

    Returns:
        Ready to become fields: lists are tuples.
    """
    fields = dict(zip(columns, values, strict=True))
    for name in LIST_COLUMNS:
        if name in fields:
            fields[name] = tuple(fields[name])
    return fields


def passage_fields(rows: Iterable[Values]) -> tuple[Fields, ...]:
    """Read the list ``passages``."""
    return tuple(by_name(PASSAGE_COLUMNS, values) for values in rows)


def replaced(rows: Iterable[Values]) -> tuple[Replaced, ...]:
    """Read the list ``replaced``."""
    return tuple(Replaced(*values) for values in rows)


def memberships(rows: Iterable[Values]) -> dict[str, tuple[Membership, ...]]:
    """Read the list ``memberships``, by passage key; in one order, whatever the server's is.

    The last digit of a session score depends on that order, and so does the path of equal scores.
    """
    found: dict[str, list[Membership]] = {}
    for key, place in rows:
        found.setdefault(key, []).append(Membership(**by_name(MEMBERSHIP_COLUMNS, place)))
    return {
        key: tuple(sorted(places, key=lambda place: place.container))
        for key, places in found.items()
    }


def entities(rows: Iterable[Values]) -> tuple[Entity, ...]:
    """Read the list ``entities``; ``named`` is true for ids that the query was given as named."""
    return tuple(Entity(**by_name(ENTITY_COLUMNS, values)) for values in rows)


def facts(rows: Iterable[Values], *, hops: int) -> tuple[Fact, ...]:
    """Read a list of facts that lie so many hops away."""
    return tuple(Fact(**by_name(FACT_COLUMNS, values), hops=hops) for values in rows)


def merged_mentions(
    rows: Iterable[Mentions], known: Mapping[str, Iterable[str]] | None = None
) -> dict[str, tuple[str, ...]]:
    """Turn mentions around: for each entity the passages that mention it.

    Args:
        rows: The list ``mentions``.
        known: What an earlier round trip told.

    Returns:
        Keys by entity id, sorted.
    """
    keys_of = {entity_id: set(keys) for entity_id, keys in (known or {}).items()}
    for key, entity_ids in rows:
        for entity_id in entity_ids:
            keys_of.setdefault(entity_id, set()).add(key)
    return {entity_id: tuple(sorted(keys)) for entity_id, keys in sorted(keys_of.items())}


def with_new_passages(
    known: Mapping[str, Passage],
    found: Iterable[Fields],
    centred: Iterable[float],
    bm25_of: Mapping[str, float],
    ask_cosines: Iterable[Sequence[float] | None] = (),
) -> dict[str, Passage]:
    """Add the passages of a later round trip to the candidates.

    Args:
        known: The candidates so far.
        found: The fields of those that came back.
        centred: Their similarity with the centred question, in the same order.
        bm25_of: Full-text scores of documents that were no candidates before.
        ask_cosines: Their plain cosines with the message and with each thing that it asks; empty if
            it asks one thing.

    Returns:
        All candidates by key.
    """
    passages = dict(known)
    asked = list(ask_cosines) or repeat(None)
    for fields, similarity, cosines in zip(found, centred, asked, strict=False):
        key = fields["key"]
        if key not in passages:
            passages[key] = Passage(
                **fields,
                id="",
                scope="",
                centred=similarity,
                bm25=bm25_of.get(key, 0.0),
                ask_cosines=tuple(cosines or ()),
            )
    return passages
