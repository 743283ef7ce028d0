"""The record of one turn: what was asked, what the prompt got, and why. Plain data, ready for JSON.

The screen shows the last ones, and they can be exported. So no secret may get into one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime
from typing import Any

from ..wording import hide_credentials

MAX_MESSAGE = 2000
"""Maximum number of characters of a message that are kept."""

MAX_RECALLED = 8000
"""Maximum number of characters that are kept of what the host recalled."""

MAX_LINE = 400
"""Maximum number of characters that are kept of a memory."""

_READ_TIMES = 10  # so many times what is kept is searched for secrets: a message may be huge
_SAME = ("message", "recalled", "marker", "reason", "block")
_HIDDEN = "***"
_LEAST_SECRET = 4  # characters; Neo4j asks for 8, and hiding a single letter spoils every text


@dataclass(frozen=True, slots=True)
class Seed:
    """A recalled memory, as the graph was asked about it.

    Attributes:
        id: Its id in the host.
        text: How it begins.
        cosine: Its cosine with the message, if it is known.
    """

    id: str
    text: str
    cosine: float | None


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the block, and why it is there.

    Attributes:
        label: Its label in the block; empty for a relationship.
        kind: ``memory``, ``passage`` or ``relationship``.
        id: Id of the memory, the passage or the relation.
        text: What the block says.
        source: Where it comes from; empty for a memory.
        origin: ``vector`` if similarity found it, ``graph`` if only links did.
        start: What the links start from: the first words of a memory; empty for the message.
        path: Names of the links from there to this line.
        hops: Number of hops; 0 if similarity found it.
        score: The ranking's score.
        hybrid_score: Its part that comes from similarity.
        graph_score: Its part that comes from links.
        vector_score: The cosine with the message, if it is known.
        is_outdated: Whether the block marks it as older than another memory.
    """

    label: str
    kind: str
    id: str
    text: str
    source: str = ""
    origin: str = ""
    start: str = ""
    path: tuple[str, ...] = ()
    hops: int = 0
    score: float = 0.0
    hybrid_score: float = 0.0
    graph_score: float = 0.0
    vector_score: float | None = None
    is_outdated: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What the graph was asked in a turn, and what came back.

    Attributes:
        scopes: The scopes that were read, the memory folder's own first.
        read_as: The message with the memories' words in place of misspelled ones; empty if it had
            none.
        seeds: The recalled memories.
        names: Names of the entities that the message names.
        lines: The lines of the block, in its order.
        tokens: Length of the block, preamble included.
        confidence: Confidence of the retrieval, 0 to 1.
        relevance: How much the message looks as if the answer were in memory; None without vectors.
        likeness: How much more it resembles messages about memory than others; None if not known.
        several: How much more it resembles questions for several memories than for one; None if not
            known.
        skipped: Why links were not followed; empty if they were.
        counts: How many documents, candidates, entities, mentions and facts there were.
        stages_ms: Wall time of each stage, in milliseconds.
    """

    scopes: tuple[str, ...] = ()
    read_as: str = ""
    seeds: tuple[Seed, ...] = ()
    names: tuple[str, ...] = ()
    lines: tuple[ShownLine, ...] = ()
    tokens: int = 0
    confidence: float = 0.0
    relevance: float | None = None
    likeness: float | None = None
    several: float | None = None
    skipped: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    stages_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn, and the like iterations of its monologue that followed it.

    Attributes:
        id: Also in the metadata of its transactions in Neo4j.
        chat: Id of the chat.
        folder: The memory folder.
        message: The user's message, at most ``MAX_MESSAGE`` characters.
        recalled: What the host had recalled, as it stood in the prompt.
        marker: The marker that was written.
        reason: Why there is no block; empty if there is one.
        cause: What opened the circuit breaker, if that is the reason.
        ms: Milliseconds from the end of the recall.
        block: The block with its preamble; in shadow mode what the prompt would have got.
        at: When it ended, in ISO format, UTC.
        iterations: Number of iterations of the message loop that used it.
        findings: What came back; None if the graph did not answer.
        project: The project of the chat; empty for none. Its memory may be that of the host.
    """

    id: str
    chat: str
    folder: str
    message: str
    recalled: str
    marker: str
    reason: str = ""
    cause: str = ""
    ms: float = 0.0
    block: str = ""
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    iterations: int = 1
    findings: Findings | None = None
    project: str = ""

    def is_like(self, other: TurnRecord) -> bool:
        """Whether another iteration came to the same for the same reasons.

        Args:
            other: Its record.
        """
        return all(getattr(self, name) == getattr(other, name) for name in _SAME)


def new_turn_id() -> str:
    """Return a new id: twelve hexadecimal digits."""
    return secrets.token_hex(6)


def plain(record: TurnRecord, hidden: Iterable[str] = ()) -> dict[str, Any]:
    """Return a record as JSON has it, without secrets.

    Args:
        record: The record.
        hidden: Texts that must not be in it, such as the password of Neo4j. Credentials in
            addresses are hidden as well.
    """
    found: dict[str, Any] = _plain(record, _longest_first(hidden))
    return found


def cut(text: str, longest: int, hidden: Iterable[str] = ()) -> str:
    """Return the beginning of a text, without secrets.

    They are hidden first: of one that lies on the cut, the beginning would stay, and nothing
    recognises that.

    Args:
        text: Any text.
        longest: Maximum number of characters.
        hidden: The secrets. Credentials in addresses are hidden as well.
    """
    return _hide(text[: longest * _READ_TIMES], _longest_first(hidden))[:longest]


def _longest_first(hidden: Iterable[str]) -> list[str]:
    # If one is a part of another, nothing of the other is left.
    return sorted((text for text in hidden if len(text) >= _LEAST_SECRET), key=len, reverse=True)


def _hide(text: str, hidden: list[str]) -> str:
    for secret in hidden:
        text = text.replace(secret, _HIDDEN)
    return hide_credentials(text)


def _plain(value: Any, hidden: list[str]) -> Any:
    if isinstance(value, str):
        return _hide(value, hidden)
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name), hidden) for each in fields(value)}
    if isinstance(value, Mapping):
        return {name: _plain(each, hidden) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each, hidden) for each in value]
    return round(value, 4) if isinstance(value, float) else value
