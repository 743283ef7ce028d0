"""How long a turn takes on a large graph, as ratios to ``RETURN 1`` in the same run.

A generated graph is ingested once. Then turns and ``RETURN 1`` alternate on one connection, so
that the load of the machine affects both. A turn is timed alone, and as what is left of it when
the host's recall has ended, with the graph asked meanwhile. Chats that ask at once share the store,
as in the plugin.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...model import Query, Retrieval
from ..judging.metrics import percentiles
from ..turn import PATIENT_DEADLINE_MS, TurnTaker
from .cpu import process_cpu_ms
from .queries import Case, Sample, asked_queries

if TYPE_CHECKING:
    from ...store import GraphStore

WARM_UP_TURNS = 30


@dataclass(frozen=True, slots=True)
class TimedGraph:
    """A graph to time turns on.

    Attributes:
        store: Where it is.
        taker: Takes the turns.
        scope: Its scope.
        sample: What to ask about.
    """

    store: GraphStore
    taker: TurnTaker
    scope: str
    sample: Sample


class _TimedTurn(NamedTuple):
    """A turn with its times, all in milliseconds."""

    ping_ms: float
    turn_ms: float
    cpu_ms: float
    retrieval: Retrieval


def time_turns(
    graph: TimedGraph,
    *,
    turns: int,
    case: Case,
    server_pid: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Time turns against ``RETURN 1``.

    Args:
        graph: The graph, with what takes the turns.
        turns: How many turns are timed.
        case: What kind of questions they are.
        server_pid: Neo4j's process, if it runs on this machine.
        progress: Called with how many are done, and how many there are.

    Returns:
        Milliseconds p50 and p95 of ``RETURN 1`` and of a turn, their ratio, the stages, the first
        turn, and the CPU time of a turn in this process and in Neo4j (with a ``RETURN 1``).
    """
    queries = asked_queries(graph.scope, graph.sample, turns + WARM_UP_TURNS, case)
    timed: list[_TimedTurn] = []

    async def ask(some: Sequence[Query]) -> None:
        for query in some:
            timed.append(await _time_turn(graph, query, case.recall_ms))
            progress(len(timed), len(queries))

    timeout_s = PATIENT_DEADLINE_MS * len(queries) / 1000
    graph.store.run(graph.taker.learn(graph.scope), timeout_s=timeout_s)
    graph.store.run(ask(queries[:WARM_UP_TURNS]), timeout_s=timeout_s)
    server_began = process_cpu_ms(server_pid)
    graph.store.run(ask(queries[WARM_UP_TURNS:]), timeout_s=timeout_s)
    server_ended = process_cpu_ms(server_pid)
    measured = timed[WARM_UP_TURNS:]
    ping_ms = [turn.ping_ms for turn in measured]
    turn_ms = [turn.turn_ms for turn in measured]
    found = [turn.retrieval for turn in measured]
    return {
        "vectors": "server" if case.server_vectors else "process",
        "hub": case.hub,
        "recall_ms": case.recall_ms,
        "turns": turns,
        "return_1_ms": percentiles(ping_ms),
        "turn_ms": percentiles(turn_ms),
        "turn_to_return_1": float(np.median(turn_ms) / np.median(ping_ms)),
        "first_turn_ms": timed[0].turn_ms,
        "client_cpu_ms": float(np.median([turn.cpu_ms for turn in measured])),
        "server_cpu_ms": None
        if server_began is None or server_ended is None
        else (server_ended - server_began) / turns,
        "stages_ms": _stages_ms(found),
        "candidates": float(np.median([retrieval.counts["candidates"] for retrieval in found])),
        "round_trips": max(retrieval.round_trips for retrieval in found),
    }


async def _time_turn(graph: TimedGraph, query: Query, recall_ms: int) -> _TimedTurn:
    """Send ``RETURN 1``, then take a turn; its time begins when the recall has ended."""
    started = time.perf_counter()
    await graph.store.read("ping", {}, deadline_ms=PATIENT_DEADLINE_MS)
    ping_ms = (time.perf_counter() - started) * 1000
    began_ms = time.process_time() * 1000
    early = None
    if recall_ms:
        early = asyncio.create_task(graph.taker.read_ahead(replace(query, recalled=())))
        await asyncio.sleep(recall_ms / 1000)
    turn = await graph.taker.take(query)
    if early is not None:
        await early
    return _TimedTurn(ping_ms, turn.ms, time.process_time() * 1000 - began_ms, turn.retrieval)


def _stages_ms(found: Sequence[Retrieval]) -> dict[str, dict[str, float]]:
    """Return p50 and p95 of each stage, in milliseconds; a turn without a stage counts as 0."""
    stages = dict.fromkeys(stage for retrieval in found for stage in retrieval.stages_ms)
    return {
        stage: percentiles([retrieval.stages_ms.get(stage, 0.0) for retrieval in found])
        for stage in stages
    }


def time_chats(graph: TimedGraph, *, chats: int, turns: int) -> dict[str, Any]:
    """Time the turns of several chats at once.

    Args:
        graph: The graph, with what takes the turns.
        chats: How many chats ask at once.
        turns: How many turns they take together, at least one each.

    Returns:
        Milliseconds p50 and p95 of a turn, and turns per second of all chats together.
    """
    of_each = max(1, turns // chats)
    queries = asked_queries(graph.scope, graph.sample, chats * of_each)
    turn_ms: list[float] = []

    async def chat(number: int) -> None:
        for query in queries[number::chats]:
            turn_ms.append((await graph.taker.take(query)).ms)

    async def ask() -> float:
        await graph.taker.learn(graph.scope)
        started = time.perf_counter()
        await asyncio.gather(*map(chat, range(chats)))
        return time.perf_counter() - started

    took_s = graph.store.run(ask(), timeout_s=PATIENT_DEADLINE_MS * len(queries) / 1000)
    return {
        "chats": chats,
        "turn_ms": percentiles(turn_ms),
        "turns_per_s": len(turn_ms) / took_s,
    }
