"""What the graph holds, scope by scope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from ..wording import counted
from .cypher import admin

if TYPE_CHECKING:
    from ..store.writer import GraphWriter

TOP_ENTITIES = 10


@dataclass(frozen=True, slots=True)
class ScopeStats:
    """Counts of one scope.

    Attributes:
        scope: The scope.
        documents: Passages and memories.
        areas: Documents by origin and area, containers included.
        entities: Entities.
        mentions: That a document mentions an entity.
        relations: Relations between entities.
        top_entities: The entities in most documents: name, type, documents.
        first_day: Day of the oldest document.
        last_day: Day of the newest.
        dimension: Length of the vectors; None without any.
        embedder: What made them.
        synced_at: When memory sync last wrote; None for ingested scopes.
        sync_age_s: Seconds since then.
        waiting: What is still to be done, in words.
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
    synced_at: str | None
    sync_age_s: float | None
    waiting: tuple[str, ...]


def scope_stats(
    writer: GraphWriter, scope: str = "", *, install: str = "", now: datetime | None = None
) -> list[ScopeStats]:
    """Count what the graph holds.

    Args:
        writer: The way to the database.
        scope: One scope; all of them by default.
        install: Only scopes of this install; of all on the server by default.
        now: The clock, for the age of the last sync.

    Returns:
        One entry a scope, by name.
    """
    now = now or datetime.now(UTC)
    wanted = {"scope": scope, "install": install}
    return [_stats(writer, row, now) for row in writer.read(admin.LIST_SCOPES, wanted)]


def request_sync(writer: GraphWriter, scope: str = "", *, install: str = "") -> list[str]:
    """Ask the host's sync to compare everything at its next look, whatever it believes.

    The memory itself can be read in the host only.

    Args:
        writer: The way to the database.
        scope: One scope; all that a host's sync keeps by default.
        install: Only scopes of this install; of all on the server by default.

    Returns:
        The scopes that will be compared.
    """
    wanted = {"scope": scope, "install": install}
    return [row["scope"] for row in writer.write(admin.REQUEST_SYNC, wanted)]


def _stats(writer: GraphWriter, row: Mapping[str, Any], now: datetime) -> ScopeStats:
    scope = row["scope"]
    [counts] = writer.read(admin.SCOPE_COUNTS, {"scope": scope})
    areas = writer.read(admin.AREA_COUNTS, {"scope": scope})
    top = writer.read(admin.TOP_ENTITIES, {"scope": scope, "limit": TOP_ENTITIES})
    units = writer.read(admin.OPEN_UNITS, {"scope": scope})
    waiting = [f"ingest of {unit['source']} was not finished; run it again" for unit in units]
    if row["synced_at"] is not None and row["digest"] is None:
        waiting.append("memory sync compares everything at its next look")
    if row["held"]:
        waiting.append(f"deletion of {counted(row['held'], 'document')} waits for a second look")
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
        synced_at=row["synced_at"],
        sync_age_s=(now - synced).total_seconds() if synced else None,
        waiting=tuple(waiting),
    )


def _day(ordinal: int | None) -> date | None:
    return None if ordinal is None else date.fromordinal(ordinal)
