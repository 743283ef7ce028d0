"""Many turns of two chats with a random fault every 50, and what they leave behind.

``scripts/test soak`` runs 10,000 turns; ``python -m tests.faults.soak --turns 2000`` as many as you
like. The plugin runs in this process, with its own sync, over a memory that grows.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import io
import json
import os
import random
import resource
import secrets
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from graphrag.agent_zero.service import process
from graphrag.agent_zero.turn import GraphRagTurn
from graphrag.graph.writing.forget import forget_scope

from ..support.fault_proxy import Fault, FaultProxy
from ..support.graphs import graph_writer
from ..support.neo4j_server import Neo4jServer, running_neo4j
from ..support.small_host import Agent, LoopData, VectorStore, install_modules

CHATS = 2
FAULT_EVERY = 50
FAULT_LASTS = 10
FIRST_MEMORIES = 10
MEMORY_EVERY = 20
SYNC_EVERY = 100
SAMPLES = 10
BUDGET_MS = 2000
RECOVERS_WITHIN_S = 120.0
LONGEST_RECALL_S = 0.05
PAUSE_S = 0.2
"""Between two turns that wait for the end of an outage."""

FAULTS = [fault for fault in Fault if fault is not Fault.NONE]
PLACES = ("Harbor House", "Osprey Gateway", "Falcon Yard", "Linden Hall", "Pier Nine")
PEOPLE = ("Marta Quintela", "Anna Berg", "Otto Falk", "Runa Duval", "Ines Calder")


@dataclass(frozen=True, slots=True)
class Sample:
    """What the process holds after so many turns.

    Attributes:
        turns: Turns so far.
        memories: Memories so far.
        rss_mb: Resident memory.
        threads: Threads of the plugin.
        descriptors: Open file descriptors.
        tasks: Unfinished asyncio tasks, without the proxy's.
    """

    turns: int
    memories: int
    rss_mb: float
    threads: int
    descriptors: int
    tasks: int


@dataclass(frozen=True, slots=True)
class Soak:
    """How the run went.

    Attributes:
        samples: Taken while there is no fault, at equal distances.
        outcomes: How many turns ended with each marker.
        slowest_ms: The longest turn.
        slowest_recovery_s: The longest time from the end of a fault to a turn that Neo4j answers.
        raised: Turns that raised an exception into the host.
    """

    samples: tuple[Sample, ...]
    outcomes: dict[str, int]
    slowest_ms: float
    slowest_recovery_s: float
    raised: int


def soak(server: Neo4jServer, turns: int, seed: int = 1) -> Soak:
    """Run the turns.

    Args:
        server: A server that works.
        turns: How many turns, over all chats.
        seed: Of the order of faults.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        FaultProxy(server.uri, records=False) as proxy,
        _plugged_in_host(server, proxy, Path(folder)) as memory,
    ):
        return asyncio.run(_Run(proxy, memory, random.Random(seed)).all_turns(turns))


@contextlib.contextmanager
def _plugged_in_host(server: Neo4jServer, proxy: FaultProxy, folder: Path) -> Iterator[VectorStore]:
    install = f"soak-{secrets.token_hex(4)}"
    settings = {
        "GRAPHRAG_ENABLED": "true",
        "GRAPHRAG_HOME": str(folder / "home"),
        "GRAPHRAG_INSTALL_ID": install,
        "GRAPHRAG_TURN_BUDGET_MS": str(BUDGET_MS),
        "NEO4J_QUERY_TIMEOUT_MS": str(BUDGET_MS),
        "NEO4J_URI": proxy.uri,
        "NEO4J_USER": server.user,
        "NEO4J_PASSWORD": server.password,
        "NEO4J_DATABASE": server.database,
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(name, value)
        try:
            first = {f"m{number}": (_memory(number), "main") for number in range(FIRST_MEMORIES)}
            yield install_modules(patch, folder, first)
        finally:
            proxy.set(Fault.NONE)
            process.retire()
            with graph_writer(server) as writer:
                for scope in ("default", "shared"):
                    forget_scope(writer, f"{install}/{scope}")


def _memory(number: int) -> str:
    place, person = PLACES[number % len(PLACES)], PEOPLE[number // 5 % len(PEOPLE)]
    return f"Project P{number} is steered from {place}, which {person} manages."


class _Run:
    def __init__(self, proxy: FaultProxy, memory: VectorStore, chance: random.Random) -> None:
        self.proxy = proxy
        self.memory = memory
        self.chance = chance
        self.agents = [Agent() for _ in range(CHATS)]
        self.outcomes: Counter[str] = Counter()
        self.samples: list[Sample] = []
        self.slowest_ms = self.slowest_recovery_s = 0.0
        self.raised = 0

    async def all_turns(self, turns: int) -> Soak:
        GraphRagTurn().prepare(self.agents[0])
        await self.recover(0)
        for done in range(0, turns, CHATS):
            if done % FAULT_EVERY == FAULT_EVERY - FAULT_LASTS:
                self.proxy.set(self.chance.choice(FAULTS))
            elif done % FAULT_EVERY == 0 and self.proxy.fault is not Fault.NONE:
                self.proxy.set(Fault.NONE)
                await self.recover(done)
            if done % MEMORY_EVERY == 0:
                number = len(self.memory.docstore)
                self.memory.add(f"m{number}", _memory(number))
            if done % SYNC_EVERY == 0:
                GraphRagTurn().prepare(self.agents[0])
            if done % max(CHATS, turns // SAMPLES) < CHATS:
                self.samples.append(self.sample(done))
            await self.step(done)
        self.proxy.set(Fault.NONE)
        await self.recover(turns)
        self.samples.append(self.sample(turns))
        return Soak(
            tuple(self.samples),
            dict(self.outcomes),
            round(self.slowest_ms),
            round(self.slowest_recovery_s, 1),
            self.raised,
        )

    async def recover(self, number: int) -> None:
        """Take turns until Neo4j answers one in time."""
        began = time.monotonic()
        while not await self.step(number):
            if time.monotonic() - began > RECOVERS_WITHIN_S:
                raise TimeoutError(f"Neo4j answered no turn: {self.outcomes}")
            await asyncio.sleep(PAUSE_S)
        self.slowest_recovery_s = max(self.slowest_recovery_s, time.monotonic() - began)

    async def step(self, number: int) -> bool:
        """Take one turn of each chat at once; return whether Neo4j answered all of them."""
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            await asyncio.gather(*(self.turn(agent, number) for agent in self.agents))
        markers = [line for line in printed.getvalue().splitlines() if "GRAPHRAG_" in line]
        ends = [marker.partition(" passages=")[0] for marker in markers]
        self.outcomes.update(end for end in ends if "EXECUTED" not in end)
        return not any("NEO4J_DOWN" in marker for marker in markers)

    async def turn(self, agent: Agent, number: int) -> None:
        question = f"Who manages the place that project P{number % 97} is steered from?"
        agent.last_user_message = SimpleNamespace(content={"user_message": question})
        loop_data = LoopData(agent)
        recall = asyncio.create_task(self.recall(loop_data, number))
        agent.set_data("_recall_memories_task", recall)
        agent.set_data("_recall_memories_iter", loop_data.iteration)
        began = time.perf_counter()
        try:
            await GraphRagTurn().run(agent, loop_data)
        except Exception as error:  # what must never happen, and is counted
            self.raised += 1
            print(f"raised: {error!r}", file=sys.stderr)
        self.slowest_ms = max(self.slowest_ms, (time.perf_counter() - began) * 1000)
        await recall

    async def recall(self, loop_data: LoopData, number: int) -> None:
        """Recall as the host does, in a task that the hook waits for."""
        await asyncio.sleep(self.chance.uniform(0, LONGEST_RECALL_S))
        loop_data.recall(_memory(number % len(self.memory.docstore)))

    def sample(self, turns: int) -> Sample:
        self.forget_what_only_the_test_keeps()
        gc.collect()
        tasks = [
            thing
            for thing in gc.get_objects()
            if isinstance(thing, asyncio.Task) and not self.proxy.has(thing)
        ]
        return Sample(
            turns,
            len(self.memory.docstore),
            round(_resident_mb(), 1),
            sum(thread.name.startswith("graphrag") for thread in threading.enumerate()),
            len(os.listdir("/dev/fd")),
            sum(not task.done() for task in tasks),
        )

    def forget_what_only_the_test_keeps(self) -> None:
        self.memory.embedding_function.underlying_embeddings.asked.clear()
        for agent in self.agents:
            agent.context.shown.clear()


def _resident_mb() -> float:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:  # the most so far, where the system tells no more
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return pages * resource.getpagesize() / 2**20


def main() -> None:
    """Run the turns, and print what was left behind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_neo4j(Path(folder)) as server:
        result = soak(server, options.turns)
    if options.json:
        print(json.dumps(asdict(result)))
        return
    print(f"{'turns':>7}{'memories':>10}{'MB':>8}{'threads':>9}{'descriptors':>13}{'tasks':>7}")
    for one in result.samples:
        print(
            f"{one.turns:7}{one.memories:10}{one.rss_mb:8.1f}{one.threads:9}"
            f"{one.descriptors:13}{one.tasks:7}"
        )
    print(
        f"slowest turn {result.slowest_ms:.0f} ms, slowest recovery "
        f"{result.slowest_recovery_s:.1f} s, exceptions {result.raised}"
    )
    for outcome, count in sorted(result.outcomes.items(), key=lambda item: -item[1]):
        print(f"{count:7} {outcome}")


if __name__ == "__main__":
    main()
