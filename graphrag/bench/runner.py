"""Asks every question of a folder as a turn would, through the product's own code.

Ingest once by content, recall by vectors as the host does, then seed, pin, expand, rank and pack on
the live Neo4j. What is right is read only after the last question.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..graph.timestamps import parse_timestamp
from ..model import Block, Query, RecalledDocument, Retrieval, graph_key
from ..packing import block_text
from ..packing.budget import MAX_MISFITS
from ..packing.pack import pack
from ..text.embedded_text import passage_text
from . import metrics
from .beir import CorpusPassage, Gold, Question, read_corpus, read_gold, read_questions

if TYPE_CHECKING:
    from ..graph.ingest.documents import Embedder
    from ..packing.tokens import TokenCounter
    from ..retriever.hybrid import HybridRetriever
    from ..store import GraphStore

RECALLED = 5
"""How many documents the host's recall places in the prompt."""

DEPTHS = (2, 5, 10)
DEADLINE_MS = 60_000
"""A benchmark measures quality; its turns are not cut short."""

CLOCK = date(2026, 1, 1)
"""The clock for relative dates; any fixed day will do."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with everything that came back."""

    question: Question
    vector_order: tuple[str, ...]
    retrieval: Retrieval
    block: Block
    rival: Block
    turn_ms: float


@dataclass(frozen=True, slots=True)
class FolderResult:
    """The figures of one folder under one strategy.

    Attributes:
        name: The folder's name.
        strategy: The strategy's name.
        documents: How many passages it has.
        rows: For each question the figures of the method and, prefixed ``vector_``, of vectors.
        turn_ms: The time of each turn.
        stages_ms: The times of its stages, for each turn.
    """

    name: str
    strategy: str
    documents: int
    rows: tuple[Mapping[str, float], ...]
    turn_ms: tuple[float, ...]
    stages_ms: tuple[Mapping[str, float], ...]


@dataclass(frozen=True, slots=True)
class Folder:
    """A question set in memory: passages, their vectors, and the scope that holds its graph."""

    path: Path
    passages: tuple[CorpusPassage, ...]
    questions: tuple[Question, ...]
    vectors: np.ndarray
    question_vectors: np.ndarray
    scope: str


def load_folder(path: Path, embedder: Embedder, owner: str) -> Folder:
    """Read a folder and embed it.

    Args:
        path: A folder in the BEIR layout.
        embedder: Gives the vectors.
        owner: Prefix of the scope, such as ``bench``.

    Returns:
        The folder; its scope is named by what it holds, so a changed folder is ingested anew.
    """
    passages = read_corpus(path)
    questions = read_questions(path)
    digest = hashlib.blake2b(embedder.name.encode(), digest_size=6)
    digest.update((path / "corpus.jsonl").read_bytes())
    return Folder(
        path=path,
        passages=passages,
        questions=questions,
        vectors=embedder.embed([passage_text(p.title, p.text) for p in passages]),
        question_vectors=embedder.embed([q.text for q in questions]),
        scope=f"{owner}/{path.name}-{digest.hexdigest()}",
    )


def ask_all(
    folder: Folder,
    store: GraphStore,
    retriever: HybridRetriever,
    counter: TokenCounter,
    *,
    max_tokens: int,
    centre: bool = True,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Asked]:
    """Ask every question of a folder.

    Args:
        folder: The questions; its graph must be in the store.
        store: The live graph.
        retriever: The strategy to measure.
        counter: Counts tokens.
        max_tokens: Budget of a block.
        centre: Whether the common direction of the documents is taken off the question.
        progress: Called with how many are done, and how many there are.

    Returns:
        What came back, in file order.
    """

    async def ask() -> list[Asked]:
        await retriever.learn((folder.scope,), deadline_ms=DEADLINE_MS)
        asked = []
        for index, question in enumerate(folder.questions):
            asked.append(
                await _ask(folder, index, question, retriever, counter, max_tokens, centre=centre)
            )
            progress(index + 1, len(folder.questions))
            await asyncio.sleep(0)
        return asked

    return store.run(ask(), timeout_s=DEADLINE_MS * max(1, len(folder.questions)) / 1000)


async def _ask(
    folder: Folder,
    index: int,
    question: Question,
    retriever: HybridRetriever,
    counter: TokenCounter,
    max_tokens: int,
    *,
    centre: bool,
) -> Asked:
    vector = folder.question_vectors[index]
    cosines = folder.vectors @ vector
    order = np.argsort(-cosines, kind="stable")
    keys = [graph_key(folder.scope, folder.passages[i].id) for i in order[:50]]
    recalled = tuple(
        RecalledDocument(
            key=key,
            id=folder.passages[i].id,
            text=folder.passages[i].text,
            cosine=float(cosines[i]),
        )
        for key, i in zip(keys[:RECALLED], order, strict=False)
    )
    query = Query(
        message=question.text,
        scopes=(folder.scope,),
        today=CLOCK,
        recalled=recalled,
        vector=vector,
        mean=None if centre else np.zeros_like(vector),
        vector_scopes=(folder.scope,),
    )
    started = time.perf_counter()
    retrieval = await retriever.retrieve(query, deadline_ms=DEADLINE_MS)
    block = pack(retrieval, max_tokens=max_tokens, counter=counter)
    turn_ms = (time.perf_counter() - started) * 1000
    vector_order = tuple(folder.passages[i].id for i in order[:50])
    rival = _further_vectors(folder, order[RECALLED:50], counter, max_tokens)
    return Asked(question, vector_order, retrieval, block, rival, turn_ms)


def _further_vectors(
    folder: Folder, order: Sequence[int], counter: TokenCounter, max_tokens: int
) -> Block:
    """Fill the same budget with further vector results, whole, under the same headers."""
    lines: list[str] = []
    shown: dict[str, str] = {}
    days: set[int | None] = set()
    misfits = used = 0
    for number, i in enumerate(order, start=1):
        passage = folder.passages[i]
        moment = parse_timestamp(passage.timestamp)
        day = moment.day if moment else None
        header = [] if day is None or day in days else [block_text.day_line(day)]
        line = f"[{number}] {passage_text(passage.title, passage.text)}"
        tokens = counter("\n".join([*header, line]) + "\n")
        if used + tokens > max_tokens:
            misfits += 1
            if misfits == MAX_MISFITS:
                break
            continue
        used += tokens
        days.add(day)
        lines += [*header, line]
        shown[passage.id] = line
    return Block(text="\n".join(lines), tokens=used, passages=tuple(shown), shown=shown)


def judge(folder: Folder, asked: Sequence[Asked], strategy: str) -> FolderResult:
    """Score what came back; reads what is right for the first time.

    Args:
        folder: The folder.
        asked: Everything that came back.
        strategy: The strategy's name, for the report.

    Returns:
        The figures.
    """
    gold = read_gold(folder.path)
    texts = {p.id: f"{p.title} {p.text}".strip() for p in folder.passages}
    return FolderResult(
        name=folder.path.name,
        strategy=strategy,
        documents=len(folder.passages),
        rows=tuple(_judged(entry, gold, texts) for entry in asked),
        turn_ms=tuple(entry.turn_ms for entry in asked),
        stages_ms=tuple(dict(entry.retrieval.stages_ms) for entry in asked),
    )


def _judged(entry: Asked, gold: Gold, texts: Mapping[str, str]) -> dict[str, float]:
    question = entry.question.id
    right = gold.passages[question]
    ranked = [item.passage.id for item in entry.retrieval.passages]
    recalled = entry.vector_order[:RECALLED]
    new = [key for key in ranked if key not in recalled]
    id_of = {item.passage.key: item.passage.id for item in entry.retrieval.passages}
    block = {id_of[key]: text for key, text in entry.block.shown.items()}
    row: dict[str, float] = {}
    for prefix, order in (("", ranked), ("vector_", list(entry.vector_order))):
        for k in DEPTHS:
            row[f"{prefix}recall@{k}"] = metrics.recall_at(order, right, k)
        row[f"{prefix}all_gold@5"] = metrics.all_gold_at(order, right, 5)
    row["additive_recall@10"] = metrics.recall_at([*recalled, *new[:5]], right, 10)
    row["vector_additive_recall@10"] = metrics.recall_at(entry.vector_order, right, 10)
    context = "\n".join(texts[key] for key in recalled)
    for prefix, shown, text in (
        ("", block, entry.block.text),
        ("vector_", entry.rival.shown, entry.rival.text),
    ):
        whole = {**shown, **{key: texts[key] for key in recalled}}
        row[f"{prefix}gold_in_prompt"] = float(
            np.mean(
                [
                    metrics.is_shown(
                        whole.get(key), gold.evidence.get((question, key)), texts.get(key, "")
                    )
                    for key in sorted(right)
                ]
            )
        )
        if gold.answers.get(question):
            row[f"{prefix}answer_in_context"] = float(
                metrics.has_answer(f"{context}\n{text}", gold.answers[question])
            )
    row["block_tokens"] = entry.block.tokens
    row["vector_block_tokens"] = entry.rival.tokens
    row["lost_gold"] = float(bool(set(recalled) & right - {*recalled, *ranked}))
    return row
