"""An embedder over an OpenAI-compatible endpoint."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from collections.abc import Sequence

import numpy as np

from ..errors import SettingsError

_BATCH = 64
_TIMEOUT_S = 120.0


class EndpointEmbedder:
    """Vectors of an OpenAI-compatible endpoint; its key is read from ``OPENAI_API_KEY``.

    Args:
        address: ``http(s)://host/v1#model``.

    Raises:
        SettingsError: It does not answer.

    Example:
        >>> EndpointEmbedder("http://localhost:11434/v1#nomic-embed-text").dimension
        768
    """

    def __init__(self, address: str) -> None:
        self._base, _, model = address.partition("#")
        self.name = model or "default"
        self.dimension = int(self.embed(["dimension"]).shape[1])

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts; shape (len(texts), dimension), float32, rows of length 1.

        Raises:
            SettingsError: The endpoint does not answer.
        """
        rows: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            rows += self._ask(list(texts[start : start + _BATCH]))
        vectors = np.asarray(rows, np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)

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
                "use http(s)://host/v1#model, and set OPENAI_API_KEY if it needs a key",
            ) from None
        return [row["embedding"] for row in sorted(data, key=lambda row: row["index"])]
