"""A host's memory folder at one moment, consistent in itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ...text.names.name_list import EMPTY_LIST, NameList

if TYPE_CHECKING:
    import numpy as np


EmbedText = Callable[[str], "np.ndarray | None"]


class MemoryText(NamedTuple):
    """A memory: its text, and the host's metadata of it."""

    text: str
    metadata: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MemorySnapshot:
    """One memory folder of the host at one moment.

    Attributes:
        scope: Its scope.
        documents: All memories by id, in the order of insertion.
        ids: The id of each row of ``vectors``.
        vectors: Unit vectors, shape (len(ids), dimension), float32; None if there are none.
        embedder: Name of what made the vectors.
        names: The user's own list of names.
        embed: Returns the unit vector of a text, or None; None if no model may be asked.
        analyzer: Full-text analyzer of its scope, if that is new.

    Example:
        >>> memories = {"a1": MemoryText("Mara owns ledger-db.", {"timestamp": "2025-03-01"})}
        >>> snapshot = MemorySnapshot("my-agent/default", memories)
    """

    scope: str
    documents: Mapping[str, MemoryText]
    ids: Sequence[str] = ()
    vectors: np.ndarray | None = None
    embedder: str = ""
    names: NameList = EMPTY_LIST
    embed: EmbedText | None = None
    analyzer: str = "english"

    @property
    def dimension(self) -> int | None:
        """Length of its vectors; None if it has none."""
        return None if self.vectors is None or not len(self.vectors) else self.vectors.shape[1]
