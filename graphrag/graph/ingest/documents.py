"""Write the documents of one unit: extraction over all of them, vectors, differences only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from ...model import UNFOLLOWED_TYPES
from ...text import embedded_text as embedding
from .. import reconcile as reconciling
from .. import schema
from ..build import build
from ..cypher import write as cypher
from ..extraction import Extraction, RuleExtractor
from ..records import DesiredGraph, EntityRecord, SourceDocument
from .report import IngestReport, Meter, ProgressCallback
from .units import Unit, unit_state

if TYPE_CHECKING:
    import numpy as np

    from ...store.writer import GraphWriter

EMBED_BATCH = 64
ENTITIES_AT_ONCE = 256


class Embedder(Protocol):
    """What turns texts into unit vectors."""

    name: str
    dimension: int

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Give one vector a text, shape (len(texts), dimension)."""
        ...


def embedded_text(document: SourceDocument) -> str:
    """Give the text that stands for a document before an embedder."""
    return embedding.embedded_text(document.title, document.text)


def write_documents(
    writer: GraphWriter,
    unit: Unit,
    documents: Sequence[SourceDocument],
    embedder: Embedder | None,
    report: IngestReport,
    *,
    analyzer: str = "english",
    progress: ProgressCallback | None = None,
    added: Mapping[str, tuple[Extraction, Mapping[str, EntityRecord]]] | None = None,
) -> None:
    """Bring a unit's documents into the graph, writing only what differs.

    Args:
        writer: The way to the database.
        unit: The unit.
        documents: All of its documents.
        embedder: What makes their vectors; None for none.
        report: Where the counts go.
        analyzer: Full-text analyzer for a scope that is new.
        progress: Told how far it is.
        added: Further extractions by document id, with their entities.
    """
    scope = unit.scope
    schema.ensure(
        writer,
        scope,
        dimension=embedder.dimension if embedder else None,
        embedder=embedder.name if embedder else "",
        analyzer=analyzer,
    )
    report.inputs += 1
    state = unit_state(writer, unit)
    if state.same and state.complete:
        report.unchanged_inputs += 1
        return
    writer.transact([unit.statement(progress="", complete=False)])
    desired = build(scope, documents, RuleExtractor(), origin="ingest", unit=unit.name, added=added)
    stored = reconciling.read_stored(writer, scope, "ingest", unit.name)
    # A unit that goes on has vectors for what is stored; with another content they may be others.
    vectors = _vectors(desired, stored, embedder, progress, everything=not state.same)
    desired = DesiredGraph(
        scope,
        "ingest",
        unit.name,
        desired.documents,
        desired.entities,
        desired.containers,
        vectors,
    )
    meter = Meter("documents", len(documents), progress)
    changes = reconciling.reconcile(
        writer,
        desired,
        stored,
        rewrite_vectors=bool(vectors) and not state.same and state.known,
        progress=lambda done, total: meter.at(done + len(documents) - total),
    )
    embed_entities(writer, scope, embedder, progress)
    finish_unit(writer, unit)
    report.documents_added += changes.added
    report.documents_changed += changes.changed
    report.documents_removed += changes.removed
    report.relations += sum(
        len(item.mentions) + len(item.facts)
        for key, item in desired.documents.items()
        if (old := stored.documents.get(key)) is None or old.links != item.links
    )


def embed_entities(
    writer: GraphWriter,
    scope: str,
    embedder: Embedder | None,
    progress: ProgressCallback | None = None,
) -> None:
    """Give vectors to the names that link documents, so that a question finds what it describes.

    Args:
        writer: The way to the database.
        scope: The scope.
        embedder: What makes the vectors; None for none.
        progress: Told how far it is.
    """
    if embedder is None:
        return
    unlinked = list(UNFOLLOWED_TYPES)
    wanted = {"scope": scope, "unlinked": unlinked, "limit": ENTITIES_AT_ONCE}
    meter = Meter("names", 0, progress)
    done = 0
    while found := writer.read(cypher.ENTITIES_WITHOUT_VECTORS, wanted):
        if not done:
            schema.ensure_entity_vectors(writer, scope, embedder.dimension)
        vectors = embedder.embed([row["name"] for row in found])
        rows = [
            {"key": row["key"], "embedding": vector.tolist()}
            for row, vector in zip(found, vectors, strict=True)
        ]
        writer.write(cypher.SET_ENTITY_VECTORS, {"rows": rows})
        done += len(found)
        meter.at(done)


def finish_unit(writer: GraphWriter, unit: Unit) -> None:
    """Write what is known only at the end: the mean of the vectors, and that all is there."""
    mean = reconciling.stored_mean(writer, unit.scope)
    writer.transact(
        [
            (cypher.LOCK_SCOPE, {"scope": unit.scope, "dirty": False}),
            (cypher.SET_MEAN, {"scope": unit.scope, "mean": mean}),
            (cypher.SET_DAYS, {"scope": unit.scope}),
            unit.statement(progress="", complete=True),
        ]
    )


def _vectors(
    desired: DesiredGraph,
    stored: reconciling.Stored,
    embedder: Embedder | None,
    progress: ProgressCallback | None,
    *,
    everything: bool,
) -> Mapping[str, np.ndarray]:
    if embedder is None:
        return {}
    keys = [
        key
        for key, item in desired.documents.items()
        if everything
        or (old := stored.documents.get(key)) is None
        or old.content != item.document.content
        or not old.has_vector
    ]
    meter = Meter("vectors", len(keys), progress)
    vectors: dict[str, np.ndarray] = {}
    for start in range(0, len(keys), EMBED_BATCH):
        part = keys[start : start + EMBED_BATCH]
        texts = [embedded_text(desired.documents[key].document) for key in part]
        vectors.update(zip(part, embedder.embed(texts), strict=True))
        meter.at(start + len(part))
    return vectors
