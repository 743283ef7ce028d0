"""Extraction of folders, scored against their ``facts.jsonl``, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import IngestError
from ...graph.desired import DesiredGraph
from ..beir import read_gold, read_questions
from .links import desired_graph, link_shares
from .score import FACTS, ExtractionScore, Score, read_facts, score_extraction, total

TWO_HOP = "two_hop"
"""The kind of a question that needs a memory which leads to the answer."""


@dataclass(frozen=True, slots=True)
class ExtractionReport:
    """The figures of a folder.

    Attributes:
        name: The folder's name.
        score: Its extraction against its ``facts.jsonl``.
        two_hop: Number of questions of the kind ``two_hop``.
        two_hop_linked: Number of these whose gold documents all share link entities in pairs.
    """

    name: str
    score: ExtractionScore
    two_hop: int
    two_hop_linked: int


def measure_extraction(folder: Path) -> ExtractionReport:
    """Extract a folder's graph and score it.

    Args:
        folder: In the BEIR layout, with a ``facts.jsonl``.

    Raises:
        IngestError: It cannot be read, or its facts are not of documents of its corpus, each once.
    """
    facts = read_facts(folder / FACTS)
    graph = desired_graph(folder)
    _require_documents(folder, graph, [document.id for document in facts])
    gold = read_gold(folder).passages
    asked = [
        gold[question.id]
        for question in read_questions(folder)
        if question.kind == TWO_HOP and question.id in gold
    ]
    linked = [link_shares(graph, [sorted(passages)]).gold_linked for passages in asked]
    return ExtractionReport(
        folder.name, score_extraction(graph, facts), len(linked), linked.count(1.0)
    )


def _require_documents(folder: Path, graph: DesiredGraph, named: Sequence[str]) -> None:
    known = {item.document.id for item in graph.documents.values()}
    for identifier, count in Counter(named).items():
        if identifier not in known:
            raise IngestError(
                f"{folder / FACTS} names {identifier[:60]!r}, which is no document of corpus.jsonl",
                "use ids of corpus.jsonl",
            )
        if count > 1:
            raise IngestError(
                f"{folder / FACTS} names {identifier[:60]!r} twice", "put it on one line"
            )


def pooled_extraction(reports: Sequence[ExtractionReport]) -> ExtractionReport:
    """Add up the figures of several folders."""
    scores = [report.score for report in reports]
    return ExtractionReport(
        "pooled",
        ExtractionScore(
            sum(score.documents for score in scores),
            total([score.entities for score in scores]),
            total([score.tokens for score in scores]),
            total([score.facts for score in scores]),
        ),
        sum(report.two_hop for report in reports),
        sum(report.two_hop_linked for report in reports),
    )


def as_json(report: ExtractionReport, *, show: bool = False) -> dict[str, Any]:
    """Return the figures; precision and recall are shares from 0 to 1.

    Args:
        report: The figures of a folder.
        show: Whether to list what is not gold, and what was not found.
    """
    return {
        "folder": report.name,
        "documents": report.score.documents,
        "entities": _score(report.score.entities, show=show),
        "tokens": _score(report.score.tokens),
        "facts": _score(report.score.facts, show=show),
        "two_hop": report.two_hop,
        "two_hop_linked": report.two_hop_linked,
    }


def _score(score: Score, *, show: bool = False) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "extracted": score.extracted,
        "right": score.right,
        "precision": score.precision,
        "gold": score.gold,
        "found": score.found,
        "recall": score.recall,
    }
    if show:
        figures["wrong"] = [{"document": document, "is": item} for document, item in score.wrong]
        figures["missed"] = [{"document": document, "is": item} for document, item in score.missed]
    return figures
