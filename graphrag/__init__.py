"""Graph memory for Agent Zero: adds memories that links lead to from the best ones.

The names below are the public interface of the library; ``docs/LIBRARY.md`` has an example. Each is
imported on its first use, because Agent Zero imports this package in every turn, even when the
plugin is off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._version import __version__

if TYPE_CHECKING:
    from .config import LoadedSettings, Settings, load_settings
    from .embedding import Embedder, HashedEmbedder, make_embedder
    from .errors import GraphragError, IngestError, SettingsError, StoreError
    from .graph.ingest import Document, IngestReport, ingest_documents, ingest_paths
    from .graph.writing.forget import forget_scope
    from .model import (
        Ask,
        Block,
        Entity,
        Fact,
        Likeness,
        Passage,
        Query,
        RankedPassage,
        RecalledDocument,
        Retrieval,
    )
    from .packing.pack import pack
    from .packing.tokens import TokenCounter, load_counter
    from .retriever.hybrid import HybridRetriever
    from .store import Connection, GraphStore, GraphWriter, StoreLimits
    from .text.messages.likeness import ExampleMessages
    from .text.messages.message_vectors import embed_asks, embed_messages

__all__ = [
    "Ask",
    "Block",
    "Connection",
    "Document",
    "Embedder",
    "Entity",
    "ExampleMessages",
    "Fact",
    "GraphStore",
    "GraphWriter",
    "GraphragError",
    "HashedEmbedder",
    "HybridRetriever",
    "IngestError",
    "IngestReport",
    "Likeness",
    "LoadedSettings",
    "Passage",
    "Query",
    "RankedPassage",
    "RecalledDocument",
    "Retrieval",
    "Settings",
    "SettingsError",
    "StoreError",
    "StoreLimits",
    "TokenCounter",
    "__version__",
    "embed_asks",
    "embed_messages",
    "forget_scope",
    "ingest_documents",
    "ingest_paths",
    "load_counter",
    "load_settings",
    "make_embedder",
    "pack",
]

_MODULES = {
    "config": ("LoadedSettings", "Settings", "load_settings"),
    "embedding": ("Embedder", "HashedEmbedder", "make_embedder"),
    "errors": ("GraphragError", "IngestError", "SettingsError", "StoreError"),
    "graph.writing.forget": ("forget_scope",),
    "graph.ingest": ("Document", "IngestReport", "ingest_documents", "ingest_paths"),
    "model": (
        *("Ask", "Block", "Entity", "Fact", "Likeness", "Passage", "Query"),
        *("RankedPassage", "RecalledDocument", "Retrieval"),
    ),
    "packing.pack": ("pack",),
    "packing.tokens": ("TokenCounter", "load_counter"),
    "retriever.hybrid": ("HybridRetriever",),
    "store": ("Connection", "GraphStore", "GraphWriter", "StoreLimits"),
    "text.messages.message_vectors": ("embed_asks", "embed_messages"),
    "text.messages.likeness": ("ExampleMessages",),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            from importlib import import_module

            value: object = getattr(import_module(f".{module}", __name__), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
