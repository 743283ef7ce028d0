"""Sync of one memory folder: one look at a snapshot of it, and the graph follows.

Every added, changed or deleted memory shows as a difference between the snapshot and the graph.
Only memories of the snapshot's own scope are touched. If nothing changed, one small query compares
a digest, and nothing is written.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ...model import graph_key
from .. import schema
from ..build import build
from ..cypher.documents import CONTAINER_AREAS
from ..cypher.scopes import READ_SCOPE, SET_DIGEST, SET_MEAN, TAKE_SCOPE
from ..desired import DesiredGraph
from ..extraction import RuleExtractor
from ..extraction.llm import LlmExtractor, WorkDone
from ..revisions.outdated import with_outdated
from ..writing.mean_vector import mean_vector
from ..writing.reconcile import Changes, claim_taken, reconcile
from ..writing.statements import Statement
from ..writing.stored import Stored, read_stored, stored_from
from .embedding_retry import EmbeddingRetry
from .held_deletion import SECOND_LOOK_S, HeldDeletion
from .memory_documents import MemoryReader
from .memory_snapshot import MemorySnapshot
from .memory_vectors import MemoryVectors

if TYPE_CHECKING:
    import numpy as np

    from ...store.writer import GraphWriter
    from ...text.names.name_list import NameList

_LOG = logging.getLogger(__name__)

MEMORY_UNIT = "memory"

MIXED = " mixed"
"""Part of the digest of memories whose vectors hold their English words."""

TEXT_BUDGET_S = 2.0
"""CPU seconds for the extraction from one memory; a usual one takes a few milliseconds."""

MAX_NAMED = 20
"""Maximum number of memories without extraction that the scope's node names."""


@dataclass(frozen=True, slots=True)
class SyncResult:
    """What one look did.

    Attributes:
        scope: The scope.
        changes: What was written.
        held: Number of documents whose deletion waits for a second look.
        compared: Whether more than the digest was compared.
    """

    scope: str
    changes: Changes = field(default_factory=Changes)
    held: int = 0
    compared: bool = False


class ScopeSync:
    """Sync of one folder: makes its scope match a snapshot; not for several threads at once.

    Args:
        scope: The scope.
        second_look_s: How long a large deletion waits for the look that confirms it, in seconds.
        clock: A monotonic clock in seconds.
        text_budget_s: CPU seconds for the extraction from one memory. One that takes longer is
            stored without mentions and facts, and named in ``ScopeStats.without_extraction``; so is
            one with which something fails.
        pause: Called between two memories and before each transaction; it may wait.

    Example:
        >>> memories = {"a1": MemoryText("Mara owns ledger-db.", {"timestamp": "2025-03-01"})}
        >>> snapshot = MemorySnapshot("my-agent/default", memories)
        >>> with GraphWriter(connection) as writer:
        ...     ScopeSync(snapshot.scope).look(writer, snapshot).changes.added
        1
    """

    def __init__(
        self,
        scope: str,
        *,
        second_look_s: float = SECOND_LOOK_S,
        clock: Callable[[], float] = time.monotonic,
        text_budget_s: float = TEXT_BUDGET_S,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        self._scope = scope
        self.llm: LlmExtractor | None = None
        """A model's extraction to add; None for the rules alone."""
        self._pause = pause
        self._reader = MemoryReader()
        self._extractor = RuleExtractor(
            text_budget_s=text_budget_s, pause=pause, on_failure=_note_failure
        )
        self._stored: Stored | None = None
        self._stored_digest = ""
        self._deletion = HeldDeletion(second_look_s, clock)
        self._retry = EmbeddingRetry(clock)

    def look(self, writer: GraphWriter, snapshot: MemorySnapshot) -> SyncResult:
        """Make the graph match a snapshot.

        Args:
            writer: The writer of the database.
            snapshot: The memory as it is now.

        Returns:
            What was done.

        Raises:
            GraphragError: The graph could not be written; the next look continues from there.
        """
        self._reader.read(snapshot)
        if not self._retry.may_embed:
            snapshot = replace(snapshot, embed=None)
        digest = self._reader.digest(snapshot.embedder, snapshot.dimension, snapshot.names.stamp)
        if snapshot.embed is not None:
            digest += MIXED
        if self.llm is not None:
            digest += f" {self.llm.stamp()}"
        rows = writer.read(READ_SCOPE, {"scope": self._scope})
        row = rows[0] if rows else None
        if row is not None and row["digest"] == digest:
            self._deletion.clear()
            return SyncResult(self._scope)
        if row is None and not snapshot.documents:
            return SyncResult(self._scope)
        return self._compare(writer, snapshot, digest, row)

    def _compare(
        self,
        writer: GraphWriter,
        snapshot: MemorySnapshot,
        digest: str,
        row: Mapping[str, object] | None,
    ) -> SyncResult:
        new_vectors = self._prepare(writer, snapshot, row)
        token = secrets.token_hex(8)
        taken = writer.write(TAKE_SCOPE, {"scope": self._scope, "token": token})
        stored = self._stored
        if stored is None or [row["digest"] for row in taken] != [self._stored_digest]:
            stored = read_stored(writer, self._scope, "memory", MEMORY_UNIT)
        vectors = MemoryVectors(snapshot)
        desired = self._desired(stored, vectors, snapshot, new_vectors)
        held = self._held(stored, desired)
        if held:
            stored = _without(stored, desired)
        last = [self._state(desired, held, digest)]
        if vectors:
            mean = mean_vector(vectors, vectors.own)
            last.append((SET_MEAN, {"scope": self._scope, "mean": mean}))
        self._stored = None
        changes = reconcile(
            writer,
            desired,
            stored,
            last=last,
            rewrite_vectors=new_vectors,
            token=token,
            pause=self._pause,
        )
        if not changes.any:
            # Only the digest differs: a new version, or a lost last transaction.
            writer.transact([claim_taken(self._scope, token), *last], claims=True)
        if self._retry.must_repeat(vectors):  # the first look that may embed again compares
            digest = digest.replace(MIXED, "")
            state = self._state(desired, held, digest)
            writer.transact([claim_taken(self._scope, token), state], claims=True)
        if not held:
            self._stored, self._stored_digest = stored_from(desired), digest
        return SyncResult(self._scope, changes, held, compared=True)

    def _prepare(
        self, writer: GraphWriter, snapshot: MemorySnapshot, row: Mapping[str, object] | None
    ) -> bool:
        """Make the schema ready; return whether all vectors must be written again."""
        dimension, embedder = snapshot.dimension, snapshot.embedder
        renewed = False
        if row is not None and dimension is not None and row["dimension"] is not None:
            renewed = (row["dimension"], row["embedder"] or "") != (dimension, embedder)
        if renewed and dimension is not None:
            # The host embedded its memory again; its vectors count.
            schema.change_dimension(writer, self._scope, dimension, embedder)
        schema.ensure(
            writer, self._scope, dimension=dimension, embedder=embedder, analyzer=snapshot.analyzer
        )
        had_none = row is not None and row["dimension"] is None and dimension is not None
        return renewed or had_none

    def _desired(
        self, stored: Stored, vectors: MemoryVectors, snapshot: MemorySnapshot, new_vectors: bool
    ) -> DesiredGraph:
        """Return the graph of a snapshot: what its texts say, what is outdated, mixed vectors."""
        built = self._built(stored, vectors, snapshot.names)
        own = {key: vectors.own(key) for key in vectors}
        desired = with_outdated(built, own, self._pause, _note_failure)
        if snapshot.embed is not None:
            vectors.mix(key for key, item in desired.documents.items() if item.english)
            return replace(desired, mixed=vectors.mixed)
        return desired if new_vectors else replace(desired, mixed=_still_mixed(desired, stored))

    def _held(self, stored: Stored, desired: DesiredGraph) -> int:
        """Return the number of documents whose deletion waits for a second look."""
        passages = {key for key, old in stored.documents.items() if old.area not in CONTAINER_AREAS}
        gone = passages - desired.documents.keys()
        waits = self._deletion.waits(gone, len(passages), empties=not desired.documents)
        return len(gone) if waits else 0

    def _state(self, desired: DesiredGraph, held: int, digest: str) -> Statement:
        """Return the statement that notes what was synced."""
        state = {
            "scope": self._scope,
            # While a deletion is held no digest is written, so each look compares.
            "digest": None if held else digest,
            "synced_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "held": held,
            "mixed": bool(desired.mixed) or None,
            "without_extraction": list(self._extractor.skipped[:MAX_NAMED]),
        }
        return SET_DIGEST, state

    def _built(
        self, stored: Stored, vectors: Mapping[str, np.ndarray], names: NameList
    ) -> DesiredGraph:
        documents = self._reader.documents()
        edited = set()
        for document in documents:
            old = stored.documents.get(graph_key(self._scope, document.id))
            if old is None or old.text_hash is None or document.fact_source != "conversation":
                continue
            by_hand = old.text_hash != document.text_hash and old.timestamp == document.timestamp
            if old.edited or by_hand:
                edited.add(document.id)
        return build(
            self._scope,
            documents,
            self._extractor,
            origin="memory",
            unit=MEMORY_UNIT,
            edited=edited,
            vectors=vectors,
            added=self.llm.known(documents) if self.llm is not None else None,
            listed=names,
        )

    def ask_model(self, stop: Callable[[], bool]) -> WorkDone:
        """Ask the model about memories that it was not asked about yet, within its budget.

        Args:
            stop: Called before each question; True ends the round.

        Returns:
            What the round brought; the next look writes it.
        """
        if self.llm is None:
            return WorkDone()
        return self.llm.work(self._reader.documents(), stop=stop)


def _note_failure(memory_id: str, error: Exception) -> None:
    """Note a fault of ours; one memory with which something fails must not keep out the others."""
    _LOG.warning("the memory %s is stored without what it names or changes: %r", memory_id, error)


def _still_mixed(desired: DesiredGraph, stored: Stored) -> frozenset[str]:
    """Return the keys of the documents that stay as they are, with mixed vectors."""
    return frozenset(
        key
        for key, item in desired.documents.items()
        if (old := stored.documents.get(key)) is not None
        and old.is_mixed
        and (old.hash, old.extraction_hash) == (item.hash, item.extraction_hash)
    )


def _without(stored: Stored, desired: DesiredGraph) -> Stored:
    """Return what is stored, without what would be deleted."""
    kept = {
        key: old
        for key, old in stored.documents.items()
        if key in desired.documents or key in desired.containers
    }
    return replace(stored, documents=kept)
