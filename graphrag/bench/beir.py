"""Question sets in the BEIR layout, as the benchmark reads them.

``corpus.jsonl`` (``_id``, ``title``, ``text``), ``queries.jsonl`` (``_id``, ``text``, and in
``metadata`` the ``answers``, the ``kind``, the ``stale`` passages that say what held before, and
the ``facts`` of a table that answer), ``qrels/test.tsv``, and optionally ``evidence.jsonl``: for a
question and a gold passage, the alternatives of strings that must be shown for it to count.

A folder with a table (``fact_tables``) needs neither ``corpus.jsonl`` nor ``qrels/test.tsv``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import IngestError
from .fact_tables import FactNames, tables_of, written_fact
from .json_lines import records, strings, unreadable

NONE = "none"
"""The kind of a question that no memory helps with: it has no gold."""

ANSWERABLE = "answerable"
"""What a report calls all questions that have gold; no kind has this name."""

Alternatives = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class CorpusPassage:
    """A passage of the corpus.

    Attributes:
        id: Its id.
        title: Its title; may be empty.
        text: Its text.
        timestamp: When it was written, in any form that ingest reads; may be empty.
        area: The area of the host's memory that it is in; may be empty.
    """

    id: str
    title: str
    text: str
    timestamp: str = ""
    area: str = ""

    @property
    def whole_text(self) -> str:
        """Its title and its text, as recall places them in a prompt."""
        return f"{self.title} {self.text}".strip()


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the set; its gold is kept apart, in ``Gold``.

    Attributes:
        id: Its id.
        text: Its text.
        kind: Its kind, where the set names one: ``metadata.kind``, or ``metadata.category``.
    """

    id: str
    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold of a question set: read only after all questions were asked.

    Attributes:
        passages: Ids of the gold passages by question.
        evidence: By question and passage, the alternatives of strings that must be shown.
        answers: By question, the spellings of the answer.
        stale: By question, ids of passages that say what held before; only where there are some.
        facts: By question, the facts of a table that answer; only where there are some.
    """

    passages: Mapping[str, frozenset[str]]
    evidence: Mapping[tuple[str, str], Alternatives] = field(default_factory=dict)
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stale: Mapping[str, frozenset[str]] = field(default_factory=dict)
    facts: Mapping[str, frozenset[FactNames]] = field(default_factory=dict)

    @property
    def questions(self) -> Set[str]:
        """The questions that have gold: passages or facts."""
        return self.passages.keys() | self.facts.keys()


def read_passages(folder: Path) -> tuple[CorpusPassage, ...]:
    """Read the passages of a folder, in file order."""

    def passage(row: Mapping[str, Any]) -> CorpusPassage:
        metadata = row.get("metadata") or {}
        return CorpusPassage(
            id=str(row["_id"]),
            title=_text(row.get("title") or ""),
            text=_text(row.get("text") or ""),
            timestamp=str(metadata.get("timestamp") or ""),
            area=str(metadata.get("area") or ""),
        )

    corpus = folder / "corpus.jsonl"
    return () if _is_left_out(corpus, folder) else tuple(records(corpus, passage))


def read_questions(folder: Path) -> tuple[Question, ...]:
    """Read the questions that have gold, and those of the kind ``none``, in file order.

    Other questions without gold are left out: they belong to another part of the set.
    """
    judged = read_gold(folder).questions
    return tuple(
        asked
        for asked in records(folder / "queries.jsonl", question_of)
        if asked.id in judged or asked.kind == NONE
    )


def read_gold(folder: Path) -> Gold:
    """Read the gold of a folder."""
    passages: dict[str, set[str]] = {}
    for question, passage in _judgements(folder):
        passages.setdefault(question, set()).add(passage)
    evidence: dict[tuple[str, str], Alternatives] = {}
    if (folder / "evidence.jsonl").exists():
        evidence.update(records(folder / "evidence.jsonl", _evidence))

    answers: dict[str, tuple[str, ...]] = {}
    stale: dict[str, frozenset[str]] = {}
    facts: dict[str, frozenset[FactNames]] = {}

    def read_metadata(row: Mapping[str, Any]) -> None:
        question, metadata = str(row["_id"]), row.get("metadata") or {}
        answers[question] = strings(metadata.get("answers"))
        if before := strings(metadata.get("stale")):
            stale[question] = frozenset(before)
        if wanted := metadata.get("facts"):
            facts[question] = frozenset(map(written_fact, wanted))

    for _ in records(folder / "queries.jsonl", read_metadata):
        pass
    right = {key: frozenset(value) for key, value in passages.items()}
    return Gold(right, evidence, answers, stale, facts)


def question_of(row: Mapping[str, Any]) -> Question:
    """Return the question that a line of ``queries.jsonl`` holds."""
    text = _text(row["text"])
    if not text.strip():
        raise ValueError("the question is empty")
    return Question(str(row["_id"]), text, _kind(row.get("metadata") or {}))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{str(value)[:60]!r} is no text")
    return value


def _kind(metadata: Mapping[str, Any]) -> str:
    named = (metadata.get(key) for key in ("kind", "category"))
    return next((str(value) for value in named if value not in (None, "")), "")


def _judgements(folder: Path) -> Iterator[tuple[str, str]]:
    path = folder / "qrels" / "test.tsv"
    if _is_left_out(path, folder):
        return
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None
    for number, line in enumerate(lines, start=1):
        question, passage, written, *_ = [*line.split("\t"), "", "", ""]
        score = _number(written)
        if score is None and number > 1 and line.strip():
            raise IngestError(
                f"{path}:{number}: the score {written[:60]!r} is no number",
                "write question, passage and score, with tabs between them",
            )
        if score is not None and score > 0:
            yield question, passage


def _is_left_out(path: Path, folder: Path) -> bool:
    """Whether a file is missing that a folder with a table does not need."""
    return not path.exists() and bool(tables_of(folder))


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _evidence(row: Mapping[str, Any]) -> tuple[tuple[str, str], Alternatives]:
    alternatives = tuple(map(strings, row["evidence"]))
    if not all(alternatives):
        raise ValueError("an alternative without strings")
    return (str(row["query_id"]), str(row["passage_id"])), alternatives
