"""Checks of a question set: all of it is read once, before a long measurement begins."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from ..errors import IngestError
from .beir import judgements, question_of, read_gold, read_passages
from .fact_tables import FactNames, require_in_tables
from .json_lines import records


def check_folder(folder: Path) -> None:
    """Check that a folder can be measured.

    Args:
        folder: The folder.

    Raises:
        IngestError: It cannot be read, an id occurs twice, its gold is of another corpus or
            another table, or no question has gold.
    """
    passages = [passage.id for passage in read_passages(folder)]
    questions = [question.id for question in records(folder / "queries.jsonl", question_of)]
    _refuse_repeated(folder / "corpus.jsonl", passages)
    _refuse_repeated(folder / "queries.jsonl", questions)
    check_gold(folder, set(passages))
    gold = read_gold(folder)
    require_in_tables(folder, frozenset[FactNames]().union(*gold.facts.values()))
    if gold.questions.isdisjoint(questions):
        raise IngestError(
            f"{folder} has no question with gold",
            "name the gold of queries.jsonl in qrels/test.tsv: question, passage and score, with "
            "tabs between them, below a header; facts of a table in metadata.facts",
        )


def check_gold(folder: Path, known: Collection[str]) -> None:
    """Check that every gold passage is in the corpus.

    Args:
        folder: The folder.
        known: The ids of the corpus.

    Raises:
        IngestError: One is not: no question could be answered with it.
    """
    unknown = {passage for _, passage in judgements(folder)}.difference(known)
    if unknown:
        raise IngestError(
            f"{folder} has gold that is not in its corpus.jsonl, such as {min(unknown)!r}",
            "use ids of corpus.jsonl in qrels/test.tsv",
        )


def _refuse_repeated(path: Path, ids: Iterable[str]) -> None:
    known: set[str] = set()
    for identifier in ids:
        if identifier in known:
            raise IngestError(
                f"{path} has the id {identifier[:60]!r} twice", "give each line an id of its own"
            )
        known.add(identifier)
