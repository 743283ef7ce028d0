"""Checks of a question set: all of it is read once, before a long measurement begins."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from ..errors import IngestError
from ..graph.ingest.beir import read_corpus
from ..graph.ingest.files import is_utf8, printable
from ..graph.ingest.report import BadLines, IngestReport
from .beir import ANSWERABLE, NONE, Gold, Question, question_of, read_gold, read_passages
from .fact_tables import FactNames, require_in_tables
from .json_lines import records


def check_folder(folder: Path) -> None:
    """Check that a folder can be measured.

    Args:
        folder: The folder.

    Raises:
        IngestError: It or a passage of it cannot be read or stored, an id occurs twice, its gold is
            of another corpus or another table, or no question has gold.
    """
    if not is_utf8(folder):
        raise IngestError(f"the name of {printable(folder)} is not UTF-8", "rename it")
    passages = [passage.id for passage in read_passages(folder)]
    questions = list(records(folder / "queries.jsonl", question_of))
    _refuse_repeated(folder / "corpus.jsonl", passages)
    _refuse_repeated(folder / "queries.jsonl", (question.id for question in questions))
    if passages:
        _require_storable(folder / "corpus.jsonl")
    gold = read_gold(folder)
    _require_known(folder, gold, set(passages))
    _require_kinds(folder, gold, questions)
    _refuse_evidence_of_others(folder, gold)
    require_in_tables(folder, frozenset[FactNames]().union(*gold.facts.values()))
    if gold.questions.isdisjoint(question.id for question in questions):
        raise IngestError(
            f"{folder} has no question with gold",
            "name the gold of queries.jsonl in qrels/test.tsv: question, passage and score, with "
            "tabs between them, below a header; facts of a table in metadata.facts",
        )


def _require_storable(corpus: Path) -> None:
    """Check that the graph can hold every passage: an ingest leaves out those that it cannot."""
    report = IngestReport()
    read_corpus(corpus, BadLines(report, strict=False))
    for bad in report.bad_line_examples:
        raise IngestError(str(bad), "fix the line, or remove it")


def _require_known(folder: Path, gold: Gold, known: Collection[str]) -> None:
    """Check that every passage that is gold or outdated is in the corpus."""
    for kind, file, of_questions in (
        ("gold", "qrels/test.tsv", gold.passages),
        ("an outdated passage", "metadata.stale", gold.stale),
    ):
        unknown = frozenset[str]().union(*of_questions.values()).difference(known)
        if unknown:
            raise IngestError(
                f"{folder} has {kind} that is not in its corpus.jsonl, such as {min(unknown)!r}",
                f"use ids of corpus.jsonl in {file}",
            )


def _require_kinds(folder: Path, gold: Gold, questions: Iterable[Question]) -> None:
    """Check that each question counts in the row of its kind, and only where it belongs."""
    for question in questions:
        if question.kind == ANSWERABLE:
            raise IngestError(
                f"{folder} has the question {question.id[:60]!r} of the kind {ANSWERABLE}, as the "
                "report calls all kinds together",
                "give it another kind",
            )
        if question.kind == NONE and question.id in gold.questions:
            raise IngestError(
                f"{folder} has gold of the question {question.id[:60]!r}, whose kind is {NONE}",
                "give it another kind, or no gold",
            )


def _refuse_evidence_of_others(folder: Path, gold: Gold) -> None:
    """Refuse evidence of a passage that is no gold of its question: gold may lack its evidence."""
    for question, passage in gold.evidence:
        if passage not in gold.passages.get(question, (passage,)):
            raise IngestError(
                f"{folder} has evidence of {passage[:60]!r} for the question {question[:60]!r}, "
                "whose gold it is not",
                "use the ids of qrels/test.tsv in evidence.jsonl",
            )


def _refuse_repeated(path: Path, ids: Iterable[str]) -> None:
    known: set[str] = set()
    for identifier in ids:
        if identifier in known:
            raise IngestError(
                f"{path} has the id {identifier[:60]!r} twice", "give each line an id of its own"
            )
        known.add(identifier)
