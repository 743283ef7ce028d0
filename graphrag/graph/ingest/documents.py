"""Write the documents of one unit: extraction over all of them, vectors, differences only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import IngestError
from ...model import TOKEN_TYPE, UNFOLLOWED_TYPES
from ...text.embedded_text import embedded_text
from .. import schema
from ..build import build
from ..cypher.documents import LEAVE_SHARED, READ_VECTORS
from ..cypher.scopes import SET_DAYS, SET_MEAN
from ..cypher.vectors import (
    ENTITIES_WITHOUT_VECTORS,
    SET_ENTITY_VECTORS,
    VECTOR_OF_ANOTHER_INPUT,
)
from ..desired import DesiredGraph
from ..extraction import RuleExtractor
from ..mean_vector import stored_mean
from ..reconcile import reconcile
from ..records import SourceDocument
from ..revisions import may_change, with_outdated
from ..stored import Stored, read_stored
from .batch_statements import INPUT_VECTORS
from .checked_vectors import checked_vectors
from .meter import Meter, ProgressCallback
from .report import IngestReport
from .units import Unit, unit_state

if TYPE_CHECKING:
    import numpy as np

    from ...embedding.embedder import Embedder
    from ...store.writer import GraphWriter

TEXTS_PER_EMBEDDING = 64
NAMES_PER_EMBEDDING = 256


def write_documents(
    writer: GraphWriter,
    unit: Unit,
    documents: Sequence[SourceDocument],
    embedder: Embedder | None,
    report: IngestReport,
    *,
    analyzer: str = "english",
    progress: ProgressCallback | None = None,
) -> None:
    """Make the graph hold exactly a unit's documents, writing only what differs.

    Args:
        writer: The writer of the database.
        unit: The unit.
        documents: All of its documents.
        embedder: What makes their vectors; None for none.
        report: Where the counts go.
        analyzer: Full-text analyzer for a scope that is new.
        progress: Called with how far it is.
    """
    scope = unit.scope
    made_for = schema.ensure(
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
    if embedder is not None:
        check_embedder(writer, unit, made_for.embedder, embedder.name)
    made_by = embedder.name if embedder else state.embedder
    # The vectors of texts that stay are right if the same embedder made them.
    kept = not state.known or state.embedder == made_by
    if embedder is not None and made_for.embedder not in (INPUT_VECTORS, embedder.name):
        schema.change_embedder(writer, scope, embedder.dimension, embedder.name)
    begun = unit.statement(progress="", complete=False, embedder=made_by if kept else "")
    writer.transact([begun, (LEAVE_SHARED, {"scope": scope, "unit": unit.name})])
    desired = build(scope, documents, RuleExtractor(), origin="ingest", unit=unit.name)
    stored = read_stored(writer, scope, "ingest", unit.name)
    vectors = _vectors(desired, stored, embedder, progress, everything=not kept)
    desired = with_outdated(desired, {**_kept_vectors(writer, desired, vectors), **vectors})
    spoken = {key for key in vectors if desired.documents[key].english}
    desired = replace(desired, vectors=vectors, mixed=spoken)
    meter = Meter("documents", len(documents), progress)
    changes = reconcile(
        writer,
        desired,
        stored,
        rewrite_vectors=bool(vectors) and not kept,
        progress=lambda done, total: meter.at(done + len(documents) - total),
    )
    embed_entities(writer, scope, embedder, progress)
    finish_unit(writer, unit, made_by)
    report.documents_added += changes.added
    report.documents_changed += changes.changed
    report.documents_removed += changes.removed
    report.relations += sum(
        len(item.mentions) + len(item.facts)
        for key, item in desired.documents.items()
        if (old := stored.documents.get(key)) is None or old.extraction_hash != item.extraction_hash
    )


def check_embedder(writer: GraphWriter, unit: Unit, made_for: str, embedder: str) -> None:
    """Check that the vectors of an input can be compared with all others of its scope.

    Args:
        writer: The writer of the database.
        unit: The input.
        made_for: Name of what made the vectors of the scope; empty if it has none.
        embedder: Name of what makes those of the input.

    Raises:
        IngestError: These are two embedders, and the vectors are not only the input's.
    """
    if made_for in ("", INPUT_VECTORS, embedder):
        return
    if writer.read(VECTOR_OF_ANOTHER_INPUT, {"scope": unit.scope, "unit": unit.name}):
        raise IngestError(
            f"{unit.scope} has vectors of {made_for}, not of {embedder}",
            "use that --embedder or another --scope, or forget this one and ingest all of it again",
        )


def embed_entities(
    writer: GraphWriter,
    scope: str,
    embedder: Embedder | None,
    progress: ProgressCallback | None = None,
) -> None:
    """Embed the names that link documents, so that a question finds what it only describes.

    Args:
        writer: The writer of the database.
        scope: The scope.
        embedder: What makes the vectors; None for none.
        progress: Called with how far it is.
    """
    if embedder is None:
        return
    unlinked = [*UNFOLLOWED_TYPES, TOKEN_TYPE]
    wanted = {"scope": scope, "unlinked": unlinked, "limit": NAMES_PER_EMBEDDING}
    meter = Meter("names", 0, progress)
    done = 0
    while found := writer.read(ENTITIES_WITHOUT_VECTORS, wanted):
        if not done:
            schema.ensure_entity_vectors(writer, scope, embedder.dimension)
        vectors = embedder.embed([row["name"] for row in found])
        rows = [
            {"key": row["key"], "embedding": vector.tolist()}
            for row, vector in zip(found, vectors, strict=True)
        ]
        writer.write(SET_ENTITY_VECTORS, {"rows": rows})
        done += len(found)
        meter.at(done)


def finish_unit(writer: GraphWriter, unit: Unit, embedder: str = "") -> None:
    """Write what is known only at the end: the mean of the vectors, and that the unit is complete.

    Args:
        writer: The writer of the database.
        unit: The unit.
        embedder: Name of what made all of its vectors; empty if that is not known.
    """
    mean = stored_mean(writer, unit.scope)
    writer.transact(
        [
            unit.claim(),
            (SET_MEAN, {"scope": unit.scope, "mean": mean}),
            (SET_DAYS, {"scope": unit.scope}),
            unit.statement(progress="", complete=True, embedder=embedder),
        ],
        claims=True,
    )


def _vectors(
    desired: DesiredGraph,
    stored: Stored,
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
        or old.text_hash != item.document.text_hash
        or (item.english and not old.is_mixed)
        or not old.has_vector
    ]
    meter = Meter("vectors", len(keys), progress)
    vectors: dict[str, np.ndarray] = {}
    for start in range(0, len(keys), TEXTS_PER_EMBEDDING):
        part = keys[start : start + TEXTS_PER_EMBEDDING]
        documents = [desired.documents[key].document for key in part]
        texts = [embedded_text(document.title, document.text) for document in documents]
        vectors.update(zip(part, checked_vectors(embedder, texts), strict=True))
        meter.at(start + len(part))
    return vectors


def _kept_vectors(
    writer: GraphWriter, desired: DesiredGraph, new: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Return the stored vectors of memories that stay as they are."""
    import numpy as np

    kept = [key for key, item in desired.documents.items() if key not in new and may_change(item)]
    rows = writer.read(READ_VECTORS, {"keys": kept}) if kept else []
    return {row["key"]: np.asarray(row["vector"], np.float32) for row in rows}
