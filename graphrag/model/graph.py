"""The parts of the graph as a turn sees them: passages, entities and facts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

FactType = Literal["DEPENDS_ON", "RELATED_TO", "REFERENCES", "SUPERSEDES", "AMENDS"]
FACT_TYPES: tuple[FactType, ...] = get_args(FactType)
"""Relations between two entities. A new one is written and followed once ``FactType`` has it."""

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
"""Maximum number of documents of a session; a turn looks as far along it."""

CENTRING = 0.6
"""Share of the mean of all vectors that is subtracted from one before it is compared: memories all
point one way. 0.3 to 1 are all good."""

FILE_PREFIX = "file:"
"""Begins the id of a file's node."""

SESSION_PREFIX = "session:"
"""Begins the id of a session's node."""

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
        title: Its title; for a passage of a file, the headings above it. Empty for memories.
        area: ``main``, ``fragments``, ``solutions``, ``passage`` ...
        origin: Where the text was written: ``memory`` or ``ingest``. ``RankedPassage.origin`` says
            how it was found.
        source: Where it comes from: the path of its file, an address, or empty.
        day: The day it was formed as an ordinal, or None.
        cosine: Its plain cosine with the question, where known.
        centred: Its similarity with the centred question, ``q.d - 0.6 * m.d``; 0 without vectors.
        ask_cosines: Its plain cosines with the message and with each thing that this asks, if these
            are several; else empty.
        bm25: Its full-text score; 0 outside the full-text results.
        memberships: Its sessions and files.
        has_link_entity: Whether it is one of the ten best by C, has a title, and mentions an entity
            that 2 to 60 documents mention.
        text: Its text; empty until it was fetched.

    Example:
        ::

            for entry in retrieval.passages:
                passage = entry.passage
                print(passage.id, passage.source or passage.scope, passage.text)
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
    ask_cosines: tuple[float, ...] = ()

    def with_details(self, details: Mapping[str, Any]) -> Passage:
        """Return a copy with the fields that are fetched only when it may be shown.

        Args:
            details: Values by field, from ``key`` to ``text``. A text that it has is kept.
        """
        # `dataclasses.replace` would take most of the time that a turn spends on its rows.
        return Passage(
            **{**details, "text": self.text or details["text"]},
            day=self.day,
            cosine=self.cosine,
            centred=self.centred,
            bm25=self.bm25,
            memberships=self.memberships,
            has_link_entity=self.has_link_entity,
            ask_cosines=self.ask_cosines,
        )

    def with_similarity(self, cosine: float | None, centred: float) -> Passage:
        """Return a copy with other similarities.

        Args:
            cosine: Its plain cosine with what is asked, where known.
            centred: Its similarity with the same, centred.
        """
        return Passage(  # not `dataclasses.replace`, as above
            self.key,
            self.id,
            self.scope,
            self.title,
            self.area,
            self.origin,
            self.source,
            self.day,
            cosine,
            centred,
            self.bm25,
            self.memberships,
            self.has_link_entity,
            self.text,
            self.ask_cosines,
        )

    @property
    def of_file(self) -> bool:
        """Whether it is a passage of a file, as far as its memberships were read."""
        return any(membership.name.startswith(FILE_PREFIX) for membership in self.memberships)


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity, merged over the scopes that the turn reads.

    Attributes:
        id: Its id, the same in every scope: type and normalised name.
        name: Its name as people write it.
        type: ``name``, ``person``, ``service``, ``code``, ``value`` ...
        df: How many documents of the turn's scopes mention it.
        in_files: How many of these are passages of files, in scopes without memories.
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
    in_files: int = 0
    mentions: int = 0
    description: str = ""
    named: bool = False

    @property
    def norm_name(self) -> str:
        """Its normalised name."""
        return self.id.partition(":")[2]

    def with_named(self, named: bool) -> Entity:
        """Return a copy with this value of ``named``; itself if it has that value already."""
        return self if self.named == named else replace(self, named=named)


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation between two entities, with what supports it.

    Attributes:
        id: Its id, unique over all scopes.
        subject: The subject entity's id.
        object: The object entity's id.
        subject_name: The subject's name.
        object_name: The object's name.
        relation: One of ``FACT_TYPES``.
        predicate: Its words: "depends on", "owns" ...
        description: One line about it; may be empty.
        weight: Strength, 1 to 10.
        confidence: 0 to 1.
        source: Who said so; ``conversation``: a memory.
        status: ``staged`` (one conversation) or ``confirmed``.
        last_access: Ordinal of the day it was last used or written.
        accesses: How often it was put into a prompt.
        documents: Keys of the documents that support it.
        has_text: Whether one of these is a text; a fact of a table has its file instead.
        memories: Keys of those among them that the host's memory holds; empty if a conversation
            states it.
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
    has_text: bool = True
    memories: tuple[str, ...] = ()
    hops: int = 1
    scope: str = ""

    @property
    def is_of_memory(self) -> bool:
        """Whether a memory states it: the memory itself is shown, not the fact."""
        return self.source == "conversation"
