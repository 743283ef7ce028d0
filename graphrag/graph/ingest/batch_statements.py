"""The statements that write the batches of one file of records."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...model import graph_key
from ...scopes import passage_label
from ...text.embedded_text import embedded_text
from .. import schema
from ..cypher.documents import PRESENT_DOCUMENTS, UPSERT_PASSAGES
from ..cypher.entities import UPSERT_ALIASES
from ..cypher.facts import UPSERT_RELATIONS
from ..cypher.mentions import CREATE_MENTIONS, UPSERT_MENTIONS
from ..desired import desired_document
from ..records import MAX_ALIASES, FactRecord, Mention
from ..writing import rows
from ..writing.statements import Statement, merge_entities_statement
from .checked_vectors import checked_vectors
from .record_files.batches import Batch
from .record_files.lines import Place
from .units import Unit

if TYPE_CHECKING:
    import numpy as np

    from ...embedding.embedder import Embedder
    from ...store.writer import GraphWriter

REMEMBERED_ENTITIES = 300_000
"""How many entities are remembered as sent; bounds the client's memory."""

INPUT_VECTORS = "input"
"""The embedder's name if the input brings the vectors."""


@dataclass(frozen=True, slots=True)
class Written:
    """What is in the graph once a batch is written.

    Attributes:
        relations: Number of its mentions and facts.
        documents: Number of its documents.
        end: The place in the file at which it ends.
    """

    relations: int
    documents: int
    end: Place


@dataclass(frozen=True, slots=True)
class BatchWrite:
    """One batch, ready to be written.

    Attributes:
        statements: Its statements, for one transaction.
        brings: What they write.
    """

    statements: list[Statement]
    brings: Written


@dataclass(slots=True)
class _Found:
    """What a batch brings.

    Mentions are (document key, entity key); with a stated fact stand what supports it, and its day.
    """

    documents: dict[str, rows.Row] = field(default_factory=dict)
    entities: dict[str, rows.Row] = field(default_factory=dict)
    aliases: list[rows.Row] = field(default_factory=list)
    mentions: dict[tuple[str, str], None] = field(default_factory=dict)
    stated: list[tuple[str, FactRecord, int]] = field(default_factory=list)


class BatchStatements:
    """Turns the batches of one unit into statements, in the order of the file.

    Args:
        writer: The writer of the database, for what must be read first.
        unit: The unit.
        embedder: What makes vectors of documents that come without one; None for none.
        made: What the scope was made for when the ingest began.
    """

    def __init__(
        self,
        writer: GraphWriter,
        unit: Unit,
        embedder: Embedder | None,
        made: schema.ScopeSchema,
    ) -> None:
        self._writer = writer
        self._unit = unit
        self._embedder = embedder
        self._sent: set[int] = set()
        self._last_documents: set[str] = set()
        self._dimension = made.dimension
        self._was_empty = not made.documents

    def of(self, batch: Batch) -> BatchWrite:
        """Return the statements of the next batch."""
        unit, scope = self._unit, self._unit.scope
        # The batch before may not be committed yet.
        before = self._present(batch) | self._last_documents
        found = self._read(batch, before)
        self._last_documents = set(found.documents)
        result: list[Statement] = [unit.claim()]
        if found.documents:
            owner = {"scope": scope, "origin": "ingest", "unit": unit.name}
            passages = {"rows": list(found.documents.values()), "label": passage_label(scope)}
            result.append((UPSERT_PASSAGES, {**passages, **owner}))
        if found.entities:
            entities = list(found.entities.values())
            result.append(merge_entities_statement(scope, entities, renews=False))
        if found.aliases:
            result.append((UPSERT_ALIASES, {"scope": scope, "rows": found.aliases}))
        result += self._mention_statements(found.mentions, before, str(batch.end))
        for kind, relation_rows in rows.relation_rows(scope, found.stated).items():
            result.append((UPSERT_RELATIONS[kind], {"scope": scope, "rows": relation_rows}))
        result.append(unit.statement(progress=str(batch.end), complete=False))
        relations = len(found.mentions) + len(found.stated)
        return BatchWrite(result, Written(relations, len(found.documents), batch.end))

    def _read(self, batch: Batch, before: Set[str]) -> _Found:
        """Gather what a batch brings, given the documents that were there before."""
        scope, vectors, found = self._unit.scope, self._vectors(batch), _Found()
        for record in batch.records:
            support, day = self._unit.key, 0
            if record.document is not None:
                day = record.document.day or 0
                mentions = [Mention(entity.id) for entity in record.entities]
                item = desired_document(scope, record.document, mentions, record.facts)
                vector = vectors.get(item.key)
                mixed = bool(item.english) and vector is not None and vector is not record.vector
                found.documents[item.key] = rows.passage_row(item, vector, mixed)
            key = graph_key(scope, record.document_id) if record.document_id else ""
            if key in found.documents or key in before:
                support = key
                for entity in record.entities:
                    found.mentions[key, graph_key(scope, entity.id)] = None
            for entity in record.entities:
                if self._must_send(entity.id, entity.name, *entity.aliases, entity.description):
                    row = rows.entity_row(scope, entity)
                    first = found.entities.setdefault(row["key"], row)
                    if first is not row:
                        _merge(first, row)
                    found.aliases += rows.alias_rows(scope, entity)
            found.stated += [(support, fact, day) for fact in record.facts]
        return found

    def _mention_statements(
        self, mentions: Mapping[tuple[str, str], None], before: Set[str], progress: str
    ) -> list[Statement]:
        """Return the statements of mentions; those of new documents take the quick way."""
        unit, result = self._unit, list[Statement]()
        documents, created = rows.new_mention_rows(m for m in mentions if m[0] not in before)
        if created:
            parameters = {
                "scope": unit.scope,
                "unit": unit.key,
                "hash": unit.hash,
                "progress": progress,
                "documents": documents,
                "rows": created,
            }
            result.append((CREATE_MENTIONS, parameters))
        again = [
            {"document": document, "entity": entity, "count": 1, "start": None}
            for document, entity in mentions
            if document in before
        ]
        if again:
            result.append((UPSERT_MENTIONS, {"scope": unit.scope, "rows": again}))
        return result

    def _must_send(self, *parts: str) -> bool:
        """Whether an entity was not sent yet; sending one twice does no harm."""
        identity = hash(parts)
        if identity in self._sent:
            return False
        if len(self._sent) >= REMEMBERED_ENTITIES:
            self._sent.clear()
        self._sent.add(identity)
        return True

    def _present(self, batch: Batch) -> set[str]:
        """Return the keys of the documents of a batch that are in the graph."""
        keys = [
            graph_key(self._unit.scope, record.document_id)
            for record in batch.records
            if record.document_id
        ]
        if not keys:
            return set()
        return {row["key"] for row in self._writer.read(PRESENT_DOCUMENTS, {"keys": keys})}

    def _vectors(self, batch: Batch) -> dict[str, np.ndarray]:
        scope = self._unit.scope
        found: dict[str, np.ndarray] = {}
        missing = []
        for record in batch.records:
            if record.document is None:
                continue
            vector = record.vector
            if vector is not None and self._fits(len(vector)):
                found[graph_key(scope, record.document.id)] = vector
            elif self._embedder is not None:
                missing.append(record.document)
        if missing and self._embedder is not None:
            texts = [embedded_text(document.title, document.text) for document in missing]
            keys = [graph_key(scope, document.id) for document in missing]
            found.update(zip(keys, checked_vectors(self._embedder, texts), strict=True))
        return found

    def _fits(self, dimension: int) -> bool:
        """Whether a vector of the input is of the scope's dimension; the first vector sets it."""
        if self._dimension is None:
            schema.ensure(
                self._writer,
                self._unit.scope,
                dimension=dimension,
                embedder=INPUT_VECTORS,
                fill_first=self._was_empty,
            )
            self._dimension = dimension
        return dimension == self._dimension


def _merge(known: dict[str, Any], other: dict[str, Any]) -> None:
    more = [*known["aliases"], *other["aliases"], other["name"]]
    known["aliases"] = [alias for alias in dict.fromkeys(more) if alias != known["name"]]
    known["aliases"] = known["aliases"][:MAX_ALIASES]
    known["description"] = known["description"] or other["description"]
