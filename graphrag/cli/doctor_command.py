"""``a0-graphrag doctor``: what works, what does not, and what to do about it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

import typer
from rich.text import Text

from ..agent_zero.install.host_checks import host_findings, memory_dimension
from ..errors import GraphragError
from ..graph.stats import scope_stats
from ..wording import ago, counted
from .commands import Json, keeps
from .installation import Installation
from .output import emit, write

if TYPE_CHECKING:
    from pathlib import Path

    from ..local import LocalNeo4j
    from ..store import GraphStore

_LOW_MEMORY_MB = 2048
_DEADLINE_MS = 10_000
_WORDS = {"ok": ("ok", "green"), "warning": ("warn", "yellow"), "failed": ("fail", "red")}


State = Literal["ok", "warning", "failed"]


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check.

    Attributes:
        name: What was checked.
        state: How it is.
        detail: The same in words, with what to do if anything is to be done.
    """

    name: str
    state: State
    detail: str


@keeps("nothing was changed")
def doctor(as_json: Json = False) -> None:
    """Check Agent Zero, the settings, Neo4j and the graph. Exit code 1 if something is broken."""
    checks = list(_checks(Installation.open()))
    emit(
        [asdict(check) for check in checks],
        as_json=as_json,
        words=lambda: write(*map(_line, checks)),
    )
    if any(check.state == "failed" for check in checks):
        raise typer.Exit(1)


def _line(check: Check) -> Text:
    word, colour = _WORDS[check.state]
    return Text.assemble((word, colour), f"{' ' * (5 - len(word))}{check.name}: {check.detail}")


def _checks(installation: Installation) -> Iterator[Check]:
    yield Check("python", "ok", sys.version.split()[0])
    host = installation.host
    for finding in () if host is None else host_findings(host):
        yield Check(finding.name, finding.state, finding.detail)
    for warning in installation.warnings:
        yield Check("settings", "warning", warning)
    if installation.foreign:
        names = ", ".join(installation.foreign)
        detail = f"only in the environment of this command, perhaps not in Agent Zero's: {names}"
        yield Check("settings", "warning", detail)
    switch = "on" if installation.settings.graphrag_enabled else "off: set GRAPHRAG_ENABLED=true"
    yield Check("switch", "ok", switch)
    if importlib.util.find_spec("neo4j") is None:
        yield Check("driver", "failed", "the package neo4j is missing: pip install neo4j")
        return
    yield Check("driver", "ok", "installed")
    if installation.local is not None:
        yield from _local_checks(installation.local)
        if installation.local.status().state != "running":
            return
    try:
        with installation.store() as store:
            # A list, so that an error comes before the first of these is shown as well.
            checks = list(_graph_checks(store, installation.scope(None)))
        if host is not None:
            checks += _memory_checks(installation, host)
    except GraphragError as error:
        yield Check("neo4j", "failed", str(error))
        return
    yield from checks


def _memory_checks(installation: Installation, host: Path) -> Iterator[Check]:
    """Compare the scope of the default memory folder with that folder."""
    with installation.writer() as writer:
        found = scope_stats(writer, installation.scope("default"))
    if not found:
        yield Check("sync", "warning", "no memory is in the graph yet; talk to the agent once")
        return
    [memory] = found
    waiting = f"; {', '.join(memory.waiting)}" if memory.waiting else ""
    age = "never" if memory.sync_age_s is None else ago(memory.sync_age_s)
    state: State = "warning" if memory.waiting or memory.sync_age_s is None else "ok"
    yield Check("sync", state, f"last wrote {age}{waiting}")
    there = memory_dimension(host)
    if there is not None and memory.dimension is not None and there != memory.dimension:
        detail = f"{memory.dimension} in the graph, {there} in Agent Zero's memory: its embedding "
        detail += "model has changed, and the next sync writes the vectors again"
        yield Check("vectors", "warning", detail)
    elif there is not None:
        yield Check("vectors", "ok", f"of length {there} in Agent Zero's memory")


def _local_checks(local: LocalNeo4j) -> Iterator[Check]:
    from ..local import free_memory_mb

    try:
        yield Check("local neo4j", "ok", local.require_running().detail)
    except GraphragError as error:
        yield Check("local neo4j", "failed", str(error))
    free = free_memory_mb()
    if free is not None and free < _LOW_MEMORY_MB:
        detail = f"{free} MB free; at least {_LOW_MEMORY_MB} MB is recommended for the local Neo4j"
        yield Check("memory", "warning", detail)


def _graph_checks(store: GraphStore, scope: str) -> Iterator[Check]:
    timeout_s = 1.5 * _DEADLINE_MS / 1000
    store.run(store.read("ping", {}, deadline_ms=_DEADLINE_MS), timeout_s=timeout_s)
    yield Check("neo4j", "ok", "answers")
    states = store.run(
        store.read("index_states", {}, deadline_ms=_DEADLINE_MS), timeout_s=timeout_s
    )
    waiting = [row["name"] for row in states if row["state"] != "ONLINE"]
    if waiting:
        yield Check("indexes", "warning", f"still being built: {', '.join(waiting)}")
    else:
        yield Check("indexes", "ok", f"{len(states)} online")
    found = store.run(
        store.read("scope_info", {"scopes": [scope]}, deadline_ms=_DEADLINE_MS),
        timeout_s=timeout_s,
    )
    documents = sum(row["documents"] or 0 for row in found)
    yield Check("graph", "ok", f"{counted(documents, 'document')} in {scope}")
