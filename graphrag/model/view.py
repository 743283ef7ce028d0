"""What a turn knows of the graph, and from where it follows links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .graph import Entity, Fact, Passage
from .query import DayRange


@dataclass(frozen=True, slots=True)
class GraphView:
    """The graph data for one query: the input of a ranking.

    Attributes:
        documents: N, how many documents the scopes hold.
        in_files: How many of these are passages of files, in scopes without memories.
        passages: The candidates by key.
        entities: The link entities and those the message names, by id.
        mentions: For each entity id the keys of the candidates that mention it, sorted.
        facts: Facts around the entities.
        recalled: Keys of the recalled documents, in prompt order.
        nearest: Keys of the vector results: those of ``Query.nearest``, then those of Neo4j, each
            best first.
        days: The dates that the message names.
        words: The message's content words, lower-cased, in order.
        today: The clock as a day ordinal, for the age of facts; 0 leaves age out.
        replaced: Pairs of keys: an older document, and one that supersedes or amends it.
        name_spans: Where the message has names of the graph: offsets of start and end.
        expansions: Keys of the results of each expansion query, best first (strategy `queries`).

    Example:
        ::

            GraphView(documents=1, passages={"k": Passage("k", "m1", "docs", centred=0.4)})
    """

    documents: int
    passages: Mapping[str, Passage]
    entities: Mapping[str, Entity] = field(default_factory=dict)
    mentions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    recalled: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    days: tuple[DayRange, ...] = ()
    words: tuple[str, ...] = ()
    today: int = 0
    replaced: tuple[tuple[str, str], ...] = ()
    name_spans: tuple[tuple[int, int], ...] = ()
    expansions: tuple[tuple[str, ...], ...] = ()
    in_files: int = 0

    @property
    def named(self) -> tuple[str, ...]:
        """Ids of the entities that the message names."""
        return tuple(entity.id for entity in self.entities.values() if entity.named)

    @property
    def cosines(self) -> list[float]:
        """The cosines of the candidates that have one."""
        return [p.cosine for p in self.passages.values() if p.cosine is not None]


@dataclass(frozen=True, slots=True)
class LinkStart:
    """A passage from which a pass follows links: one of the best so far.

    Attributes:
        key: The passage's key.
        weight: 0 to 1.
    """

    key: str
    weight: float
