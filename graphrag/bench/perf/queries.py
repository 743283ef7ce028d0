"""What is asked of a generated graph: the same queries each time, about its first documents."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ...model import Query, RecalledDocument, graph_key
from ...ranking.similarity import CANDIDATES_EACH
from ..runner import CLOCK
from .generator import HUB

VECTORS_READ = 20_000
"""Documents whose vectors stand in for the host's index."""

RECALLED = 5


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


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of questions.

    Attributes:
        server_vectors: Whether vector candidates come from Neo4j's index instead of the process.
        hub: Whether the questions name the entity that every document mentions.
        recall_ms: How long the host recalls while the graph is asked ahead; the turn is timed from
            then on. 0 asks nothing ahead.
    """

    server_vectors: bool = False
    hub: bool = False
    recall_ms: int = 0


USUAL = Case()
KINDS = (USUAL, Case(hub=True), Case(server_vectors=True))


def cases(recall_ms: int) -> tuple[Case, ...]:
    """Return all cases: each kind of questions alone, and after a recall.

    Args:
        recall_ms: How long the host recalls.
    """
    return KINDS + tuple(replace(case, recall_ms=recall_ms) for case in KINDS)


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


def asked_queries(scope: str, sample: Sample, count: int, case: Case = USUAL) -> list[Query]:
    """Return the same queries each time."""
    chance, numbers = random.Random(7), np.random.default_rng(7)
    return [_query(scope, sample, case, chance, numbers) for _ in range(count)]


def _query(
    scope: str,
    sample: Sample,
    case: Case,
    chance: random.Random,
    numbers: np.random.Generator,
) -> Query:
    """Return a query about one document: some of its words, two names, a vector near its own."""
    about = chance.randrange(len(sample.ids))
    words = chance.sample(sample.texts[about].split(), k=min(8, len(sample.texts[about].split())))
    names = [name for name in sample.names[about] if name != HUB][:2]
    names += [HUB] if case.hub else []
    vector = sample.vectors[about] + 0.3 * _unit(
        np.asarray(numbers.standard_normal(sample.vectors.shape[1]))
    )
    vector = _unit(vector)
    order = np.argsort(-(sample.vectors @ vector))[:CANDIDATES_EACH]
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
        # With Neo4j's vectors the host's memory is small: it holds what is recalled.
        nearest=tuple(keys[:RECALLED] if case.server_vectors else keys),
        vector_scopes=(scope,) if case.server_vectors else (),
    )


def _unit(vector: np.ndarray) -> np.ndarray:
    return np.asarray(vector / np.linalg.norm(vector), np.float32)
