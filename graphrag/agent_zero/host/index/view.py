"""A copy of one memory index: texts, vectors and nearest neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .recalled_ids import TextIndex

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class IndexView:
    """A consistent copy of one memory index.

    Attributes:
        documents: The host's documents by id; only those that have a row in the index.
        ids: The id of each row of ``vectors``, in the host's order.
        vectors: One vector of length 1 in each row (float32); None if they cannot be read.
        mean: The mean of ``vectors``, not normalised; None without vectors.
        texts: For finding documents by their text.
        embedder: The host's embedder of this index.
        rows: The row of each id.
        state: Stands for the state of the index that was copied; compared by identity.
    """

    documents: Mapping[str, Any]
    ids: tuple[str, ...]
    vectors: np.ndarray | None
    mean: np.ndarray | None
    texts: TextIndex
    embedder: Any
    rows: Mapping[str, int] = field(repr=False)
    state: object = field(default_factory=object, repr=False)

    @property
    def dimension(self) -> int | None:
        """Number of components of a vector; None without vectors."""
        return None if self.vectors is None else int(self.vectors.shape[1])

    def vector(self, identifier: str) -> np.ndarray | None:
        """Return a document's vector of length 1, or None."""
        row = self.rows.get(identifier)
        if row is None or self.vectors is None or not self.vectors[row].any():
            return None
        vector: np.ndarray = self.vectors[row]
        return vector

    def nearest(self, question: np.ndarray, limit: int) -> list[str]:
        """Return the ids of the documents nearest to a vector, best first; ties in index order.

        Args:
            question: The question's vector; it may be centred.
            limit: Maximum number of ids to return.
        """
        import numpy as np

        if self.vectors is None or not len(self.ids) or question.shape != self.vectors.shape[1:]:
            return []
        scores = self.vectors @ question
        count = min(limit, len(scores))
        least = np.partition(scores, -count)[-count]
        rows = np.flatnonzero(scores >= least)
        order = np.argsort(-scores[rows], kind="stable")[:count]
        return [self.ids[row] for row in rows[order]]

    def mean_of(self, identifiers: Iterable[str]) -> np.ndarray | None:
        """Return the mean of these documents' vectors, scaled to length 1; None without any."""
        import numpy as np

        found = [vector for i in identifiers if (vector := self.vector(i)) is not None]
        if not found:
            return None
        total = np.sum(found, axis=0)
        length = float(np.linalg.norm(total))
        return (total / length).astype(np.float32) if 0 < length < np.inf else None
