"""The three cases of the contract, end to end, on the double, a checkout, or in containers.

A: off. B: on, Neo4j up. C: on, Neo4j cannot be reached. Each is judged from the prompt that reached
the model, by facts that only the host's recall or only the graph can have brought, and from the
markers. After them, each way in which a memory changes in the host, and whether the graph follows
(`memory_changes`, `following`). Run it as `scripts/e2e_contract.sh`.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from neo4j.exceptions import DriverError, Neo4jError

from graphrag.errors import GraphragError

from ..support import neo4j_server
from ..support.neo4j_server import DockerUnusableError, Neo4jServer, running_neo4j
from . import contract_graph, following
from .docker_host import DockerHost, DockerStack, docker_stack
from .graph_state import GraphReader
from .host import DOWN, Host, HostError, Layout, TurnTrace, free_port
from .host_double import KINDS, HostDouble, Recall
from .llm_stub import LlmStub
from .real_host import RealHost, host_python, layout_of

REPOSITORY = Path(__file__).parents[2]

EXECUTED = "GRAPHRAG_EXTENSION_EXECUTED"
INJECTED = "GRAPHRAG_CONTEXT_INJECTED"
EMPTY = "GRAPHRAG_NOOP_EMPTY"


@dataclass(frozen=True, slots=True)
class Case:
    """One state of the plugin, and what it must lead to.

    Attributes:
        name: A, B or C.
        title: The state in a few words.
        enabled: Whether the plugin is switched on.
        neo4j_up: Whether its address leads to a server.
        marker: What it must log, besides that it ran.
        graph_seen: Whether the graph's fact must stand in the prompt.
    """

    name: str
    title: str
    enabled: bool
    neo4j_up: bool
    marker: str | None
    graph_seen: bool


CASES = (
    Case("A", "off", enabled=False, neo4j_up=True, marker=None, graph_seen=False),
    Case("B", "on, Neo4j up", enabled=True, neo4j_up=True, marker=INJECTED, graph_seen=True),
    Case("C", "on, Neo4j unreachable", enabled=True, neo4j_up=False, marker=DOWN, graph_seen=False),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a case went: what was wrong, if anything, and what was seen."""

    faults: tuple[str, ...]
    seen: str

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong."""
        return not self.faults


def environment(case: Case, server: Neo4jServer, install_id: str) -> dict[str, str]:
    """Gives the settings of a case, as they stand in the host's environment file."""
    uri = server.uri if case.neo4j_up else f"bolt://127.0.0.1:{free_port()}"
    return {
        "GRAPHRAG_ENABLED": str(case.enabled).lower(),
        "GRAPHRAG_INSTALL_ID": install_id,
        "NEO4J_URI": uri,
        "NEO4J_USER": server.user,
        "NEO4J_PASSWORD": server.password,
        "NEO4J_DATABASE": server.database,
        # What is judged is what a turn holds, on a machine that may be busy with other tests.
        "GRAPHRAG_TURN_BUDGET_MS": "5000",
        "NEO4J_QUERY_TIMEOUT_MS": "5000",
    }


def judge(case: Case, trace: TurnTrace) -> Verdict:
    """Compares one turn with what its case promises."""
    if not trace.prompts:
        return Verdict((f"no prompt reached the model: {trace.failure}",), "nothing")
    prompt = trace.prompt
    extras = trace.extras[0]
    memory = contract_graph.MEMORY_FACT in str(extras.get("memories", ""))
    solution = contract_graph.SOLUTION_FACT in str(extras.get("solutions", ""))
    block = str(extras.get("graphrag", ""))
    graph = contract_graph.GRAPH_FACT in prompt
    checks = {
        "the turn failed": trace.failure is None,
        "memory not seen": memory,
        "solution not seen": solution,
        "graph not seen": graph or not case.graph_seen,
        "graph seen": case.graph_seen or not graph,
        "memory repeated in the block": contract_graph.MEMORY_FACT not in block,
        "solution repeated in the block": contract_graph.SOLUTION_FACT not in block,
        "a block is in the prompt": case.graph_seen or "GRAPHRAG_CONTEXT_BLOCK" not in prompt,
        f"{EXECUTED} not logged": trace.has_marker(EXECUTED),
        f"{case.marker} not logged": case.marker is None or trace.has_marker(case.marker),
    }
    for other in (INJECTED, DOWN, EMPTY):
        checks[f"{other} logged"] = other == case.marker or not trace.has_marker(other)
    seen = (
        f"memory {_seen(memory)}, graph {_seen(graph)}; {', '.join(trace.markers) or 'no marker'}; "
        f"{trace.elapsed_ms:.0f} ms"
    )
    return Verdict(tuple(fault for fault, holds in checks.items() if not holds), seen)


def _seen(fact: bool) -> str:
    return "seen" if fact else "not seen"


def run_case(case: Case, host: Host) -> Verdict:
    """Runs one case on a host that has the plugin and the settings of the case."""
    host.add_memory(contract_graph.MEMORY)
    host.add_memory(contract_graph.SOLUTION, area="solutions")
    if case.enabled and case.neo4j_up:
        host.wait_until_ready(contract_graph.MESSAGE)
    return judge(case, host.run_turn(contract_graph.MESSAGE))


def main(arguments: list[str] | None = None) -> int:
    """Runs all cases, prints one line for each, and returns 1 if one failed."""
    given = _parse(arguments)
    install_id = f"contract-{secrets.token_hex(4)}"
    failed = 0
    try:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            stage = stack.enter_context(_stage(given.host, given.neo4j, folder))
            stack.enter_context(contract_graph.loaded(stage.server, install_id))
            for number, (name, make) in enumerate(stage.hosts.items()):
                for case in CASES:
                    settings = environment(case, stage.server_of_host, install_id)
                    with make(case, settings) as host:
                        verdict = run_case(case, host)
                    failed += not verdict.passed
                    what = f"{case.name} ({case.title})"
                    print(_line(name, what, verdict.seen, verdict.faults), flush=True)
                # In containers, files and the model's script cannot be changed from here.
                if given.host != "docker":
                    failed += _run_changes(name, make, stage, f"{install_id}-{number}")
    except (HostError, GraphragError, DockerUnusableError, DriverError, Neo4jError) as error:
        print(f"error: {' '.join(str(error).split())}", file=sys.stderr)
        return 1
    return 1 if failed else 0


def _run_changes(name: str, make: MakeHost, stage: _Stage, install_id: str) -> int:
    """Runs all ways in which a memory changes on one host, and counts those that failed."""
    case = replace(CASES[1], name="changes")
    settings = environment(case, stage.server_of_host, install_id) | following.SETTINGS
    failed = 0
    with make(case, settings) as host, GraphReader(stage.server) as graph:
        for followed in following.follow_all(host, graph, f"{install_id}/default"):
            failed += not followed.passed
            print(_line(name, followed.change.title, followed.seen, followed.faults), flush=True)
    return failed


def _line(host: str, what: str, seen: str, faults: tuple[str, ...]) -> str:
    state = "FAIL" if faults else "PASS"
    return f"{state}  {host}  {what}: {seen}" + (f" [{'; '.join(faults)}]" if faults else "")


MakeHost = Callable[[Case, dict[str, str]], AbstractContextManager[Host]]


@dataclass(frozen=True, slots=True)
class _Stage:
    """Where the cases are run.

    Attributes:
        hosts: How to make a fresh host with the plugin, by its name.
        server: Neo4j, as this machine reaches it.
        server_of_host: The same, as the host reaches it.
    """

    hosts: dict[str, MakeHost]
    server: Neo4jServer
    server_of_host: Neo4jServer


@contextmanager
def _stage(host: str, neo4j: str | None, folder: Path) -> Iterator[_Stage]:
    if host == "docker":
        with docker_stack(REPOSITORY) as docker:
            hosts = {"Docker (1.x)": partial(_in_docker, docker, folder)}
            yield _Stage(hosts, docker.neo4j, docker.neo4j_in_network)
        return
    if host == "double":
        hosts = {
            f"double {layout}, recall {recall}": partial(_double, layout, recall, folder)
            for layout, recall in KINDS
        }
    else:
        checkout = Path(host).expanduser().resolve()
        name = f"{checkout.name} ({layout_of(checkout)})"
        hosts = {name: partial(_real, checkout, folder)}
    with _neo4j(neo4j, folder / "neo4j") as server:
        yield _Stage(hosts, server, server)


@contextmanager
def _double(
    layout: Layout, recall: Recall, folder: Path, case: Case, settings: dict[str, str]
) -> Iterator[Host]:
    root = folder / f"double-{layout}-{recall}-{case.name}"
    with (
        LlmStub() as stub,
        HostDouble(layout, root, stub, recall=recall, environment=settings) as host,
    ):
        host.install(REPOSITORY, "--no-requirements")
        yield host


@contextmanager
def _real(checkout: Path, folder: Path, case: Case, settings: dict[str, str]) -> Iterator[Host]:
    root = folder / f"real-{case.name}"
    with LlmStub() as stub, RealHost(checkout, root, stub, environment=settings) as host:
        host.install(REPOSITORY, "--python", str(host_python(checkout)))
        yield host


@contextmanager
def _in_docker(
    docker: DockerStack, folder: Path, case: Case, settings: dict[str, str]
) -> Iterator[Host]:
    # One volume serves all cases, so each remembers in a folder of its own.
    memory = {"agent_memory_subdir": f"case-{case.name}"}
    with DockerHost(docker, folder, environment=settings, memory_settings=memory) as host:
        host.install(REPOSITORY)
        yield host


@contextmanager
def _neo4j(which: str | None, folder: Path) -> Iterator[Neo4jServer]:
    """Gives the server named on the command line, or as the tests choose it."""
    if which == "docker":
        chosen = neo4j_server.in_docker()
    elif which == "local":
        chosen = neo4j_server.held_neo4j(folder)
    else:
        if which:
            os.environ["GRAPHRAG_TEST_NEO4J_URI"] = which
        chosen = running_neo4j(folder)
    with chosen as server:
        yield server


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/e2e_contract.sh",
        description="Runs the three cases of the contract: off; on; on without Neo4j; and "
        "each way in which a memory changes.",
    )
    parser.add_argument(
        "--neo4j",
        metavar="docker|local|URI",
        help="which Neo4j; an address takes user, password and database from "
        "GRAPHRAG_TEST_NEO4J_USER, _PASSWORD and _DATABASE (default: as the tests choose)",
    )
    parser.add_argument(
        "--host",
        default="double",
        metavar="double|PATH|docker",
        help="PATH is an Agent Zero checkout of either layout, which is copied; docker is Agent "
        "Zero's image with Neo4j beside it (default: double, of every kind)",
    )
    given = parser.parse_args(arguments)
    if given.host == "docker" and given.neo4j not in (None, "docker"):
        parser.error("--host docker brings its own Neo4j: leave --neo4j out")
    return given


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no container is left running
    sys.exit(main())
