"""The embedders that ``--embedder`` names."""

from ..embedding.embedders import make_embedder

__all__ = ["make_embedder"]
