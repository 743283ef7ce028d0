"""Vectors of texts, checked: an embedder of the user's own may return anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...errors import IngestError
from ...text.languages.english_vectors import embed_texts

if TYPE_CHECKING:
    import numpy as np

    from ...embedding.embedder import Embedder


def checked_vectors(embedder: Embedder, texts: Sequence[str]) -> np.ndarray:
    """Return the vectors of texts, with their English words.

    Args:
        embedder: What makes them.
        texts: Texts in any language.

    Returns:
        Shape (texts, dimension), rows of length 1.

    Raises:
        IngestError: The embedder returns something else.
    """
    return embed_texts(lambda asked: plain_vectors(embedder, asked), texts)


def plain_vectors(embedder: Embedder, texts: Sequence[str]) -> np.ndarray:
    """Return the vectors of texts as they are, such as of names.

    Args:
        embedder: What makes them.
        texts: Texts in any language.

    Returns:
        Shape (texts, dimension).

    Raises:
        IngestError: The embedder returns something else.
    """
    import numpy as np

    vectors = np.asarray(embedder.embed(texts), np.float32)
    wanted = (len(texts), embedder.dimension)
    if vectors.shape != wanted or not np.isfinite(vectors).all():
        raise IngestError(
            f"the embedder {embedder.name} does not return one vector of"
            f" {embedder.dimension} finite numbers for each text",
            "correct the embedder",
        )
    return vectors
