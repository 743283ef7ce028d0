"""Embedders for ingest, the benchmark and library use: what turns texts into vectors.

A turn takes the host's embedder and nothing from here. Importing this package loads neither numpy
nor a model.
"""

from .by_name import make_embedder
from .embedder import Embedder
from .hashed import HashedEmbedder

__all__ = ["Embedder", "HashedEmbedder", "make_embedder"]
