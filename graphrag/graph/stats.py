"""What the graph holds, scope by scope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from ..wording import counted
from .cypher.counts import AREA_COUNTS, SCOPE_COUNTS, TOP_ENTITIES
from .cypher.scopes import LIST_SCOPES, REQUEST_SYNC
from .cypher.units import OPEN_UNITS

if TYPE_CHECKING:
    from ..store.writer import GraphWriter

MOST_ENTITIES = 10
"""How many of the entities in most documents are shown."""


@dataclass(frozen=True, slots=True)
class ScopeStats:
    """Counts of one scope.

    Attributes:
        scope: The scope.
        documents: Passages and memories.
        areas: Documents by origin and area, containers included.
        entities: Entities.
        mentions: Mentions: a document and an entity that it names.
        relations: Relations between entities.
        top_entities: The entities in most documents: name, type, documents.
        first_day: Day of the oldest document.
        last_day: Day of the newest.
        dimension: Length of the vectors; None without any.
        embedder: What made them.
        analyzer: The full-text analyzer of its documents.
        synced_at: When memory sync last wrote; None for ingested scopes.
        sync_age_s: Seconds since then.
        waiting: What is still to do, in words.
        without_extraction: Ids of memories that are stored without mentions and facts, since
            reading them took too much CPU time, or failed.
    """

    scope: str
    documents: int
    areas: Mapping[str, int]
    entities: int
    mentions: int
    relations: int
    top_entities: tuple[tuple[str, str, int], ...]
    first_day: date | None
    last_day: date | None
    dimension: int | None
    embedder: str
    analyzer: str
    synced_at: str | None
    sync_age_s: float | None
    waiting: tuple[str, ...]
    without_extraction: tuple[str, ...] = ()


def scope_stats(writer: GraphWriter, scope: str = "", *, install: str = "") -> list[ScopeStats]:
    """Count what the graph holds.

    Args:
        writer: The writer of the database.
        scope: One scope; all scopes if empty.
        install: Only scopes of this install; of every install on the server if empty.

    Returns:
        One entry a scope, by name.
    """
    now = datetime.now(UTC)
    wanted = {"scope": scope, "install": install}
    return [_stats(writer, row, now) for row in writer.read(LIST_SCOPES, wanted)]


def scope_names(writer: GraphWriter, install: str) -> list[str]:
    """Return the scopes of an install.

    Args:
        writer: The writer of the database.
        install: Its id.
    """
    return [row["scope"] for row in writer.read(LIST_SCOPES, {"scope": "", "install": install})]


def request_sync(writer: GraphWriter, scope: str = "", *, install: str = "") -> list[str]:
    """Make the host's sync compare everything at its next look.

    Only the host can read the memory itself.

    Args:
        writer: The writer of the database.
        scope: One scope; all synced scopes if empty.
        install: Only scopes of this install; of every install on the server if empty.

    Returns:
        The scopes that will be compared.
    """
    wanted = {"scope": scope, "install": install}
    return [row["scope"] for row in writer.write(REQUEST_SYNC, wanted)]


def _stats(writer: GraphWriter, row: Mapping[str, Any], now: datetime) -> ScopeStats:
    scope = row["scope"]
    [counts] = writer.read(SCOPE_COUNTS, {"scope": scope})
    areas = writer.read(AREA_COUNTS, {"scope": scope})
    top = writer.read(TOP_ENTITIES, {"scope": scope, "limit": MOST_ENTITIES})
    units = writer.read(OPEN_UNITS, {"scope": scope})
    waiting = [f"the next ingest of {unit['source']} completes it" for unit in units]
    if row["importing"] is not None:
        waiting.append(f"import of {row['importing']} is not finished; run it again")
    if row["synced_at"] is not None and row["digest"] is None:
        waiting.append("next sync will compare everything")
    if row["held"]:
        held = counted(row["held"], "document")
        waiting.append(f"deletion of {held} waits for confirmation by the next sync")
    synced = datetime.fromisoformat(row["synced_at"]) if row["synced_at"] else None
    return ScopeStats(
        scope=scope,
        documents=row["documents"],
        areas={f"{area['origin']}/{area['area']}": area["documents"] for area in areas},
        entities=counts["entities"],
        mentions=counts["mentions"],
        relations=counts["relations"],
        top_entities=tuple((entity["name"], entity["type"], entity["df"]) for entity in top),
        first_day=_day(row["first_day"]),
        last_day=_day(row["last_day"]),
        dimension=row["dimension"],
        embedder=row["embedder"] or "",
        analyzer=row["analyzer"],
        synced_at=row["synced_at"],
        sync_age_s=(now - synced).total_seconds() if synced else None,
        waiting=tuple(waiting),
        without_extraction=tuple(row["without_extraction"] or ()),
    )


def _day(ordinal: int | None) -> date | None:
    return None if ordinal is None else date.fromordinal(ordinal)
