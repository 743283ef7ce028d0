"""An embedder over any sentence-transformers model that is installed."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import SettingsError
from ..wording import hide_credentials

_LONGEST_REASON = 200


class InstalledModelEmbedder:
    """Vectors of a sentence-transformers model.

    Args:
        name: The model's name or folder.

    Raises:
        SettingsError: The package or the model cannot be used.

    Example:
        >>> InstalledModelEmbedder("all-mpnet-base-v2").dimension
        768
    """

    def __init__(self, name: str) -> None:
        try:
            package = importlib.import_module("sentence_transformers")
        except ImportError:
            raise SettingsError(
                f"embedder {name!r} needs the package sentence-transformers",
                "install it; for a model behind an API, use --embedder http://HOST/v1#MODEL",
            ) from None
        try:
            self._model: Any = package.SentenceTransformer(name)
            self.dimension = int(self._model.get_sentence_embedding_dimension())
        except Exception as error:  # of Hugging Face's hub, of PyTorch, of the network
            reason = hide_credentials(" ".join(str(error).split()))[:_LONGEST_REASON]
            raise SettingsError(
                f"the model {name!r} cannot be loaded: {reason or type(error).__name__}",
                "check its name, or give its folder",
            ) from None
        self.name = name

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts; shape (len(texts), dimension), float32, rows of length 1."""
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return np.asarray(self._model.encode(list(texts), normalize_embeddings=True), np.float32)
