"""Read the memory index that the host has opened: texts, vectors and nearest neighbours.

Nothing here opens an index: the host's ``Memory.get`` loads models and imports knowledge. Other
threads of the host change the index at any time. So it is copied, the copy is checked for
consistency, and it is kept until the index has changed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .. import markers
from . import layouts
from .index_vectors import ChangingError, read_vectors
from .recalled_ids import TextIndex

if TYPE_CHECKING:
    import numpy as np

_ATTEMPTS = 4
_PAUSE_S = 0.005


@dataclass(frozen=True, slots=True)
class IndexView:
    """A consistent copy of one memory index.

    Attributes:
        documents: The host's documents by id; only those that have a row in the index.
        ids: The id of each row of ``vectors``, in the host's order.
        vectors: One vector of length 1 in each row (float32); None if they cannot be read.
        mean: The mean of ``vectors``, not normalised; None without vectors.
        texts: For finding documents by their text.
        embedder: The host's embedder of this index.
        rows: The row of each id.
        state: Stands for the state of the index that was copied; compared by identity.
    """

    documents: Mapping[str, Any]
    ids: tuple[str, ...]
    vectors: np.ndarray | None
    mean: np.ndarray | None
    texts: TextIndex
    embedder: Any
    rows: Mapping[str, int] = field(repr=False)
    state: object = field(default_factory=object, repr=False)

    @property
    def dimension(self) -> int | None:
        """Number of components of a vector; None without vectors."""
        return None if self.vectors is None else int(self.vectors.shape[1])

    def vector(self, identifier: str) -> np.ndarray | None:
        """Return a document's vector of length 1, or None."""
        row = self.rows.get(identifier)
        if row is None or self.vectors is None or not self.vectors[row].any():
            return None
        vector: np.ndarray = self.vectors[row]
        return vector

    def nearest(self, question: np.ndarray, limit: int) -> list[str]:
        """Return the ids of the documents nearest to a vector, best first; ties in index order.

        Args:
            question: The question's vector; it may be centred.
            limit: Maximum number of ids to return.
        """
        import numpy as np

        if self.vectors is None or not len(self.ids) or question.shape != self.vectors.shape[1:]:
            return []
        scores = self.vectors @ question
        count = min(limit, len(scores))
        least = np.partition(scores, -count)[-count]
        rows = np.flatnonzero(scores >= least)
        order = np.argsort(-scores[rows], kind="stable")[:count]
        return [self.ids[row] for row in rows[order]]

    def mean_of(self, identifiers: Iterable[str]) -> np.ndarray | None:
        """Return the mean of these documents' vectors, scaled to length 1; None without any."""
        import numpy as np

        found = [vector for i in identifiers if (vector := self.vector(i)) is not None]
        if not found:
            return None
        total = np.sum(found, axis=0)
        length = float(np.linalg.norm(total))
        return (total / length).astype(np.float32) if 0 < length < np.inf else None


@dataclass(frozen=True, slots=True)
class _Stamp:
    """What changes when the index does.

    It holds the objects themselves, so that a new object with the same address is noticed.
    """

    store: Any
    mapping: Any
    mapped: int
    total: int

    def is_same(self, other: _Stamp) -> bool:
        return (
            self.store is other.store
            and self.mapping is other.mapping
            and self.mapped == other.mapped
            and self.total == other.total
        )


class HostMemory:
    """The host's open memory indexes, each copied once and again when it has changed.

    Example:
        ::

            view = HostMemory().view("default")
            if view is not None and view.vectors is not None:
                view.nearest(view.vectors[0], limit=5)    # ids of documents, best first
    """

    def __init__(self) -> None:
        self._views: dict[str, tuple[_Stamp, IndexView]] = {}
        self._locks: dict[str, threading.Lock] = {}

    def is_still(self, subdir: str, state: object) -> bool:
        """Whether an index is as it was copied; microseconds, so the host's loop may call it.

        Args:
            subdir: The host's memory folder.
            state: ``IndexView.state`` of the copy; None if the host had not opened the index.
        """
        store = _open_index(subdir)
        if store is None or state is None:
            return store is None and state is None
        known = self._views.get(subdir)
        return known is not None and known[1].state is state and known[0].is_same(_stamp_of(store))

    def view(self, subdir: str) -> IndexView | None:
        """Return the copy of an index; None while the host has not opened it.

        Copying may take long, but it keeps nobody waiting who asks for another folder.

        Args:
            subdir: The host's memory folder: ``default`` or ``projects/<name>``.
        """
        store = _open_index(subdir)
        with self._locks.setdefault(subdir, threading.Lock()):
            if store is None:
                self._views.pop(subdir, None)
                return None
            stamp = _stamp_of(store)
            known = self._views.get(subdir)
            if known is not None and known[0].is_same(stamp):
                return known[1]
            fresh = _copy(store)
            if fresh is None:  # it changes too fast to be copied; the last copy is a moment old
                return known[1] if known is not None else None
            self._views[subdir] = fresh
            return fresh[1]

    def drop(self, subdir: str) -> None:
        """Let go of the copy of an index, for a folder that was deleted.

        Args:
            subdir: The host's memory folder.
        """
        self._views.pop(subdir, None)


class IndexWatch:
    """Notices that an index has changed, for one who asks again and again."""

    def __init__(self) -> None:
        self._seen: dict[str, _Stamp | None] = {}

    def has_changed(self, subdir: str) -> bool:
        """Whether an index may differ from when this was last called. Takes microseconds.

        Args:
            subdir: The host's memory folder.
        """
        store = _open_index(subdir)
        stamp = None if store is None else _stamp_of(store)
        before = self._seen.get(subdir)
        self._seen[subdir] = stamp
        return stamp is not None and (before is None or not stamp.is_same(before))


def _open_index(subdir: str) -> Any | None:
    """Return the host's index object of a memory folder; None if the host has not opened it."""
    memory = layouts.memory_module()
    return None if memory is None else memory.Memory.index.get(subdir)


def _stamp_of(store: Any) -> _Stamp:
    mapping = store.index_to_docstore_id
    return _Stamp(store, mapping, len(mapping), int(store.index.ntotal))


def _copy(store: Any) -> tuple[_Stamp, IndexView] | None:
    """Return a copy of an index; None if it changed during each attempt."""
    for attempt in range(_ATTEMPTS):
        if attempt:
            time.sleep(_PAUSE_S * attempt)
        stamp = _stamp_of(store)
        if stamp.mapped != stamp.total:
            continue
        mapping = dict(stamp.mapping)  # atomic under the interpreter's lock, as is the next line
        documents = dict(store.get_all_docs())
        try:
            vectors = _vectors(store, stamp.total)
        except ChangingError:
            continue
        if not _stamp_of(store).is_same(stamp) or len(mapping) != stamp.total:
            continue
        ids = tuple(mapping[row] for row in sorted(mapping))
        if set(ids) != set(documents):
            if attempt + 1 < _ATTEMPTS:
                continue
            # It stays so: a crash of the host left texts without a row, or rows without a text.
            ids, documents, vectors = _without_orphans(ids, documents, vectors)
        readable = {i: document for i, document in documents.items() if _is_readable(document)}
        if len(readable) < len(documents):
            ids, documents, vectors = _without_orphans(ids, readable, vectors)
        return stamp, _build(store, documents, ids, vectors)
    return None


def _is_readable(document: Any) -> bool:
    """Whether a document is one: the host makes no other, but reads whatever its file holds."""
    text, metadata = getattr(document, "page_content", None), getattr(document, "metadata", None)
    return isinstance(text, str) and isinstance(metadata, Mapping)


def _without_orphans(
    ids: Sequence[str], documents: Mapping[str, Any], vectors: np.ndarray | None
) -> tuple[tuple[str, ...], dict[str, Any], np.ndarray | None]:
    """Leave out the texts that no search of the host finds, and the rows that have no text."""
    rows = [row for row, identifier in enumerate(ids) if identifier in documents]
    kept = {ids[row]: documents[ids[row]] for row in rows}
    if vectors is not None:
        vectors = vectors[rows] if rows else None
    return tuple(ids[row] for row in rows), kept, vectors


def _build(
    store: Any, documents: Mapping[str, Any], ids: Sequence[str], vectors: np.ndarray | None
) -> IndexView:
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
    return IndexView(documents, tuple(ids), vectors, mean, texts, _embedder_of(store), rows)


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
