"""The mean of a scope's document vectors, over a fair sample of them.

Keys are hashes, so the documents with the smallest keys are a fair sample, and the same sample in
whatever order they were written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..cypher.vectors import SAMPLE_VECTORS

if TYPE_CHECKING:
    import numpy as np

    from ...store.writer import GraphWriter

SAMPLE_SIZE = 5000
"""How many documents the mean is taken over, at most."""


def mean_vector(keys: Iterable[str], vector_of: Callable[[str], np.ndarray]) -> list[float] | None:
    """Return the mean of a fair sample of vectors; None if there are none.

    Args:
        keys: The documents' keys.
        vector_of: Returns the unit vector of a document.
    """
    return _mean(vector_of(key) for key in sorted(keys)[:SAMPLE_SIZE])


def stored_mean(writer: GraphWriter, scope: str) -> list[float] | None:
    """Return the mean of a fair sample of the vectors that a scope has in the graph.

    Args:
        writer: The writer of the database.
        scope: The scope.

    Returns:
        The mean; None if the scope has no vectors.
    """
    rows = writer.read(SAMPLE_VECTORS, {"scope": scope, "limit": SAMPLE_SIZE})
    return _mean(row["embedding"] for row in rows)


def _mean(vectors: Iterable[np.ndarray | list[float]]) -> list[float] | None:
    import numpy as np

    total: np.ndarray | None = None
    count = 0
    for vector in vectors:
        part = np.asarray(vector, dtype=np.float64)
        total = part.copy() if total is None else total + part
        count += 1
    return None if total is None else [float(value) for value in total / count]
