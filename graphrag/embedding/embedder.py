"""What every embedder can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np


class Embedder(Protocol):
    """What turns texts into unit vectors.

    Example:
        >>> class LengthEmbedder:
        ...     name = "length"
        ...     dimension = 2
        ...
        ...     def embed(self, texts):
        ...         angles = np.array([len(text) for text in texts], np.float32)
        ...         return np.stack([np.cos(angles), np.sin(angles)], axis=1)
    """

    @property
    def name(self) -> str:
        """The name by which its vectors are told from those of other embedders."""
        ...

    @property
    def dimension(self) -> int:
        """Length of its vectors."""
        ...

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts.

        Args:
            texts: Any strings.

        Returns:
            Shape (len(texts), dimension), float32, rows of length 1.
        """
        ...
