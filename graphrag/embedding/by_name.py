"""Embedders by name, as ``--embedder`` takes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .embedder import Embedder


_SPECS = {
    "hashed-ngrams": "hashed",
    "all-MiniLM-L6-v2": "minilm",
    "sentence-transformers/all-MiniLM-L6-v2": "minilm",
}


def spec_of(name: str) -> str:
    """Return the spec of an embedder from the name that a scope remembers of it.

    Args:
        name: The name; that of a model behind an endpoint does not say where the endpoint is.
    """
    return _SPECS.get(name, name)


def make_embedder(spec: str, *, cache_dir: Path | None = None) -> Embedder:
    """Return the embedder of a name.

    Args:
        spec: ``minilm``, ``hashed``, ``http(s)://host/v1#model`` for an OpenAI-compatible endpoint
            (its key is read from ``OPENAI_API_KEY``), or an installed sentence-transformers model.
        cache_dir: The folder in which ``minilm`` caches vectors; by default the user's cache
            folder.

    Returns:
        An embedder of vectors of length 1.

    Raises:
        SettingsError: The embedder cannot be used; the hint says what to install.
    """
    if spec == "hashed":
        from .hashed import HashedEmbedder

        return HashedEmbedder()
    if spec == "minilm":
        from .minilm_embedder import MiniLMEmbedder

        return MiniLMEmbedder(cache_dir)
    if spec.startswith(("http://", "https://")):
        from .endpoint import EndpointEmbedder

        return EndpointEmbedder(spec)
    from .installed_model import InstalledModelEmbedder

    return InstalledModelEmbedder(spec)
