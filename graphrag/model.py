"""The data that flows through a turn: frozen, and without behaviour.

A turn goes from ``Query`` to ``GraphView`` (what the graph knows around it), ``Retrieval`` (the
ranked list with its reasons) and ``Block`` (the text for the prompt).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Literal

from .reasons import Reason

if TYPE_CHECKING:
    import numpy as np

FACT_TYPES = ("DEPENDS_ON", "RELATED_TO", "REFERENCES", "SUPERSEDES", "AMENDS")
"""Relations between two entities. A new one is written and followed once it stands here."""

RELATION_TYPES = (*FACT_TYPES, "CONTAINS", "MENTIONS")
"""The relationship allowlist: nothing else is ever written or followed.

``CONTAINS`` leads from a session or file to its documents, ``MENTIONS`` from a document to an
entity.
"""

UNLINKED_TYPES = ("user", "value", "day")
"""Entity types that connect everything with everything: never a link between documents."""

PHRASE_TYPE = "phrase"
"""Links short memories in the graph. The ranking leaves it out, since it only adds noise there."""

TOKEN_TYPE = "token"
"""A single word that is written like a name. It links short memories, and is never shown."""

UNFOLLOWED_TYPES = (*UNLINKED_TYPES, PHRASE_TYPE)
"""Entity types that a turn never expands through."""

USER_ID = "user:user"
"""Id of the entity that stands for the user, the subject of what memories say about them."""

MAX_SESSION_MEMBERS = 50
"""Most documents of a session; a turn looks as far along it."""

HEADINGS_JOINT = " > "
"""Stands between the headings that are the title of a passage of a file."""

FactSource = Literal["user_edit", "file", "system", "conversation"]
FactStatus = Literal["staged", "confirmed"]


def graph_key(scope: str, identifier: str) -> str:
    """Return the key of a node: unique over all scopes, short and stable.

    Args:
        scope: The scope of the node, such as ``<install id>/default``.
        identifier: The node's id within its scope.

    Returns:
        Twenty hexadecimal digits.
    """
    digest = hashlib.blake2b(f"{scope}\0{identifier}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class RecalledDocument:
    """A document that the host's own recall placed in this turn's prompt.

    Attributes:
        key: ``graph_key`` of its scope and id.
        id: Its id in the host.
        text: Its text, as it stands in the prompt.
        cosine: Its cosine with the message, -1 to 1, if it is known.

    Example:
        ::

            RecalledDocument(graph_key("docs", "m1"), "m1", "Tove owns checkout-api.", 0.71)
    """

    key: str
    id: str
    text: str
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """What a turn asks the graph.

    Attributes:
        message: The user's message.
        scopes: The scopes that the turn reads, its own first; at most 4.
        today: The clock, for relative dates and the age of facts; by default the machine's.
        recalled: The host's recall, in prompt order.
        vector: The message's embedding, of shape (dimension,) and length 1. Where it is late, the
            plugin takes the mean of the recalled documents' vectors. None if there are none either:
            then names and words are searched alone.
        mean: The mean of the scopes' document vectors, of shape (dimension,), not normalised; None
            takes the one that the graph holds.
        nearest: Keys of the documents nearest to ``vector``, best first, if an index in this
            process has them.
        vector_scopes: The scopes to search in Neo4j's vector index with ``vector``; for a library
            user mostly the same as ``scopes``.

    Example:
        ::

            Query("Who owns checkout-api?", scopes=("docs",))
            Query(
                question,
                scopes=("docs",),
                vector=embedder.embed([question])[0],
                vector_scopes=("docs",),
            )
    """

    message: str
    scopes: tuple[str, ...]
    today: date = field(default_factory=date.today)
    recalled: tuple[RecalledDocument, ...] = ()
    vector: np.ndarray | None = None
    mean: np.ndarray | None = None
    nearest: tuple[str, ...] = ()
    vector_scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What the agent may set in a call of its tool ``graph_search``; None is the setting.

    Attributes:
        use_graph: Whether links are followed.
        max_results: Most results, within the cap.
        min_graph_score: Least score of a graph result as a share of the best score, 0 to 1.
    """

    use_graph: bool = True
    max_results: int | None = None
    min_graph_score: float | None = None


@dataclass(frozen=True, slots=True)
class DayRange:
    """Days that a question names, as proleptic Gregorian ordinals, both ends included.

    Attributes:
        first: The first day.
        last: The last day; a single day has ``first == last``.
        month: Whether a whole month was named, without a day.
    """

    first: int
    last: int
    month: bool = False


@dataclass(frozen=True, slots=True)
class Membership:
    """A passage's place in a session or a file.

    Attributes:
        container: The key of the session's or file's node.
        position: Its place in the order of writing, from 0.
        ordered: False if only the day is known, or the order is not that of writing.
        name: The id of the session or file, such as ``file:notes.md``.
    """

    container: str
    position: int
    ordered: bool = True
    name: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A Document node as ranking sees it.

    Attributes:
        key: Its ``graph_key``.
        id: Its id within its scope.
        scope: Its scope.
        title: Its title; empty for memories. Of a passage of a file the headings above it.
        area: ``main``, ``fragments``, ``solutions``, ``passage`` ...
        origin: Where the text was written: ``memory`` or ``ingest``. How it was found is another
            thing: ``RankedPassage.origin``.
        source: Where it comes from: the path of its file, an address, or empty.
        day: The day it was formed as an ordinal, or None.
        cosine: Its plain cosine with the question, where known.
        centred: Its similarity with the centred question, ``q.d - 0.6 * m.d``; 0 without vectors.
        bm25: Its full-text score; 0 outside the full-text results.
        memberships: Its sessions and files.
        has_link_entity: Whether it is one of the ten best by C, has a title, and mentions an entity
            that 2 to 60 documents mention.
        text: Its text; empty until it was fetched.
        replaced_by: Keys of the documents that consolidation or an update put in its place.
    """

    key: str
    id: str
    scope: str
    title: str = ""
    area: str = ""
    origin: str = "memory"
    source: str = ""
    day: int | None = None
    cosine: float | None = None
    centred: float = 0.0
    bm25: float = 0.0
    memberships: tuple[Membership, ...] = ()
    has_link_entity: bool = False
    text: str = ""
    replaced_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity, merged over the scopes that the turn reads.

    Attributes:
        id: Its id, the same in every scope: type and normalised name.
        name: Its name as people write it.
        type: ``name``, ``person``, ``service``, ``code``, ``value`` ...
        df: How many documents of the turn's scopes mention it.
        mentions: How often they mention it.
        description: One line about it; may be empty.
        named: Whether the message names it. If the message names no entity of the graph, those with
            the nearest names stand in, and are named too.

    Example:
        ::

            Entity("service:checkout api", "checkout-api", type="service", df=3)
    """

    id: str
    name: str
    type: str = "name"
    df: int = 0
    mentions: int = 0
    description: str = ""
    named: bool = False

    @property
    def norm_name(self) -> str:
        """Its normalised name."""
        return self.id.partition(":")[2]

    def called(self, named: bool) -> Entity:
        """Return it with another ``named``."""
        return self if self.named == named else replace(self, named=named)


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation between two entities, with what supports it.

    Attributes:
        id: Its id within its scope.
        subject: The subject entity's id.
        object: The object entity's id.
        subject_name: The subject's name.
        object_name: The object's name.
        relation: One of ``RELATION_TYPES``.
        predicate: Its words: "depends on", "owns" ...
        description: One line about it; may be empty.
        weight: Strength, 1 to 10.
        confidence: 0 to 1.
        source: Who said so; ``conversation``: a memory.
        status: ``staged`` (one conversation) or ``confirmed``.
        last_access: Ordinal of the day it was last used or written.
        accesses: How often it was put into a prompt.
        documents: Keys of the documents that support it.
        hops: 1 for a fact of an entity that the message names or a start mentions; 2 for a fact one
            further.
        scope: Its scope.

    Example:
        ::

            for fact in retrieval.facts:
                print(fact.subject_name, fact.predicate, fact.object_name)
    """

    id: str
    subject: str
    object: str
    subject_name: str
    object_name: str
    relation: str
    predicate: str
    description: str = ""
    weight: float = 5.0
    confidence: float = 0.5
    source: FactSource = "conversation"
    status: FactStatus = "staged"
    last_access: int = 0
    accesses: int = 0
    documents: tuple[str, ...] = ()
    hops: int = 1
    scope: str = ""

    @property
    def is_of_memory(self) -> bool:
        """Whether a memory states it: the memory itself is shown, not the fact."""
        return self.source == "conversation"


@dataclass(frozen=True, slots=True)
class GraphView:
    """The graph data for one query: the input of a ranking.

    Attributes:
        documents: N, how many documents the scopes hold.
        passages: The candidates by key.
        entities: The link entities and those the message names, by id.
        mentions: For each entity id the keys of the candidates that mention it, sorted.
        facts: Facts around the entities.
        recalled: Keys of the recalled documents, in prompt order.
        nearest: Keys of the vector results, best first.
        days: The dates that the message names.
        words: The message's content words, lower-cased, in order.
        today: The clock as a day ordinal, for the age of facts; 0 leaves age out.
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
    expansions: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class LinkStart:
    """A passage from which a pass follows links: one of the best so far.

    Attributes:
        key: The passage's key.
        weight: 0 to 1.
    """

    key: str
    weight: float


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """An entry of the ranked list, with the reasons for its place.

    Attributes:
        passage: The passage.
        score: The strategy's score. Compare it within one list only: packing and
            ``min_graph_score`` take shares of the best one.
        origin: ``vector`` if similarity (vectors or words) found it, ``graph`` if only links did.
        vector_score: Its cosine with the question, if it is known.
        graph_score: The graph's part of the score.
        hybrid_score: The base score C, without the graph.
        hops: 0 for a vector result, else how many hops away it was found.
        path: Names of the entities, or the session, file or day, that it came through.
        through: Ids of the entities on that path.

    Example:
        ::

            for entry in retrieval.passages:
                print(entry.score, entry.origin, " -> ".join(entry.path), entry.passage.text)
    """

    passage: Passage
    score: float
    origin: Literal["vector", "graph"]
    vector_score: float | None
    graph_score: float
    hybrid_score: float
    hops: int
    path: tuple[str, ...] = ()
    through: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a retrieval found, best first, and how it went.

    Attributes:
        passages: Recalled and found passages together, best first; those worth packing have text.
        entities: Entities that the message names, then the link entities that mattered.
        facts: Facts, best first.
        confidence: 0 to 1.
        relevance: How much the message looks as if the answer were in memory
            (``ranking.relevance``); None without vectors.
        shares_words: Whether a word of the message is in one of the candidates.
        expansion_skipped: Why no link was followed: ``empty_graph`` or ``low_confidence``; empty if
            links were followed, or were not asked for.
        counts: Sizes for the log and ``--explain``: candidates, entities, mentions, facts ...
        stages_ms: Wall time of each stage, in milliseconds.
        round_trips: How many queries were sent.
        recalled: Keys of the documents that are in the prompt already.
        words: The message's content words, normalised.
        outdated: For the key of each outdated memory, the key of the newer one that replaces it
            (``ranking.outdated``).
        starts: For each passage that links led to, the key of the best other passage that mentions
            the first entity on its path. Those that the message itself led to have none.

    Example:
        ::

            retrieval = store.run(retriever.retrieve(query, deadline_ms=2000), timeout_s=3)
            best = retrieval.passages[0]
            print(best.passage.text, best.path, retrieval.confidence)
    """

    passages: tuple[RankedPassage, ...] = ()
    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    confidence: float = 0.0
    relevance: float | None = None
    shares_words: bool = True
    expansion_skipped: Reason | Literal[""] = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    stages_ms: Mapping[str, float] = field(default_factory=dict)
    round_trips: int = 0
    recalled: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    outdated: Mapping[str, str] = field(default_factory=dict)
    starts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Block:
    """The text for the prompt.

    Attributes:
        text: The block with its sentinels; empty if there is nothing worth adding.
        tokens: Its length in tokens, preamble included.
        labels: For each label in the text, such as ``1``, the id of its document.
        passages: Keys of the passages shown, in order.
        facts: Ids of the facts shown.
        shown: The text of each passage in the block, by key.
        outdated: Keys of the passages shown that are marked as older than another memory.
        withheld: Why nothing is shown of what was found: ``not_about_memory``; else empty.

    Example:
        ::

            block = pack(retrieval, max_tokens=500, counter=load_counter())
            if block.text:
                prompt += block.text
    """

    text: str = ""
    tokens: int = 0
    labels: Mapping[str, str] = field(default_factory=dict)
    passages: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    shown: Mapping[str, str] = field(default_factory=dict)
    outdated: tuple[str, ...] = ()
    withheld: Reason | Literal[""] = ""
