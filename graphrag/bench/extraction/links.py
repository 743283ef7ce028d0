"""Measures how well extraction links the documents of BEIR folders and of the sample memory.

It needs no database. If a folder has `triples.jsonl`, the result of another extraction of the same
passages, the entities of both are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from ...errors import IngestError
from ...graph.build import build
from ...graph.desired import DesiredGraph
from ...graph.extraction import RuleExtractor
from ...graph.ingest.beir import read_corpus
from ...graph.ingest.report import BadLines, IngestReport
from ...graph.records import SourceDocument
from ...model import TOKEN_TYPE, UNLINKED_TYPES
from ...ranking.links.entity_links import MAX_LINK_DF, MIN_LINK_DF
from ...sample.loader import sample_documents
from ...text.words import normalize_name
from ..beir import read_gold
from ..json_lines import records, strings

TRIPLES = "triples.jsonl"


@dataclass(frozen=True, slots=True)
class LinkShares:
    """How documents are linked.

    Attributes:
        documents: How many there are.
        linked: Share of them that share an entity of 2 to 60 documents with another; the user,
            days and files do not count.
        entities: Entities that link.
        largest_df: Documents of the entity in most of them, to see hubs.
        gold_pairs: Pairs of gold documents of one question.
        gold_linked: Share of these pairs that share such an entity.
        gold_within_two_hops: Share of these pairs with at most two steps between an entity of the
            one and an entity of the other.
    """

    documents: int
    linked: float
    entities: int
    largest_df: int
    gold_pairs: int
    gold_linked: float
    gold_within_two_hops: float


@dataclass(frozen=True, slots=True)
class EntityAgreement:
    """Extracted entities against those of another extraction.

    Attributes:
        documents: Documents compared.
        precision: Share of the extracted ones that the other has.
        recall: Share of the other's that were extracted.
    """

    documents: int
    precision: float
    recall: float


@dataclass(frozen=True, slots=True)
class LinkReport:
    """The figures of a folder or of the sample memory.

    Attributes:
        name: The folder's name.
        shares: How its documents are linked.
        agreement: Its entities against those of another extraction, where there is one.
    """

    name: str
    shares: LinkShares
    agreement: EntityAgreement | None = None


def measure_folder(folder: Path) -> LinkReport:
    """Extract a folder's graph and measure it.

    Args:
        folder: In the BEIR layout.

    Raises:
        IngestError: It cannot be read.
    """
    graph = desired_graph(folder)
    triples = folder / TRIPLES
    return LinkReport(
        folder.name,
        link_shares(graph, map(sorted, read_gold(folder).passages.values())),
        entity_agreement(graph, triples) if triples.is_file() else None,
    )


def measure_sample() -> LinkReport:
    """Measure the graph of the sample memory, which has no gold documents."""
    return LinkReport("sample memory", link_shares(_graph(sample_documents(), "sample")))


def desired_graph(folder: Path) -> DesiredGraph:
    """Extract the graph of a folder's corpus, without a database.

    Raises:
        IngestError: It cannot be read.
    """
    corpus = folder / "corpus.jsonl"
    if not corpus.is_file():
        raise IngestError(f"{folder} holds no corpus.jsonl", "use a folder in the BEIR layout")
    documents = read_corpus(corpus, BadLines(IngestReport(), strict=False))
    return _graph(documents, str(folder))


def _graph(documents: Sequence[SourceDocument], unit: str) -> DesiredGraph:
    return build("links", documents, RuleExtractor(), origin="ingest", unit=unit)


def link_shares(graph: DesiredGraph, gold: Iterable[Sequence[str]] = ()) -> LinkShares:
    """Measure how documents are linked.

    Args:
        graph: The graph of a corpus.
        gold: For each question the ids of its gold documents.
    """
    mentioned: dict[str, set[str]] = {}
    for item in graph.documents.values():
        for mention in item.mentions:
            if mention.entity_id.split(":", 1)[0] not in UNLINKED_TYPES:
                mentioned.setdefault(mention.entity_id, set()).add(item.document.id)
    links = {e: docs for e, docs in mentioned.items() if MIN_LINK_DF <= len(docs) <= MAX_LINK_DF}
    entities: dict[str, set[str]] = {}
    for entity, documents in links.items():
        for document in documents:
            entities.setdefault(document, set()).add(entity)
    pairs = [pair for of_question in gold for pair in combinations(sorted(set(of_question)), 2)]
    near = [_steps(pair[0], pair[1], entities, links) for pair in pairs]
    count = max(len(pairs), 1)
    total = len(graph.documents)
    return LinkShares(
        documents=total,
        linked=len(entities) / max(total, 1),
        entities=len(links),
        largest_df=max((len(documents) for documents in mentioned.values()), default=0),
        gold_pairs=len(pairs),
        gold_linked=sum(steps == 0 for steps in near) / count,
        gold_within_two_hops=sum(steps is not None for steps in near) / count,
    )


def entity_agreement(graph: DesiredGraph, triples: Path) -> EntityAgreement:
    """Compare a corpus' entities with those of a `triples.jsonl` (`doc_id`, `entities`).

    Both are compared by normalised name, document by document; numbers and dates of the other
    extraction count as well.

    Raises:
        IngestError: The file cannot be read.
    """
    own = {
        item.document.id: {
            name
            for kind, name in (mention.entity_id.split(":", 1) for mention in item.mentions)
            # A part of a name is no name that anybody gave, and the user has none here.
            if kind not in (TOKEN_TYPE, "user")
        }
        for item in graph.documents.values()
    }

    def read(row: Mapping[str, Any]) -> tuple[str, set[str]]:
        return str(row["doc_id"]), set(map(normalize_name, strings(row["entities"]))) - {""}

    found = expected = common = documents = 0
    for identifier, theirs in records(triples, read):
        ours = own.get(identifier)
        if ours is None:
            continue
        documents += 1
        found += len(ours)
        expected += len(theirs)
        common += len(ours & theirs)
    return EntityAgreement(documents, common / max(found, 1), common / max(expected, 1))


def _steps(
    start: str, end: str, entities: Mapping[str, set[str]], links: Mapping[str, set[str]]
) -> int | None:
    """Count the steps from an entity of one document to one of another; None if over two."""
    goal = entities.get(end, set())
    reached = set(entities.get(start, set()))
    for steps in range(3):
        if reached & goal:
            return steps
        documents = {document for entity in reached for document in links[entity]}
        reached |= {entity for document in documents for entity in entities[document]}
    return None
