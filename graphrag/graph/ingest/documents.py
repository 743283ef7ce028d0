"""Write the documents of one unit: extraction over all of them, vectors, differences only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
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
from ..records import SourceDocument
from ..revisions.outdated import may_change, with_outdated
from ..writing.mean_vector import stored_mean
from ..writing.reconcile import reconcile
from ..writing.stored import Stored, read_stored
from .batch_statements import INPUT_VECTORS
from .checked_vectors import checked_vectors, plain_vectors
from .job import IngestJob
from .meter import Meter
from .units import Unit, unit_state

if TYPE_CHECKING:
    import numpy as np

    from ...store.writer import GraphWriter

TEXTS_PER_EMBEDDING = 64
NAMES_PER_EMBEDDING = 256
"""How many texts, and how many names, are embedded at once."""


def write_documents(
    job: IngestJob, unit: Unit, documents: Sequence[SourceDocument], *, complete: bool = True
) -> None:
    """Make the graph hold exactly a unit's documents, writing only what differs.

    Args:
        job: The ingest.
        unit: The unit.
        documents: All of its documents.
        complete: Whether that is all that its content can give.
    """
    writer, scope, report = job.writer, job.scope, job.report
    made_for = ensure_schema(job)
    report.inputs += 1
    state = unit_state(writer, unit)
    if state.same and state.complete:
        report.unchanged_inputs += 1
        return
    check_embedder(job, unit, made_for.embedder)
    made_by = job.embedder_name if job.embedder else state.embedder
    # The vectors of texts that stay are right if the same embedder made them.
    kept = not state.known or state.embedder == made_by
    use_embedder(job, made_for.embedder)
    begun = unit.statement(progress="", complete=False, embedder=made_by if kept else "")
    writer.transact([begun, (LEAVE_SHARED, {"scope": scope, "unit": unit.name})])
    desired = build(scope, documents, _extractor(job, documents), origin="ingest", unit=unit.name)
    stored = read_stored(writer, scope, "ingest", unit.name)
    vectors = _vectors(job, desired, stored, everything=not kept)
    desired = with_outdated(desired, {**_kept_vectors(writer, desired, vectors), **vectors})
    spoken = {key for key in vectors if desired.documents[key].english}
    desired = replace(desired, vectors=vectors, mixed=spoken)
    meter = Meter("documents", len(documents), job.progress)
    changes = reconcile(
        writer,
        desired,
        stored,
        rewrite_vectors=bool(vectors) and not kept,
        progress=lambda done, total: meter.at(done + len(documents) - total),
    )
    embed_entities(job)
    finish_unit(writer, unit, made_by, complete=complete)
    report.documents_added += changes.added
    report.documents_changed += changes.changed
    report.documents_removed += changes.removed
    report.relations += sum(
        len(item.mentions) + len(item.facts)
        for key, item in desired.documents.items()
        if (old := stored.documents.get(key)) is None or old.extraction_hash != item.extraction_hash
    )


def ensure_schema(job: IngestJob, *, fill_first: bool = False) -> schema.ScopeSchema:
    """Create what the scope lacks, and return what it is made for.

    Args:
        job: The ingest.
        fill_first: Whether the indexes of an empty scope are left for later.
    """
    return schema.ensure(
        job.writer,
        job.scope,
        dimension=job.embedder.dimension if job.embedder else None,
        embedder=job.embedder_name,
        analyzer=job.analyzer,
        fill_first=fill_first,
    )


def check_embedder(job: IngestJob, unit: Unit, made_for: str) -> None:
    """Check that the vectors of an input can be compared with all others of its scope.

    Args:
        job: The ingest.
        unit: The input.
        made_for: Name of what made the vectors of the scope; empty if it has none.

    Raises:
        IngestError: Another embedder makes those of the input, and the scope has not only its own.
    """
    if job.embedder is None or made_for in ("", INPUT_VECTORS, job.embedder_name):
        return
    if job.writer.read(VECTOR_OF_ANOTHER_INPUT, {"scope": unit.scope, "unit": unit.name}):
        raise IngestError(
            f"{unit.scope} has vectors of {made_for}, not of {job.embedder_name}",
            "use that --embedder or another --scope, or forget this one and ingest all of it again",
        )


def use_embedder(job: IngestJob, made_for: str) -> None:
    """Note the embedder of the scope's vectors, if it has changed.

    Args:
        job: The ingest.
        made_for: Name of what made the vectors of the scope; empty if it has none.
    """
    embedder = job.embedder
    if embedder is not None and made_for not in (INPUT_VECTORS, embedder.name):
        schema.change_embedder(job.writer, job.scope, embedder.dimension, embedder.name)


def embed_entities(job: IngestJob) -> None:
    """Embed the names that link documents, so that a question finds what it only describes."""
    writer, scope, embedder = job.writer, job.scope, job.embedder
    if embedder is None:
        return
    unlinked = [*UNFOLLOWED_TYPES, TOKEN_TYPE]
    wanted = {"scope": scope, "unlinked": unlinked, "limit": NAMES_PER_EMBEDDING}
    meter = Meter("names", 0, job.progress)
    done = 0
    while found := writer.read(ENTITIES_WITHOUT_VECTORS, wanted):
        if not done:
            schema.ensure_entity_vectors(writer, scope, embedder.dimension)
        vectors = plain_vectors(embedder, [row["name"] for row in found])
        rows = [
            {"key": row["key"], "embedding": vector.tolist()}
            for row, vector in zip(found, vectors, strict=True)
        ]
        writer.write(SET_ENTITY_VECTORS, {"rows": rows})
        done += len(found)
        meter.at(done)


def finish_unit(
    writer: GraphWriter, unit: Unit, embedder: str = "", *, complete: bool = True
) -> None:
    """Write what is known only at the end: the mean of the vectors, and if the unit is complete.

    Args:
        writer: The writer of the database.
        unit: The unit.
        embedder: Name of what made all of its vectors; empty if that is not known.
        complete: Whether it needs to be read again only if it changes.
    """
    mean = stored_mean(writer, unit.scope)
    writer.transact(
        [
            unit.claim(),
            (SET_MEAN, {"scope": unit.scope, "mean": mean}),
            (SET_DAYS, {"scope": unit.scope}),
            unit.statement(progress="", complete=complete, embedder=embedder),
        ],
        claims=True,
    )


def _extractor(job: IngestJob, documents: Sequence[SourceDocument]) -> RuleExtractor:
    """Return an extractor that reports how far it is; it pauses three times for each document."""
    meter, pauses = Meter("documents read", len(documents), job.progress), count(1)
    return RuleExtractor(pause=lambda: meter.at(next(pauses) // 3))


def _vectors(
    job: IngestJob, desired: DesiredGraph, stored: Stored, *, everything: bool
) -> Mapping[str, np.ndarray]:
    if job.embedder is None:
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
    meter = Meter("vectors", len(keys), job.progress)
    vectors: dict[str, np.ndarray] = {}
    for start in range(0, len(keys), TEXTS_PER_EMBEDDING):
        part = keys[start : start + TEXTS_PER_EMBEDDING]
        documents = [desired.documents[key].document for key in part]
        texts = [embedded_text(document.title, document.text) for document in documents]
        vectors.update(zip(part, checked_vectors(job.embedder, texts), strict=True))
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
