"""An embedder over an OpenAI-compatible endpoint."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException

import numpy as np

from ..errors import SettingsError

_BATCH = 64
_TIMEOUT_S = 120.0
_NO_ANSWER = (
    *(OSError, HTTPException, LookupError, TypeError, ValueError),
    *(OverflowError, RecursionError),  # a number or a nesting that is too large
)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the key would go to another host with it."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Return nothing: the answer counts as an error."""


_OPENER = urllib.request.build_opener(_NoRedirects)


class EndpointEmbedder:
    """Vectors of an OpenAI-compatible endpoint; its key is read from ``OPENAI_API_KEY``.

    Args:
        address: ``http(s)://host/v1#model``.

    Raises:
        SettingsError: It does not answer, or its address holds a login.

    Example:
        >>> EndpointEmbedder("http://localhost:11434/v1#nomic-embed-text").dimension
        768
    """

    def __init__(self, address: str) -> None:
        self._base, _, model = address.partition("#")
        if "@" in self._base:
            raise SettingsError(
                "the address of the embedding endpoint holds a login",
                "leave it out, and set OPENAI_API_KEY",
            )
        self.name = model or "default"
        self.dimension = 0  # not known yet
        self.dimension = int(self.embed(["dimension"]).shape[1])

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts; shape (len(texts), dimension), float32, rows of length 1.

        Raises:
            SettingsError: The endpoint does not answer, or not with vectors of one length.
        """
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        starts = range(0, len(texts), _BATCH)
        vectors = np.concatenate([self._ask(texts[start : start + _BATCH]) for start in starts])
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)

    def _ask(self, texts: Sequence[str]) -> np.ndarray:
        key = os.environ.get("OPENAI_API_KEY", "").strip()
        try:
            request = urllib.request.Request(
                f"{self._base.rstrip('/')}/embeddings",
                data=json.dumps({"model": self.name, "input": list(texts)}).encode(),
                headers={
                    "Content-Type": "application/json",
                    **({"Authorization": f"Bearer {key}"} if key else {}),
                },
            )
            with _OPENER.open(request, timeout=_TIMEOUT_S) as answer:
                rows = sorted(json.load(answer)["data"], key=lambda row: row["index"])
            vectors = np.array([row["embedding"] for row in rows], np.float32)
            if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
                raise ValueError(f"{len(texts)} vectors were asked for")
            width = vectors.shape[1]
            if not width or width != (self.dimension or width):
                raise ValueError(f"a vector has {width} numbers, not {self.dimension or 'some'}")
        except _NO_ANSWER as error:
            raise SettingsError(
                f"the embedding endpoint did not answer as expected: {_without(key, str(error))}",
                "use http(s)://host/v1#model, and set OPENAI_API_KEY if it needs a key",
            ) from None
        return vectors


def _without(key: str, text: str) -> str:
    """Return a text with the key replaced, also as `http.client` quotes it."""
    quoted = repr(key.encode("latin-1", "replace"))[2:-1]
    return text.replace(key, "***").replace(quoted, "***") if key else text
