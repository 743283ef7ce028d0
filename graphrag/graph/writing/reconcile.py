"""Bring what one owner has in the graph to what it should have there, writing only differences.

Documents are compared by two hashes (their own properties, and what hangs on them), entities and
containers by one. A changed document is replaced as a whole. Transactions are of bounded size, and
each leaves the graph consistent: after an interruption a second run ends in the same graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ...model import graph_key
from ..cypher.documents import CONTAINER_AREAS
from ..cypher.scopes import CLAIM_SCOPE, CLAIM_TAKEN, CLAIM_UNIT, SET_DAYS
from ..desired import DesiredDocument, DesiredGraph
from ..records import CHARACTERS_PER_ROW
from . import rows, statements
from .shared_documents import hand_over
from .statements import Statement
from .stored import Stored, StoredDocument

if TYPE_CHECKING:
    from ...store.writer import GraphWriter

ROWS_PER_TRANSACTION = 4000
"""Mentions, facts and pieces of text in one transaction, roughly; bounds the memory of server and
client."""

DOCUMENTS_PER_TRANSACTION = 400
_WEIGHT_OF_A_VECTOR = 10
"""Rows that one vector, or one removed document, counts as."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Changes:
    """What a reconciliation did.

    Attributes:
        added: Documents added.
        changed: Documents changed.
        removed: Documents removed.
        transactions: Writing transactions.
    """

    added: int = 0
    changed: int = 0
    removed: int = 0
    transactions: int = 0

    @property
    def any(self) -> bool:
        """Whether anything was written."""
        return self.transactions > 0


def reconcile(
    writer: GraphWriter,
    desired: DesiredGraph,
    stored: Stored,
    *,
    last: Sequence[Statement] = (),
    rewrite_vectors: bool = False,
    token: str = "",
    progress: Callable[[int, int], None] = lambda done, total: None,
    pause: Callable[[], None] = lambda: None,
) -> Changes:
    """Write the differences between what is stored and what is desired.

    Args:
        writer: The writer of the database.
        desired: What the owner should have.
        stored: What it has.
        last: Statements for the last transaction; left out if nothing else is written.
        rewrite_vectors: Whether to write all vectors again, because the embedder changed.
        token: With which a look of the sync has taken the scope.
        progress: Called with (documents done, documents to do).
        pause: Called before each transaction; it may wait.

    Returns:
        What was done.

    Raises:
        LostClaimError: The scope or the input was forgotten, or another look has taken the scope
            meanwhile.
        StoreError: The graph could not be written, and why.
    """
    found = _differences(desired, stored, rewrite_vectors)
    if not (found.any or rewrite_vectors):
        return Changes()
    transactions = _Transactions(writer, desired, token, pause)
    for own, weight in _writes(desired, found, progress):
        transactions.add(own, weight)
    lost = sorted(found.removed)
    if desired.origin == "ingest":
        lost = hand_over(writer, desired.scope, desired.unit, lost)
    for part in _parts(lost, DOCUMENTS_PER_TRANSACTION):
        removal = statements.removal_statements(desired.scope, part)
        transactions.add(removal, weight=len(part) * _WEIGHT_OF_A_VECTOR)
    transactions.add([(SET_DAYS, {"scope": desired.scope}), *last], weight=0)
    transactions.flush(final=True)
    removed = sum(stored.documents[key].area not in CONTAINER_AREAS for key in lost)
    return Changes(len(found.added), len(found.changed), removed, transactions.count)


def claim_taken(scope: str, token: str, *, dirty: bool = False) -> Statement:
    """Return the first statement of a transaction of the sync; no row if it may not write.

    Args:
        scope: The scope.
        token: With which the look has taken the scope.
        dirty: Whether further transactions of the look follow.
    """
    return CLAIM_TAKEN, {"scope": scope, "token": token, "dirty": dirty}


@dataclass(frozen=True, slots=True)
class _Differences:
    """Keys of what differs; ids of entities."""

    added: list[str]
    changed: list[str]
    removed: list[str]
    containers: list[str]
    entities: list[str]
    vectors: list[str]

    @property
    def any(self) -> bool:
        return bool(
            self.added
            or self.changed
            or self.removed
            or self.containers
            or self.entities
            or self.vectors
        )


def _differences(desired: DesiredGraph, stored: Stored, rewrite_vectors: bool) -> _Differences:
    known, wanted, containers = stored.documents, desired.documents, desired.containers
    vectors = [key for key in desired.vectors if key in known]
    return _Differences(
        added=[key for key in wanted if key not in known],
        changed=[key for key in wanted if key in known and _has_changed(wanted[key], known[key])],
        removed=[
            key
            for key, old in known.items()
            if key not in wanted and key not in containers and old.area != "unit"
        ],
        containers=[
            key
            for key, container in containers.items()
            if key not in known or known[key].hash != container.hash
        ],
        entities=[
            entity.id
            for entity in desired.entities.values()
            if stored.entities.get(graph_key(desired.scope, entity.id)) != entity.hash
        ],
        vectors=[
            key for key in vectors if rewrite_vectors or _lacks_vector(desired, key, known[key])
        ],
    )


def _has_changed(item: DesiredDocument, old: StoredDocument) -> bool:
    return old.hash != item.hash or old.extraction_hash != item.extraction_hash


def _lacks_vector(desired: DesiredGraph, key: str, old: StoredDocument) -> bool:
    """Whether a document has no vector, or one without its English words.

    An interrupted change of the embedder leaves documents without one.
    """
    if key in desired.mixed and not old.is_mixed:
        return True
    return not old.has_vector and rows.has_direction(desired.vectors[key])


def _writes(
    desired: DesiredGraph, found: _Differences, progress: Callable[[int, int], None]
) -> Iterator[tuple[list[Statement], int]]:
    """Return the statements that write what was added or changed, each group with its weight."""
    changed = set(found.changed)
    written = sorted(found.added) + sorted(changed)
    done = 0
    for chunk in _document_chunks([desired.documents[key] for key in written]):
        yield statements.document_statements(desired, chunk, changed), _weight(chunk)
        done += len(chunk)
        progress(done, len(written))
    for part in _parts(sorted(set(found.vectors) - changed), DOCUMENTS_PER_TRANSACTION):
        yield [statements.vector_statement(desired, part)], len(part) * _WEIGHT_OF_A_VECTOR
    mentioned = {m.entity_id for key in written for m in desired.documents[key].mentions}
    for part in _parts(sorted(set(found.entities) - mentioned), ROWS_PER_TRANSACTION):
        yield statements.entity_statements(desired, part), len(part)
    for part in _parts(sorted(found.containers), DOCUMENTS_PER_TRANSACTION):
        members = sum(len(desired.containers[key].members) for key in part)
        yield [statements.container_statement(desired, part)], members
    revised = [key for key in written if key in changed or _replaces(desired.documents[key])]
    for part in _parts(revised, ROWS_PER_TRANSACTION):
        yield [statements.revision_statement(desired, part)], len(part)


class _Transactions:
    """Gathers statements into transactions of bounded size, and runs them."""

    def __init__(
        self, writer: GraphWriter, desired: DesiredGraph, token: str, pause: Callable[[], None]
    ) -> None:
        self._writer = writer
        self._pause = pause
        self._scope = desired.scope
        self._unit = desired.unit if desired.origin == "ingest" else ""
        self._token = token
        self._waiting: list[Statement] = []
        self._weight = 0
        self.count = 0

    def add(self, more: Iterable[Statement], weight: int) -> None:
        if self._waiting and self._weight + weight > ROWS_PER_TRANSACTION:
            self.flush()
        self._waiting += more
        self._weight += weight

    def flush(self, *, final: bool = False) -> None:
        claim: Statement = (CLAIM_SCOPE, {"scope": self._scope, "dirty": False})
        if self._token:
            # Every transaction but the last leaves the scope marked as unfinished.
            claim = claim_taken(self._scope, self._token, dirty=not final)
        elif self._unit:
            key = graph_key(self._scope, f"unit:{self._unit}")
            claim = CLAIM_UNIT, {"scope": self._scope, "unit": key}
        self._pause()
        self._writer.transact([claim, *self._waiting], claims=True)
        self._waiting, self._weight = [], 0
        self.count += 1


def _replaces(item: DesiredDocument) -> bool:
    document = item.document
    return bool(document.supersedes or document.amends or document.outdates)


def _document_chunks(items: Sequence[DesiredDocument]) -> Iterable[list[DesiredDocument]]:
    chunk: list[DesiredDocument] = []
    weight = 0
    for item in items:
        own = _weight([item])
        if chunk and (
            len(chunk) >= DOCUMENTS_PER_TRANSACTION or weight + own > ROWS_PER_TRANSACTION
        ):
            yield chunk
            chunk, weight = [], 0
        chunk.append(item)
        weight += own
    if chunk:
        yield chunk


def _weight(items: Iterable[DesiredDocument]) -> int:
    return sum(
        4 + len(item.mentions) + len(item.facts) + len(item.document.text) // CHARACTERS_PER_ROW
        for item in items
    )


def _parts(items: Sequence[Item], size: int) -> Iterable[list[Item]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
