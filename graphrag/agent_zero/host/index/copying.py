"""Copying one memory index of the host, while other threads of the host may change it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ... import markers
from .recalled_ids import TextIndex
from .vectors import ChangingError, read_vectors
from .view import IndexView

if TYPE_CHECKING:
    import numpy as np

_ATTEMPTS = 4
_PAUSE_S = 0.005


@dataclass(frozen=True, slots=True)
class Stamp:
    """What changes when the index does.

    It holds the objects themselves, so that a new object with the same address is noticed.
    """

    store: Any
    mapping: Any
    mapped: int
    total: int

    @classmethod
    def of(cls, store: Any) -> Stamp:
        """Return that of an index."""
        mapping = store.index_to_docstore_id
        return cls(store, mapping, len(mapping), int(store.index.ntotal))

    @property
    def surplus(self) -> int:
        """How many vectors have no id; unless it is 0, the index is being changed, or damaged."""
        return self.total - self.mapped

    def is_same(self, other: Stamp) -> bool:
        """Whether an index is as it was."""
        return (
            self.store is other.store
            and self.mapping is other.mapping
            and self.mapped == other.mapped
            and self.total == other.total
        )


def copy_of(store: Any) -> tuple[Stamp, IndexView] | None:
    """Return a copy of an index; None if it changed during each attempt."""
    for attempt in range(_ATTEMPTS):
        if attempt:
            time.sleep(_PAUSE_S * attempt)
        stamp = Stamp.of(store)
        if stamp.surplus:
            continue
        mapping = dict(stamp.mapping)  # atomic under the interpreter's lock, as is the next line
        documents = dict(store.get_all_docs())
        try:
            vectors = _vectors(store, stamp.total)
        except ChangingError:
            continue
        if not Stamp.of(store).is_same(stamp) or len(mapping) != stamp.total:
            continue
        ids = [mapping[row] for row in sorted(mapping)]
        if set(ids) != set(documents) and attempt + 1 < _ATTEMPTS:
            continue  # after the last attempt, it is no change but damage: `_build` leaves it out
        return stamp, _build(store, documents, ids, vectors)
    return None


def copy_of_damaged(store: Any) -> tuple[Stamp, IndexView]:
    """Return a copy without vectors: nobody knows any more which memory a vector is of.

    A crash of the host, or a full disk, between the two files of an index leaves it so.
    """
    stamp = Stamp.of(store)
    mapping, documents = dict(stamp.mapping), dict(store.get_all_docs())
    markers.note(
        f"the host's memory index is damaged: {stamp.total} vectors of {stamp.mapped} memories; "
        "its vectors are not used. Once the host has embedded this memory anew, they are"
    )
    return stamp, _build(store, documents, [mapping[row] for row in sorted(mapping)], None)


def _is_readable(document: Any) -> bool:
    """Whether a document is one: the host makes no other, but reads whatever its file holds."""
    text, metadata = getattr(document, "page_content", None), getattr(document, "metadata", None)
    return isinstance(text, str) and isinstance(metadata, Mapping)


def _build(
    store: Any, found: Mapping[str, Any], ids: Sequence[str], vectors: np.ndarray | None
) -> IndexView:
    """Return the copy without rows that have no text, and without texts that have no row.

    A crash of the host leaves some; no search of the host finds them.
    """
    kept = [row for row, identifier in enumerate(ids) if _is_readable(found.get(identifier))]
    if vectors is not None and len(kept) < len(ids):
        vectors = vectors[kept] if kept else None
    ids = tuple(ids[row] for row in kept)
    documents = {identifier: found[identifier] for identifier in ids}
    mean = None
    if vectors is not None:
        import numpy as np

        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors = vectors / np.where(lengths > 0, lengths, 1)
        mean = vectors.mean(axis=0)
    texts = TextIndex(
        (i, documents[i].page_content, str(documents[i].metadata.get("area", ""))) for i in ids
    )
    rows = {identifier: row for row, identifier in enumerate(ids)}
    return IndexView(documents, ids, vectors, mean, texts, _embedder_of(store), rows)


def _embedder_of(store: Any) -> Any:
    """Return the embedder of an index, without the host's cache around it."""
    embedder = getattr(store, "embedding_function", None)
    return getattr(embedder, "underlying_embeddings", embedder)


def _vectors(store: Any, total: int) -> np.ndarray | None:
    """Read all vectors as the host has them; their lengths may differ from 1.

    Raises:
        ChangingError: The index was changed meanwhile.
    """
    import numpy as np

    if total == 0:
        return None
    try:
        found = read_vectors(store.index, total)
    except ChangingError:
        raise
    except Exception as error:  # such an index exists; the graph has vectors of its own
        markers.note(f"could not read the vectors of the memory: {type(error).__name__}")
        return None
    is_sound = np.isfinite(found).all(axis=-1)
    if found.ndim != 2 or not is_sound.any():
        return None
    if not is_sound.all():
        markers.note("a vector of the memory is broken; that memory is found by its words only")
        found = np.where(is_sound[:, None], found, 0)
    return found
