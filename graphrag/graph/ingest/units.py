"""A unit: one input that is owned, resumed and replaced as a whole.

Its node holds the hash of what was read and how far it was read, committed together with the data.
So an ingest that was killed continues, and the same input a second time is skipped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...model import graph_key
from ..cypher.scopes import CLAIM_UNIT
from ..cypher.units import STORED_UNIT, UPSERT_UNIT
from ..extraction.extractor import EXTRACTOR_VERSION
from .files import unreadable

if TYPE_CHECKING:
    from ...store.writer import GraphWriter, WriteTemplate


@dataclass(frozen=True, slots=True)
class Unit:
    """One input in one scope.

    Attributes:
        scope: The scope.
        name: Its name, unique within the scope: a path, for instance.
        source: How people see it.
        hash: Hash of its content and of how it is read.
    """

    scope: str
    name: str
    source: str
    hash: str

    @property
    def id(self) -> str:
        """Its document id."""
        return f"unit:{self.name}"

    @property
    def key(self) -> str:
        """Its graph key."""
        return graph_key(self.scope, self.id)

    def claim(self) -> tuple[WriteTemplate, dict[str, Any]]:
        """Return the first statement of each of its transactions; no row if it was forgotten."""
        return CLAIM_UNIT, {"scope": self.scope, "unit": self.key}

    def statement(
        self, *, progress: str, complete: bool, embedder: str = ""
    ) -> tuple[WriteTemplate, dict[str, Any]]:
        """Return the statement that stores how far the unit was read.

        Args:
            progress: The place in the input; empty if the input is not a stream.
            complete: Whether all of it was written.
            embedder: Name of what made all of its vectors; empty if that is not known.
        """
        return UPSERT_UNIT, {
            "key": self.key,
            "scope": self.scope,
            "id": self.id,
            "unit": self.name,
            "source": self.source,
            "hash": self.hash,
            "progress": progress,
            "complete": complete,
            "embedder": embedder,
        }


@dataclass(frozen=True, slots=True)
class UnitState:
    """What the graph remembers of a unit.

    Attributes:
        known: Whether its ingest ever began.
        same: Whether its content is still the same.
        complete: Whether all of it was written.
        progress: How far it was read.
        embedder: Name of what made all of its vectors; empty if that is not known.
    """

    known: bool = False
    same: bool = False
    complete: bool = False
    progress: str = ""
    embedder: str = ""


def unit_state(writer: GraphWriter, unit: Unit) -> UnitState:
    """Read what the graph remembers of a unit."""
    rows = writer.read(STORED_UNIT, {"key": unit.key})
    if not rows:
        return UnitState()
    row = rows[0]
    same = row["hash"] == unit.hash
    return UnitState(
        True, same, bool(row["complete"]), row["progress"] or "", row["embedder"] or ""
    )


def content_hash(paths: Iterable[Path], *, extra: str = "") -> str:
    """Return a hash of what files hold, and of everything else that their graph depends on.

    Args:
        paths: The files, in order.
        extra: Further influences, such as the embedder's name, and names of files that are shown.

    Raises:
        IngestError: One of them cannot be read.
    """
    settings = f"{EXTRACTOR_VERSION}\0{extra}".encode("utf-8", "surrogateescape")
    digest = hashlib.blake2b(settings, digest_size=16)
    for path in paths:
        digest.update(b"\0")
        try:
            with path.open("rb") as file:
                while piece := file.read(1 << 20):
                    digest.update(piece)
        except OSError as error:
            raise unreadable(path, error) from None
    return digest.hexdigest()
