"""What extraction reads and finds, as data: documents, entities, mentions, facts."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..model import FactSource, graph_key
from ..text.word_lists.plain_spellings import plain_spellings
from ..text.words import normalize_name

MEMORY_AREAS = ("main", "fragments", "solutions")
"""Areas of the host's memory; what comes from there is what a conversation said."""

MAX_TITLE = 500
MAX_DESCRIPTION = 300
MAX_PREDICATE = 80
MAX_ID = 500
"""Maximum number of characters of a document's id."""

CHARACTERS_PER_ROW = 1000
"""Characters of a text that weigh as much in a transaction as a mention or a fact."""

MAX_ALIASES = 20
_MAX_OFFSET = 999_999


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A text for the graph, as its owner holds it.

    Attributes:
        id: Its id within the scope.
        text: Its text.
        title: Its title; empty for memories. Of a passage of a file the headings above it.
        area: ``main``, ``fragments``, ``solutions``, ``passage``.
        source: Where it comes from: the path of its file, an address, or empty.
        timestamp: When it was formed, in ISO 8601; None if unknown.
        day: The day of that as an ordinal.
        minute: ``Moment.minute``: minutes since the year 1; None if only the day is known.
        fact_source: Who speaks in it.
        file: The full path of the file that it is a passage of; empty for memories.
        supersedes: Ids of the documents that it replaced.
        amends: Ids of the documents that it is a new version of.
        outdates: Ids of the documents that it makes outdated, as the texts show (``revisions``).
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
    outdates: tuple[str, ...] = ()

    @property
    def text_hash(self) -> str:
        """A hash of title and text alone."""
        return short_hash(self.title, self.text)


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """An entity for the graph.

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
    def other_norms(self) -> frozenset[str]:
        """The normalised spellings by which it is found besides ``norm_name``."""
        norms = {normalize_name(alias) for alias in self.aliases}
        return frozenset(norms | self._plain_norms) - {"", self.norm_name}

    @property
    def _plain_norms(self) -> frozenset[str]:
        norms = (self.norm_name, *map(normalize_name, self.aliases))
        return frozenset(spelling for norm in norms for spelling in plain_spellings(norm))

    @property
    def hash(self) -> str:
        """A hash of everything about it."""
        plain = sorted(self._plain_norms)
        return short_hash(self.id, self.name, *self.aliases, "", self.description, *plain)


@dataclass(frozen=True, slots=True)
class Mention:
    """That a document mentions an entity.

    Attributes:
        entity_id: The entity's id.
        count: How often.
        start: Character offset of the first mention in the text; -1 if only the title has it.
    """

    entity_id: str
    count: int = 1
    start: int = 0


@dataclass(frozen=True, slots=True)
class FactRecord:
    """A relation between two entities as one document states it.

    Attributes:
        subject: The subject's entity id.
        relation: One of ``FACT_TYPES``.
        predicate: The relation in words.
        object: The object's entity id.
        confidence: 0 to 1.
        weight: Strength, 1 to 10.
        source: Who said so.
        start: Character offset in the document's text at which the evidence starts.
        end: Character offset at which it ends.
        description: One line on it, if the input has one.
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
        """Return the fact's id; equal subject, predicate and object give an equal id."""
        predicate = normalize_name(self.predicate) or self.relation
        return graph_key(scope, f"fact:{self.subject}|{self.relation}|{predicate}|{self.object}")

    def support(self, document: str) -> str:
        """Return a document's support of the fact, in the fixed columns that the templates read.

        Args:
            document: The document's key.
        """
        start, end = min(self.start, _MAX_OFFSET), min(self.end, _MAX_OFFSET)
        confidence = min(max(self.confidence, 0.0), 1.0)
        weight = min(max(self.weight, 1.0), 10.0)
        return f"{document} {confidence:.2f} {weight:04.1f} {start:06d} {end:06d} {self.source}"


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was found in one document.

    Attributes:
        mentions: What it mentions.
        facts: What it states; both ends of each are among its mentions.
    """

    mentions: tuple[Mention, ...] = ()
    facts: tuple[FactRecord, ...] = ()


def make_entity_id(name: str, kind: str = "name") -> str:
    """Return the id of an entity, ``type:normalised name``.

    Args:
        name: Its name.
        kind: Its type.

    Returns:
        The id; empty if the name has no letter or digit.
    """
    norm = normalize_name(name)
    return f"{_normalize_kind(kind)}:{norm}" if norm else ""


@functools.lru_cache(maxsize=1000)
def _normalize_kind(kind: str) -> str:
    return normalize_name(kind).replace(" ", "_")[:40] or "name"


def short_hash(*parts: str) -> str:
    """Return a hash of strings: 16 hexadecimal digits. It never changes."""
    ended = "".join([f"{part}\0" for part in parts])
    return hashlib.blake2b(ended.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def without_nulls(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without the fields that are null: a program writes so what it does not have.

    Args:
        value: The record.
    """
    return {name: field for name, field in value.items() if field is not None}
