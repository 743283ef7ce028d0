"""What a turn gets: the ranked list with its reasons, and the block for the prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..reasons import Reason
from .graph import Entity, Fact, Passage
from .query import Likeness

MEMORY_RELEVANCE = 0.62
"""Least ``Retrieval.relevance`` of a message, or of one of several asks, that says by itself that
memory helps with it."""


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
        documents: How many documents the scopes hold.
        confidence: 0 to 1.
        relevance: How much the message looks as if the answer were in memory
            (``ranking.relevance``); None without vectors.
        likeness: What the message resembles; None if that is not known.
        recall_is_evidence: Whether what was recalled says that the message is about memory.
        asked_about: Keys of the passages that mention what the message asks about, where it says
            nothing but a name, or that are of the day or write of it, where it says nothing but a
            day; sorted, else empty.
        is_of_past_day: Whether a memory is of a day before today that the message names.
        writes_of_day: Whether the text of a memory names a single day that the message names.
        knows_a_name: Whether a file or a table states a fact about a name in the message, be it in
            ``facts`` or left out because it does not answer the message.
        expansion_skipped: Why no link was followed: ``empty_graph`` or ``low_confidence``; empty if
            links were followed, or were not asked for.
        vector_unused: Why the query's vector was not used, in words: its length is another than
            that of the scopes' vectors, or it is all zeros; else empty.
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
    documents: int = 0
    confidence: float = 0.0
    relevance: float | None = None
    likeness: Likeness | None = None
    recall_is_evidence: bool = True
    asked_about: tuple[str, ...] = ()
    is_of_past_day: bool = False
    writes_of_day: bool = False
    knows_a_name: bool = False
    expansion_skipped: Reason | Literal[""] = ""
    vector_unused: str = ""
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
        withheld: Why nothing is shown of what was found: ``not_about_memory`` or ``no_room``; else
            empty.

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
