"""Embedders by name, for ``--embedder``."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..errors import SettingsError
from .hashed import HashedEmbedder
from .minilm_embedder import MiniLMEmbedder

if TYPE_CHECKING:
    from ..graph.ingest.documents import Embedder

_BATCH = 64
_TIMEOUT_S = 120.0


def make_embedder(name: str, *, cache_dir: Path | None = None) -> Embedder:
    """Give an embedder.

    Args:
        name: ``minilm``, ``hashed``, ``http(s)://host/v1#model`` for an OpenAI-compatible
            endpoint (its key in ``OPENAI_API_KEY``), or an installed sentence-transformers model.
        cache_dir: Folder of the vector cache of ``minilm``; by default the user's cache folder.

    Returns:
        What makes vectors of length 1.

    Raises:
        SettingsError: It cannot be had, and what to install.
    """
    if name == "minilm":
        return MiniLMEmbedder(cache_dir)
    if name == "hashed":
        return HashedEmbedder()
    if name.startswith(("http://", "https://")):
        return EndpointEmbedder(name)
    return SentenceTransformersEmbedder(name)


class SentenceTransformersEmbedder:
    """Any sentence-transformers model that is installed.

    Args:
        name: The model's name or folder.

    Raises:
        SettingsError: The package is not installed.
    """

    def __init__(self, name: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise SettingsError(
                f"embedder {name!r} needs the package sentence-transformers",
                "install it, or take --embedder minilm",
            ) from None
        self._model = SentenceTransformer(name)
        self.name = name
        self.dimension = int(self._model.get_sentence_embedding_dimension())

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts; shape (len(texts), dimension), float32, rows of length 1."""
        return np.asarray(self._model.encode(list(texts), normalize_embeddings=True), np.float32)


class EndpointEmbedder:
    """An OpenAI-compatible endpoint.

    Args:
        address: ``http(s)://host/v1#model``.

    Raises:
        SettingsError: It does not answer.
    """

    def __init__(self, address: str) -> None:
        self._base, _, self._model = address.partition("#")
        self.name = self._model or "default"
        self.dimension = self.embed(["dimension"]).shape[1]

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts; shape (len(texts), dimension), float32, rows of length 1."""
        rows: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            rows += self._ask(list(texts[start : start + _BATCH]))
        vectors = np.asarray(rows, np.float32)
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)

    def _ask(self, texts: list[str]) -> list[list[float]]:
        request = urllib.request.Request(
            f"{self._base.rstrip('/')}/embeddings",
            data=json.dumps({"model": self.name, "input": texts}).encode(),
            headers={
                "Content-Type": "application/json",
                "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', '')}",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:
                data = json.load(answer)["data"]
        except (urllib.error.URLError, OSError, KeyError, ValueError) as error:
            raise SettingsError(
                f"the embedding endpoint did not answer as expected: {error}",
                "give http(s)://host/v1#model, and the key in OPENAI_API_KEY",
            ) from None
        return [row["embedding"] for row in sorted(data, key=lambda row: row["index"])]
