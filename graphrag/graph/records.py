"""What the graph is to hold, as data: documents, entities, mentions, facts, containers.

A writer works towards a ``DesiredGraph``; each part of it has a hash, so that what is stored
already is recognised without reading it back.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ..model import FactSource, graph_key
from ..text.storable import MAX_TEXT as MAX_TEXT
from ..text.storable import storable as storable
from ..text.words import normalize_name

if TYPE_CHECKING:
    import numpy as np

USER_ID = "user:user"
"""The user, as the subject of what memories say about them."""

UNLINKED_TYPES = ("user", "value", "day")
"""Types that connect everything with everything: never a link between documents."""

PHRASE_TYPE = "phrase"
"""Links short memories in the graph; the ranking leaves it out, since it only adds noise there."""

MAX_TITLE = 500
MAX_DESCRIPTION = 300
MAX_PREDICATE = 80
MAX_ALIASES = 20
_MAX_OFFSET = 999_999


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A text to be kept, as its owner has it.

    Attributes:
        id: Its id within the scope.
        text: Its text.
        title: Its title; empty for memories.
        area: ``main``, ``fragments``, ``solutions``, ``passage``.
        source: Where it comes from: a path with its heading, or empty.
        timestamp: When it was formed, in ISO 8601; None if unknown.
        day: The day of that as an ordinal.
        minute: Minutes since the year 1 of that; None where only the day is known.
        fact_source: Who speaks in it.
        file: The file that it is a passage of, in their order; empty for memories.
        supersedes: Ids of the documents that it replaced.
        amends: Ids of the documents that it is a new version of.
    """

    id: str
    text: str
    title: str = ""
    area: str = "main"
    source: str = ""
    timestamp: str | None = None
    day: int | None = None
    minute: int | None = None
    fact_source: FactSource = "conversation"
    file: str = ""
    supersedes: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()

    @property
    def content(self) -> str:
        """A hash of the text alone."""
        return short_hash(self.title, self.text)


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """An entity to be kept.

    Attributes:
        id: ``type:normalised name``.
        name: Its name as people write it.
        type: Its type.
        aliases: Other names of it, as written.
        description: One line on it.
    """

    id: str
    name: str
    type: str = "name"
    aliases: tuple[str, ...] = ()
    description: str = ""

    @property
    def norm_name(self) -> str:
        """Its normalised name."""
        return self.id.split(":", 1)[1]

    @property
    def hash(self) -> str:
        """A hash of everything about it."""
        return short_hash(self.id, self.name, *self.aliases, "", self.description)


@dataclass(frozen=True, slots=True)
class Mention:
    """That a document mentions an entity.

    Attributes:
        entity: The entity's id.
        count: How often.
        start: Where in the text first; -1 where only the title does.
    """

    entity: str
    count: int = 1
    start: int = 0


@dataclass(frozen=True, slots=True)
class FactRecord:
    """A relation between two entities as one document states it.

    Attributes:
        subject: The subject's entity id.
        relation: One of the relation types between entities.
        predicate: The words of it.
        object: The object's entity id.
        confidence: 0 to 1.
        weight: Strength, 1 to 10.
        source: Who said so.
        start: Where the evidence starts in the document's text.
        end: Where it ends.
        description: One line on it, where the input brings one.
    """

    subject: str
    relation: str
    predicate: str
    object: str
    confidence: float = 0.5
    weight: float = 5.0
    source: FactSource = "conversation"
    start: int = 0
    end: int = 0
    description: str = ""

    def id(self, scope: str) -> str:
        """Give the fact's id: the same subject, predicate and object are the same fact."""
        predicate = normalize_name(self.predicate) or self.relation
        return graph_key(scope, f"fact:{self.subject}|{self.relation}|{predicate}|{self.object}")

    def support(self, document: str) -> str:
        """Give the support of a document, in the fixed columns that the templates read.

        Args:
            document: The document's key.
        """
        start, end = min(self.start, _MAX_OFFSET), min(self.end, _MAX_OFFSET)
        confidence = min(max(self.confidence, 0.0), 1.0)
        weight = min(max(self.weight, 1.0), 10.0)
        return f"{document} {confidence:.2f} {weight:04.1f} {start:06d} {end:06d} {self.source}"


@dataclass(frozen=True, slots=True)
class ContainerRecord:
    """A session or a file with its members in order, or what is left of a replaced document.

    Attributes:
        id: Its id within the scope.
        area: ``session``, ``file`` or ``replaced``.
        members: Keys of its members, in order.
        ordered: False where the order is not that of writing.
        source: The path of a file.
        timestamp: When a session began.
    """

    id: str
    area: Literal["session", "file", "replaced"]
    members: tuple[str, ...] = ()
    ordered: bool = True
    source: str = ""
    timestamp: str | None = None

    @property
    def hash(self) -> str:
        """A hash of everything about it."""
        return short_hash(
            self.id, self.area, str(self.ordered), self.source, self.timestamp or "", *self.members
        )


@dataclass(frozen=True, slots=True)
class DesiredDocument:
    """A document with everything that hangs on it.

    Attributes:
        key: Its graph key.
        document: The document itself.
        mentions: What it mentions, sorted by entity id.
        facts: What it states; both ends of each are among its mentions.
        edited: Whether a user changed it by hand.
        hash: A hash of its own properties.
        links: A hash of its mentions and facts.
    """

    key: str
    document: SourceDocument
    mentions: tuple[Mention, ...]
    facts: tuple[FactRecord, ...]
    edited: bool
    hash: str
    links: str


@dataclass(frozen=True, slots=True)
class DesiredGraph:
    """Everything that one owner wants to stand in one scope.

    Attributes:
        scope: The scope.
        origin: ``memory`` or ``ingest``.
        unit: The input that it comes from; ``memory`` for memories.
        documents: By key.
        entities: By id; all that the documents mention.
        containers: By key.
        vectors: Unit vectors by document key; missing ones stay as they are.
    """

    scope: str
    origin: Literal["memory", "ingest"]
    unit: str
    documents: Mapping[str, DesiredDocument]
    entities: Mapping[str, EntityRecord]
    containers: Mapping[str, ContainerRecord]
    vectors: Mapping[str, np.ndarray] = field(default_factory=dict)


def desired_document(
    scope: str,
    document: SourceDocument,
    mentions: Sequence[Mention],
    facts: Sequence[FactRecord],
    *,
    edited: bool = False,
) -> DesiredDocument:
    """Put a document together with what it says."""
    key = graph_key(scope, document.id)
    ordered = tuple(sorted(mentions, key=lambda mention: mention.entity))
    return DesiredDocument(
        key=key,
        document=document,
        mentions=ordered,
        facts=tuple(facts),
        edited=edited,
        hash=short_hash(
            document.id,
            document.title,
            document.text,
            document.area,
            document.source,
            document.timestamp or "",
            str(document.day),
            str(edited),
            *document.supersedes,
            "",
            *document.amends,
        ),
        links=short_hash(
            *(f"{m.entity}\t{m.count}\t{m.start}" for m in ordered),
            "",
            *sorted(f"{fact.id(scope)} {fact.support(key)}" for fact in facts),
        ),
    )


def entity_id(name: str, kind: str = "name") -> str:
    """Give the id of an entity; empty when nothing of its name can be indexed."""
    norm = normalize_name(name)
    return f"{_normalize_kind(kind)}:{norm}" if norm else ""


@functools.lru_cache(maxsize=1000)
def _normalize_kind(kind: str) -> str:
    return normalize_name(kind).replace(" ", "_")[:40] or "name"


def short_hash(*parts: str) -> str:
    """Hash strings: 16 hexadecimal digits, stable for ever."""
    ended = "".join([f"{part}\0" for part in parts])
    return hashlib.blake2b(ended.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def canonical_json(value: object) -> str:
    """Write a value as JSON, always in the same way."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
