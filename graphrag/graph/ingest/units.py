"""A unit: one input that is owned, resumed and replaced as a whole.

Its node remembers the hash of what was read and how far it got, in the same transactions as the
data: an ingest that was killed goes on, and the same input a second time is not read at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...model import graph_key
from ..cypher import write as cypher
from ..extraction.extractor import EXTRACTOR_VERSION

if TYPE_CHECKING:
    from ...store.writer import GraphWriter, WriteTemplate


@dataclass(frozen=True, slots=True)
class Unit:
    """One input in one scope.

    Attributes:
        scope: The scope that it goes to.
        name: What tells it from other inputs: its path.
        source: How it is shown to people.
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

    def statement(self, *, progress: str, complete: bool) -> tuple[WriteTemplate, dict[str, Any]]:
        """Give the statement that remembers how far it got."""
        return cypher.UPSERT_UNIT, {
            "key": self.key,
            "scope": self.scope,
            "id": self.id,
            "unit": self.name,
            "source": self.source,
            "hash": self.hash,
            "progress": progress,
            "complete": complete,
        }


@dataclass(frozen=True, slots=True)
class UnitState:
    """What the graph remembers of a unit.

    Attributes:
        known: Whether it was ever begun.
        same: Whether its content is still the same.
        complete: Whether it was written to its end.
        progress: How far it got.
    """

    known: bool = False
    same: bool = False
    complete: bool = False
    progress: str = ""


def unit_state(writer: GraphWriter, unit: Unit) -> UnitState:
    """Read what the graph remembers of a unit."""
    rows = writer.read(cypher.STORED_UNIT, {"key": unit.key})
    if not rows:
        return UnitState()
    row = rows[0]
    same = row["hash"] == unit.hash
    return UnitState(True, same, bool(row["complete"]), row["progress"] or "")


def content_hash(paths: Iterable[Path], *, extra: str = "") -> str:
    """Hash the content of files, with what else decides about the graph they give.

    Args:
        paths: The files, in order.
        extra: Further influences, such as the embedder's name.
    """
    digest = hashlib.blake2b(f"{EXTRACTOR_VERSION}\0{extra}".encode(), digest_size=16)
    for path in paths:
        digest.update(f"\0{path.name}\0".encode("utf-8", "surrogateescape"))
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()
