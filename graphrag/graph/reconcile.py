"""Bring what one owner has in the graph to what it should have there, writing only differences.

Documents are compared by two hashes (their own properties, and what hangs on them), entities and
containers by one. A changed document is replaced as a whole, in transactions of bounded size, each
of which leaves the graph consistent: interrupted anywhere, a second run ends in the same graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..model import graph_key
from ..scopes import name_label, passage_label
from . import rows
from .cypher import write as cypher
from .records import DesiredDocument, DesiredGraph

if TYPE_CHECKING:
    import numpy as np

    from ..store.writer import GraphWriter, WriteTemplate

ROWS_PER_TRANSACTION = 4000
"""Mentions and facts in one transaction, roughly; bounds the memory of server and client."""

DOCUMENTS_PER_TRANSACTION = 400
MEAN_SAMPLE = 5000
"""The mean is taken over so many documents, those with the smallest keys: hashes, so a fair
sample, and the same one whatever the order of writing."""

Statement = tuple["WriteTemplate", Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What is known of a stored document.

    Attributes:
        hash: Hash of its own properties.
        links: Hash of what hangs on it; None for containers.
        area: Its area.
        content: Hash of its text; None for containers.
        timestamp: When it was formed.
        edited: Whether a user changed it by hand.
        has_vector: Whether it has a vector.
    """

    hash: str | None
    links: str | None = None
    area: str = ""
    content: str | None = None
    timestamp: str | None = None
    edited: bool = False
    has_vector: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """What one owner has in the graph.

    Attributes:
        documents: By key; containers included.
        entities: Hash by key, of the whole scope; None where that is not known.
    """

    documents: Mapping[str, StoredDocument] = field(default_factory=dict)
    entities: Mapping[str, str | None] = field(default_factory=dict)


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


def read_stored(writer: GraphWriter, scope: str, origin: str, unit: str) -> Stored:
    """Read the hashes of what an owner has in the graph."""
    documents = writer.read(
        cypher.STORED_DOCUMENTS, {"scope": scope, "origin": origin, "unit": unit}
    )
    entities = writer.read(cypher.STORED_ENTITIES, {"scope": scope})
    return Stored(
        documents={
            row["key"]: StoredDocument(
                row["hash"],
                row["links"],
                row["area"],
                row["content"],
                row["timestamp"],
                bool(row["edited"]),
                row["has_vector"],
            )
            for row in documents
        },
        entities={row["key"]: row["hash"] for row in entities},
    )


def stored_from(desired: DesiredGraph) -> Stored:
    """Say what is stored once a desired graph has been written."""
    documents = {
        key: StoredDocument(
            item.hash,
            item.links,
            item.document.area,
            item.document.content,
            item.document.timestamp,
            item.edited,
            key in desired.vectors,
        )
        for key, item in desired.documents.items()
    }
    documents |= {
        key: StoredDocument(container.hash, area=container.area)
        for key, container in desired.containers.items()
    }
    entities = {
        graph_key(desired.scope, entity.id): entity.hash for entity in desired.entities.values()
    }
    return Stored(documents, entities)


def reconcile(
    writer: GraphWriter,
    desired: DesiredGraph,
    stored: Stored,
    *,
    last: Sequence[Statement] = (),
    rewrite_vectors: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Changes:
    """Write the differences between what is stored and what is desired.

    Args:
        writer: The way to the database.
        desired: What the owner wants to stand there.
        stored: What it has there.
        last: Statements for the last transaction, run with it if anything is written at all.
        rewrite_vectors: Write all vectors again (another embedder).
        progress: Called with (documents done, documents to do).

    Returns:
        What was done.
    """
    scope = desired.scope
    fresh = [key for key in desired.documents if key not in stored.documents]
    changed = [
        key
        for key, item in desired.documents.items()
        if (old := stored.documents.get(key)) is not None
        and (old.hash != item.hash or old.links != item.links)
    ]
    containers = [
        key
        for key, container in desired.containers.items()
        if (old := stored.documents.get(key)) is None or old.hash != container.hash
    ]
    gone = [
        key
        for key, old in stored.documents.items()
        if key not in desired.documents and key not in desired.containers and old.area != "unit"
    ]
    entities = [
        entity.id
        for entity in desired.entities.values()
        if stored.entities.get(graph_key(scope, entity.id)) != entity.hash
    ]
    # Those without a vector are what an interrupted change of the embedder left to do.
    vectors = [
        key
        for key, vector in desired.vectors.items()
        if (old := stored.documents.get(key)) is not None
        and (rewrite_vectors or (not old.has_vector and rows.has_direction(vector)))
    ]
    if not (fresh or changed or containers or gone or entities or vectors or rewrite_vectors):
        return Changes()

    plan = _Plan(writer, desired)
    todo = sorted(fresh) + sorted(changed)
    changed_set = set(changed)
    done = 0
    for chunk in _document_chunks([desired.documents[key] for key in todo]):
        plan.add(_document_statements(desired, chunk, changed_set), weight=_weight(chunk))
        done += len(chunk)
        if progress is not None:
            progress(done, len(todo))
    for part in _parts(sorted(set(vectors) - changed_set), DOCUMENTS_PER_TRANSACTION):
        vector_rows = [rows.vector_row(key, desired.vectors[key]) for key in part]
        plan.add([(cypher.SET_VECTORS, {"rows": vector_rows})], weight=len(part) * 10)
    mentioned = {m.entity for key in todo for m in desired.documents[key].mentions}
    for part in _parts(sorted(set(entities) - mentioned), ROWS_PER_TRANSACTION):
        plan.add(_entity_statements(desired, part), weight=len(part))
    for part in _parts(sorted(containers), DOCUMENTS_PER_TRANSACTION):
        container_rows = [rows.container_row(key, desired.containers[key]) for key in part]
        parameters = {"scope": scope, "origin": desired.origin, "unit": desired.unit}
        plan.add(
            [(cypher.UPSERT_CONTAINERS, {"rows": container_rows, **parameters})],
            weight=sum(len(row["members"]) for row in container_rows),
        )
    links = _link_rows(desired, todo, changed_set)
    for part in _parts(links, ROWS_PER_TRANSACTION):
        plan.add([(cypher.REPLACE_DOCUMENT_LINKS, {"scope": scope, "rows": part})], len(part))
    for part in _parts(sorted(gone), DOCUMENTS_PER_TRANSACTION):
        plan.add(removal_statements(scope, part), weight=len(part) * 10)
    plan.add([(cypher.SET_DAYS, {"scope": scope}), *last], weight=0)
    plan.flush(final=True)
    removed = sum(stored.documents[key].area not in cypher.CONTAINER_AREAS for key in gone)
    return Changes(len(fresh), len(changed), removed, plan.transactions)


def removal_statements(scope: str, keys: Sequence[str]) -> list[Statement]:
    """Give the statements that remove documents with all that only they support."""
    bare = [{"key": key, "facts": [], "entities": []} for key in keys]
    return [
        (cypher.DROP_SUPPORT, {"rows": bare}),
        (cypher.DROP_MENTIONS, {"scope": scope, "rows": bare}),
        (
            cypher.DELETE_DOCUMENTS,
            {"scope": scope, "keys": list(keys), "containers": list(cypher.CONTAINER_AREAS)},
        ),
    ]


def mean_vector(vectors: Mapping[str, np.ndarray]) -> list[float] | None:
    """Give the mean of a fair sample of unit vectors; None if there are none."""
    import numpy as np

    sample = sorted(vectors)[:MEAN_SAMPLE]
    if not sample:
        return None
    total = np.zeros(len(vectors[sample[0]]), dtype=np.float64)
    for key in sample:
        total += vectors[key]
    return (total / len(sample)).tolist()


def stored_mean(writer: GraphWriter, scope: str) -> list[float] | None:
    """Give the mean of a fair sample of the vectors that a scope has in the graph."""
    import numpy as np

    found = writer.read(cypher.SAMPLE_VECTORS, {"scope": scope, "limit": MEAN_SAMPLE})
    if not found:
        return None
    total = np.zeros(len(found[0]["embedding"]), dtype=np.float64)
    for row in found:
        total += np.asarray(row["embedding"])
    return (total / len(found)).tolist()


class _Plan:
    """Statements gathered into transactions of bounded size."""

    def __init__(self, writer: GraphWriter, desired: DesiredGraph) -> None:
        self._writer = writer
        self._scope = desired.scope
        self._keeps_digest = desired.origin == "memory"
        self._statements: list[Statement] = []
        self._weight = 0
        self.transactions = 0

    def add(self, statements: Iterable[Statement], weight: int) -> None:
        if self._statements and self._weight + weight > ROWS_PER_TRANSACTION:
            self.flush()
        self._statements += statements
        self._weight += weight

    def flush(self, *, final: bool = False) -> None:
        # All but a single transaction leave the scope marked as unfinished until the last one.
        dirty = self._keeps_digest and not final
        lock = (cypher.LOCK_SCOPE, {"scope": self._scope, "dirty": dirty})
        self._writer.transact([lock, *self._statements])
        self._statements, self._weight = [], 0
        self.transactions += 1


def _document_statements(
    desired: DesiredGraph, chunk: Sequence[DesiredDocument], changed: set[str]
) -> list[Statement]:
    scope = desired.scope
    statements: list[Statement] = []
    replaced = [
        {
            "key": item.key,
            "facts": [fact.id(scope) for fact in item.facts],
            "entities": [graph_key(scope, mention.entity) for mention in item.mentions],
        }
        for item in chunk
        if item.key in changed
    ]
    if replaced:
        statements.append((cypher.DROP_SUPPORT, {"rows": replaced}))
        statements.append((cypher.DROP_MENTIONS, {"scope": scope, "rows": replaced}))
    passages = [rows.passage_row(item, desired.vectors.get(item.key)) for item in chunk]
    owner = {"scope": scope, "origin": desired.origin, "unit": desired.unit}
    statements.append(
        (cypher.UPSERT_PASSAGES, {"rows": passages, "label": passage_label(scope), **owner})
    )
    mentioned = sorted({mention.entity for item in chunk for mention in item.mentions})
    statements += _entity_statements(desired, mentioned)
    mentions = [row for item in chunk for row in rows.mention_rows(scope, item)]
    if mentions:
        statements.append((cypher.UPSERT_MENTIONS, {"scope": scope, "rows": mentions}))
    stated = [(item.key, fact, item.document.day or 0) for item in chunk for fact in item.facts]
    for kind, relation_rows in rows.relation_rows(scope, stated).items():
        statements.append((cypher.UPSERT_RELATIONS[kind], {"scope": scope, "rows": relation_rows}))
    return statements


def _entity_statements(desired: DesiredGraph, ids: Sequence[str]) -> list[Statement]:
    scope = desired.scope
    if not ids:
        return []
    entities = [desired.entities[identifier] for identifier in ids]
    entity_rows = [rows.entity_row(scope, entity) | {"hash": entity.hash} for entity in entities]
    aliases = {entity.id: rows.alias_rows(scope, entity) for entity in entities}
    kept = [
        {"entity_id": identifier, "aliases": [row["key"] for row in of_entity]}
        for identifier, of_entity in aliases.items()
    ]
    alias_rows = [row for of_entity in aliases.values() for row in of_entity]
    statements: list[Statement] = [
        (
            cypher.UPSERT_ENTITIES,
            {"scope": scope, "rows": entity_rows, "label": name_label(scope)},
        ),
        (cypher.DROP_ALIASES, {"scope": scope, "rows": kept}),
    ]
    if alias_rows:
        statements.append((cypher.UPSERT_ALIASES, {"scope": scope, "rows": alias_rows}))
    return statements


def _link_rows(desired: DesiredGraph, keys: Iterable[str], changed: set[str]) -> list[rows.Row]:
    scope = desired.scope
    linked = []
    for key in keys:
        document = desired.documents[key].document
        if document.supersedes or document.amends or key in changed:
            linked.append(
                {
                    "key": key,
                    "supersedes": [graph_key(scope, old) for old in document.supersedes],
                    "amends": [graph_key(scope, old) for old in document.amends],
                }
            )
    return linked


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
    return sum(4 + len(item.mentions) + len(item.facts) for item in items)


def _parts(items: Sequence[Any], size: int) -> Iterable[list[Any]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
