"""From the rows of the two queries to the ``GraphView`` that is ranked, and to its texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..model import DayRange, Entity, Fact, GraphView, Membership, Passage, Query

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PassageDetail:
    """What is needed of a passage only when it may be shown."""

    id: str
    scope: str
    title: str
    area: str
    origin: str
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Details:
    """Texts and the like by passage key, as the second round trip brought them."""

    by_key: Mapping[str, PassageDetail] = field(default_factory=dict)

    @classmethod
    def from_row(cls, row: Row) -> Details:
        """Read them from a row of ``expand``."""
        return cls({key: PassageDetail(*rest) for key, *rest in row["texts"]})

    def joined(self, row: Row) -> Details:
        """Give them with those of a further row."""
        return Details({**self.by_key, **Details.from_row(row).by_key})

    def complete(self, passage: Passage) -> Passage:
        """Give the passage with its details, as far as they are known."""
        known = self.by_key.get(passage.key)
        if known is None:
            return passage
        return replace(
            passage,
            id=known.id,
            scope=known.scope,
            title=known.title,
            area=known.area,
            origin=known.origin,
            source=known.source,
            text=known.text,
        )


def pinned_view(
    row: Row,
    query: Query,
    *,
    documents: int,
    named: Iterable[str],
    days: Sequence[DayRange],
    words: Sequence[str],
) -> GraphView:
    """Read the first round trip.

    Args:
        row: The row of ``pin``.
        query: The turn's query.
        documents: N, how many documents the scopes hold.
        named: Ids of the entities that the message names, of those found.
        days: The dates that the message names.
        words: The message's content words.

    Returns:
        What the graph told so far.
    """
    words_of: dict[str, float] = dict(row["worded"])
    recalled = {document.key: document for document in query.recalled}
    linked = frozenset(row["linked"])
    cosines: dict[str, float] = dict(row["cosines"])
    cosines |= {key: known.cosine for key, known in recalled.items() if known.cosine is not None}
    scores = list(row["scores"])
    scores += [(centred, None, False) for centred in row["centred"]]
    memberships: dict[str, list[Membership]] = {}
    for key, *place in row["memberships"]:
        memberships.setdefault(key, []).append(Membership(*place))
    passages: dict[str, Passage] = {}
    nearest = list(query.nearest)
    found_near: list[tuple[float, str]] = []
    for (key, day), (centred, bm25, near) in zip(row["passages"], scores, strict=True):
        known = recalled.get(key)
        passages[key] = Passage(
            key=key,
            id=known.id if known else "",
            scope="",
            text=known.text if known else "",
            day=day,
            cosine=cosines.get(key),
            centred=centred,
            bm25=words_of.get(key, 0.0) if bm25 is None else bm25,
            memberships=tuple(memberships.get(key, ())),
            linked=key in linked,
        )
        if near:
            found_near.append((-centred, key))
    nearest += [key for _, key in sorted(found_near)]
    return GraphView(
        documents=documents,
        passages=passages,
        entities=_entities(row["entities"], frozenset(named)),
        mentions=_mentions(row["mentions"]),
        recalled=tuple(key for key in recalled if key in passages),
        nearest=tuple(key for key in dict.fromkeys(nearest) if key in passages),
        days=tuple(days),
        words=tuple(words),
    )


def expanded_view(view: GraphView, row: Row, worded: Iterable[tuple[str, float]]) -> GraphView:
    """Add the second round trip to the first.

    Args:
        view: What the first one told.
        row: The row of ``expand``.
        worded: Full-text scores of documents that were no candidates before.

    Returns:
        Everything the graph told.
    """
    named = frozenset(name for name, entity in view.entities.items() if entity.named)
    facts = [_fact(values, 1) for values in row["near_facts"]]
    facts += [_fact(values, 2) for values in row["far_facts"]]
    return replace(
        view,
        passages=_with_new_passages(view, row, dict(worded)),
        entities={**_entities(row["entities"], named), **view.entities},
        mentions=_mentions(row["mentions"], view.mentions),
        facts=tuple(facts),
    )


def searched_view(view: GraphView, row: Row) -> GraphView:
    """Add the results of expansion queries.

    Args:
        view: What the round trips before told.
        row: The row of ``search``.

    Returns:
        The view with the keys that each query found, best first.
    """
    found: dict[int, list[str]] = {}
    for query, key in row["found"]:
        found.setdefault(query, []).append(key)
    return replace(
        view,
        passages=_with_new_passages(view, row, {}),
        expansions=tuple(tuple(keys) for _, keys in sorted(found.items())),
    )


def _with_new_passages(
    view: GraphView, row: Row, words_of: Mapping[str, float]
) -> dict[str, Passage]:
    passages = dict(view.passages)
    for (key, day), centred in zip(row["passages"], row["centred"], strict=True):
        if key not in passages:
            passages[key] = Passage(
                key=key,
                id="",
                scope="",
                day=day,
                centred=centred,
                bm25=words_of.get(key, 0.0),
            )
    return passages


def _entities(rows: Iterable[Sequence[Any]], named: frozenset[str]) -> dict[str, Entity]:
    return {
        row[0]: Entity(
            id=row[0],
            name=row[1],
            type=row[2],
            df=row[3],
            mentions=row[4],
            description=row[5],
            named=row[0] in named,
        )
        for row in rows
    }


def _mentions(
    rows: Iterable[Sequence[Any]], known: Mapping[str, Iterable[str]] | None = None
) -> dict[str, tuple[str, ...]]:
    gathered = {name: set(keys) for name, keys in (known or {}).items()}
    for key, names in rows:
        for name in names:
            gathered.setdefault(name, set()).add(key)
    return {name: tuple(sorted(keys)) for name, keys in sorted(gathered.items())}


def _fact(values: Sequence[Any], hops: int) -> Fact:
    *head, documents, scope = values
    return Fact(*head, documents=tuple(documents), hops=hops, scope=scope)
