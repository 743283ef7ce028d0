"""What the graph should hold, as data: the documents of one owner with all that hangs on them.

A writer works towards a ``DesiredGraph``. Each part of it has a hash, so that what is stored
already is recognised without being read back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ..model import graph_key
from ..text.embedded_text import embedded_text
from ..text.languages.english_words import english_words
from .records import EntityRecord, FactRecord, Mention, SourceDocument, short_hash

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class ContainerRecord:
    """A session or a file with its members in order, or a stand-in for a replaced document.

    Attributes:
        id: Its id within the scope.
        area: ``session``, ``file`` or ``replaced``.
        members: Ids of its members, in order.
        ordered: False if the order is not that of writing.
        source: The path of a file as people see it.
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
        """A hash of everything about it; equal in every scope."""
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
        english: Its words in English if it is in another language, to be found by; else empty.
        hash: A hash of its own properties.
        extraction_hash: A hash of its mentions and facts; equal in every scope, as ``hash`` is.
    """

    key: str
    document: SourceDocument
    mentions: tuple[Mention, ...]
    facts: tuple[FactRecord, ...]
    edited: bool
    english: str
    hash: str
    extraction_hash: str


@dataclass(frozen=True, slots=True)
class DesiredGraph:
    """Everything that one owner should have in one scope.

    Attributes:
        scope: The scope.
        origin: ``memory`` or ``ingest``.
        unit: The input that it comes from; ``memory`` for memories.
        documents: The documents by key.
        entities: The entities that the documents mention, by id.
        containers: The containers by key.
        vectors: Unit vectors by document key; stored vectors of other documents stay unchanged.
        mixed: Keys of the documents whose vectors are mixed with those of their English words.
    """

    scope: str
    origin: Literal["memory", "ingest"]
    unit: str
    documents: Mapping[str, DesiredDocument]
    entities: Mapping[str, EntityRecord]
    containers: Mapping[str, ContainerRecord]
    vectors: Mapping[str, np.ndarray] = field(default_factory=dict)
    mixed: Collection[str] = frozenset()


def english_of(title: str, text: str) -> str:
    """Return a document's words in English; empty if it is in English.

    Args:
        title: Its title; may be empty.
        text: Its text.
    """
    return " ".join(english_words(embedded_text(title, text)))


def desired_document(
    scope: str,
    document: SourceDocument,
    mentions: Sequence[Mention],
    facts: Sequence[FactRecord],
    *,
    edited: bool = False,
) -> DesiredDocument:
    """Return a document with its mentions, its facts and its hashes.

    Args:
        scope: Its scope.
        document: The document.
        mentions: What it mentions.
        facts: What it states.
        edited: Whether a user changed it by hand.
    """
    key = graph_key(scope, document.id)
    ordered = tuple(sorted(mentions, key=lambda mention: mention.entity_id))
    english = english_of(document.title, document.text)
    return DesiredDocument(
        key=key,
        document=document,
        mentions=ordered,
        facts=tuple(facts),
        edited=edited,
        english=english,
        hash=document_hash(document, english, edited=edited),
        extraction_hash=short_hash(
            *(f"{m.entity_id}\t{m.count}\t{m.start}" for m in ordered),
            "",
            *sorted(f"{fact.id('')}{fact.support('')}" for fact in facts),
        ),
    )


def document_hash(document: SourceDocument, english: str, *, edited: bool) -> str:
    """Return a hash of a document's own properties; equal in every scope.

    Args:
        document: The document.
        english: Its words in English, if it is in another language.
        edited: Whether a user changed it by hand.
    """
    return short_hash(
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
        *([english] if english else []),
        *(["outdates", *document.outdates] if document.outdates else []),
    )
