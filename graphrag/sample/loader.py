"""Load the sample memory: its documents as any ingest does, and its hand-written relations."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..graph.ingest.documents import write_documents
from ..graph.ingest.meter import ProgressCallback
from ..graph.ingest.report import IngestReport
from ..graph.ingest.units import Unit, content_hash
from ..graph.records import (
    EntityRecord,
    Extraction,
    FactRecord,
    Mention,
    SourceDocument,
    make_entity_id,
)
from ..graph.timestamps import parse_timestamp
from ..model import USER_ID

if TYPE_CHECKING:
    from ..embedding.embedder import Embedder
    from ..store.writer import GraphWriter

SAMPLE_QUESTION = "Paylane answers every call with a handshake error again. Who can I wake up?"
"""A question whose answer is two hops from every memory that shares a word with it."""

SAMPLE_ANSWER = "0700-553 118"
"""The answer, which only the graph can bring into the prompt."""

SAMPLE_UNIT = "sample"
_CONFIDENCE = 0.9

_Added = dict[str, tuple[Extraction, dict[str, EntityRecord]]]


def sample_folder() -> Path:
    """Return the folder with `memories.jsonl` and `relations.jsonl`."""
    return Path(str(resources.files(__package__)))


def load_sample(
    writer: GraphWriter,
    scope: str,
    embedder: Embedder | None = None,
    *,
    progress: ProgressCallback | None = None,
) -> IngestReport:
    """Load the sample memory into a scope; a second call changes nothing.

    Args:
        writer: The writer of the database.
        scope: The scope.
        embedder: What makes the vectors; None for none.
        progress: Called with how far it is.

    Returns:
        What was done.
    """
    folder = sample_folder()
    report = IngestReport()
    unit = Unit(
        scope,
        SAMPLE_UNIT,
        "sample memory",
        content_hash(
            [folder / "memories.jsonl", folder / "relations.jsonl"],
            extra=embedder.name if embedder else "",
        ),
    )
    documents = sample_documents()
    write_documents(
        writer,
        unit,
        documents,
        embedder,
        report,
        progress=progress,
        added=sample_relations(documents),
    )
    return report


def sample_documents() -> list[SourceDocument]:
    """Read the memories of the sample."""
    documents = []
    for record in _records("memories.jsonl"):
        moment = parse_timestamp(record["timestamp"])
        documents.append(
            SourceDocument(
                id=record["id"],
                text=record["text"],
                area=record["area"],
                timestamp=record["timestamp"],
                day=moment.day if moment else None,
                minute=moment.minute if moment else None,
            )
        )
    return documents


def sample_relations(documents: list[SourceDocument]) -> _Added:
    """Read the hand-written relations, as extractions of their memories.

    Args:
        documents: The memories of the sample.

    Returns:
        Extractions with their entities, by the memory's id.
    """
    texts = {document.id: document.text for document in documents}
    mentions: dict[str, dict[str, Mention]] = {}
    facts: dict[str, list[FactRecord]] = {}
    entities: dict[str, dict[str, EntityRecord]] = {}
    for record in _records("relations.jsonl"):
        memory = record["memory"]
        ends = []
        for end in ("subject", "object"):
            name, kind = record[end], record[f"{end}_type"]
            identifier = USER_ID if kind == "user" else make_entity_id(name, kind)
            ends.append(identifier)
            entities.setdefault(memory, {})[identifier] = EntityRecord(identifier, name, kind)
            start = texts[memory].lower().find(name.lower())
            mentions.setdefault(memory, {})[identifier] = Mention(identifier, 1, start)
        facts.setdefault(memory, []).append(
            FactRecord(
                subject=ends[0],
                relation=record["relation"],
                predicate=record["predicate"],
                object=ends[1],
                confidence=_CONFIDENCE,
                weight=float(record["weight"]),
                end=len(texts[memory]),
            )
        )
    return {
        memory: (
            Extraction(tuple(mentions[memory].values()), tuple(of_memory)),
            entities[memory],
        )
        for memory, of_memory in facts.items()
    }


def _records(name: str) -> list[dict[str, Any]]:
    lines = (sample_folder() / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
