"""How long a turn takes on a large graph, as ratios to ``RETURN 1`` in the same run.

A generated graph is ingested once. Then turns and ``RETURN 1`` alternate on one connection, so
that the load of the machine affects both.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model import Query, RecalledDocument, Retrieval, graph_key
from .turn import PATIENT_DEADLINE_MS, take_turn

if TYPE_CHECKING:
    from ..config import Settings
    from ..packing.tokens import TokenCounter
    from ..retriever.hybrid import HybridRetriever
    from ..store import GraphStore

VECTORS_READ = 20_000
"""Documents whose vectors stand in for the host's index."""

NEAREST = 50
RECALLED = 5
WARM_UP_TURNS = 30
CLOCK = date(2026, 1, 1)


@dataclass(frozen=True, slots=True)
class Sample:
    """Documents to ask about.

    Attributes:
        ids: Their ids.
        texts: Their texts.
        names: The entities of each.
        vectors: Their vectors, shape (documents, dimension), rows of length 1.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    vectors: np.ndarray


def read_sample(path: Path) -> Sample:
    """Read the first documents of a generated file."""
    rows = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            rows.append(json.loads(line))
            if len(rows) == VECTORS_READ:
                break
    vectors = np.asarray([row["embedding"] for row in rows], np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return Sample(
        ids=tuple(row["doc_id"] for row in rows),
        texts=tuple(row["text"] for row in rows),
        names=tuple(tuple(row["entities"]) for row in rows),
        vectors=vectors,
    )


def time_turns(
    store: GraphStore,
    retriever: HybridRetriever,
    settings: Settings,
    counter: TokenCounter,
    scope: str,
    sample: Sample,
    *,
    turns: int,
    server_vectors: bool,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Time turns against ``RETURN 1``.

    Args:
        store: The live graph.
        retriever: The strategy.
        settings: The budget of a block.
        counter: Counts tokens.
        scope: The scope of the generated graph.
        sample: What to ask about.
        turns: How many turns are timed.
        server_vectors: Whether vector candidates come from Neo4j's index instead of the process.
        progress: Called with how many are done, and how many there are.

    Returns:
        Milliseconds p50 and p95 of ``RETURN 1`` and of a turn, their ratio, and the stages.
    """
    chance = random.Random(7)
    numbers = np.random.default_rng(7)
    queries = [
        _query(scope, sample, chance, numbers, server_vectors=server_vectors)
        for _ in range(turns + WARM_UP_TURNS)
    ]
    ping_ms: list[float] = []
    turn_ms: list[float] = []
    found: list[Retrieval] = []

    async def ask() -> None:
        await retriever.learn((scope,), deadline_ms=PATIENT_DEADLINE_MS)
        for number, query in enumerate(queries):
            started = time.perf_counter()
            await store.read("ping", {}, deadline_ms=PATIENT_DEADLINE_MS)
            ended = time.perf_counter()
            turn = await take_turn(retriever, query, settings, counter)
            if number >= WARM_UP_TURNS:
                ping_ms.append((ended - started) * 1000)
                turn_ms.append(turn.ms)
                found.append(turn.retrieval)
            progress(number + 1, len(queries))

    store.run(ask(), timeout_s=PATIENT_DEADLINE_MS)
    stages = dict.fromkeys(stage for retrieval in found for stage in retrieval.stages_ms)
    return {
        "vectors": "server" if server_vectors else "process",
        "turns": turns,
        "return_1_ms": _percentiles(ping_ms),
        "turn_ms": _percentiles(turn_ms),
        "turn_to_return_1": float(np.median(turn_ms) / np.median(ping_ms)),
        "stages_ms": {
            stage: _percentiles([retrieval.stages_ms.get(stage, 0.0) for retrieval in found])
            for stage in stages
        },
        "candidates": float(np.median([retrieval.counts["candidates"] for retrieval in found])),
        "round_trips": max(retrieval.round_trips for retrieval in found),
    }


def _query(
    scope: str,
    sample: Sample,
    chance: random.Random,
    numbers: np.random.Generator,
    *,
    server_vectors: bool,
) -> Query:
    """Return a query about one document: some of its words, two names, a vector near its own."""
    about = chance.randrange(len(sample.ids))
    words = chance.sample(sample.texts[about].split(), k=min(8, len(sample.texts[about].split())))
    names = [name for name in sample.names[about] if name.startswith("Entity")][:2]
    vector = sample.vectors[about] + 0.3 * _unit(
        np.asarray(numbers.standard_normal(sample.vectors.shape[1]))
    )
    vector = _unit(vector)
    order = np.argsort(-(sample.vectors @ vector))[:NEAREST]
    keys = [graph_key(scope, sample.ids[i]) for i in order]
    return Query(
        message=" ".join([*words, *names]),
        scopes=(scope,),
        today=CLOCK,
        recalled=tuple(
            RecalledDocument(key, sample.ids[i], sample.texts[i])
            for key, i in zip(keys[:RECALLED], order, strict=False)
        ),
        vector=vector,
        nearest=() if server_vectors else tuple(keys),
        vector_scopes=(scope,) if server_vectors else (),
    )


def _unit(vector: np.ndarray) -> np.ndarray:
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    p50, p95 = np.percentile(values, [50, 95])
    return {"p50": float(p50), "p95": float(p95)}
