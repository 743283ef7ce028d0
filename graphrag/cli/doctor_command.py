"""``a0-graphrag doctor``: what is well, what is not, and what to do about it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..errors import GraphragError
from ..wording import counted
from .output import console, emit
from .workbench import Workbench

if TYPE_CHECKING:
    from ..local import LocalNeo4j

_LOW_MEMORY_MB = 2048
_SIGNS = {"ok": "[green]ok[/]  ", "warning": "[yellow]warn[/]", "failed": "[red]fail[/]"}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    state: Literal["ok", "warning", "failed"]
    detail: str


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Check Python, the settings, Neo4j and the graph; exit code 1 if something is broken."""
    checks = list(_checks(Workbench.open()))

    def words() -> None:
        for check in checks:
            console.print(f"{_SIGNS[check.state]} {check.name}: {check.detail}", highlight=False)

    emit([asdict(check) for check in checks], as_json=as_json, words=words)
    if any(check.state == "failed" for check in checks):
        raise typer.Exit(1)


def _checks(bench: Workbench) -> Iterator[Check]:
    yield Check("python", "ok", sys.version.split()[0])
    for warning in bench.warnings:
        yield Check("settings", "warning", warning)
    switch = "on" if bench.settings.graphrag_enabled else "off: set GRAPHRAG_ENABLED=true"
    yield Check("switch", "ok", switch)
    if importlib.util.find_spec("neo4j") is None:
        yield Check("driver", "failed", "the package neo4j is missing: pip install neo4j")
        return
    yield Check("driver", "ok", "installed")
    if bench.local is not None:
        yield from _local_checks(bench.local)
        if bench.local.status().state != "running":
            return
    try:
        with bench.store() as store:
            store.run(store.read("ping", {}, deadline_ms=10_000), timeout_s=15)
            states = store.run(store.read("index_states", {}, deadline_ms=10_000), timeout_s=15)
            scope = bench.scope(None)
            info = store.run(
                store.read("scope_info", {"scopes": [scope]}, deadline_ms=10_000), timeout_s=15
            )
    except GraphragError as error:
        yield Check("neo4j", "failed", str(error))
        return
    yield Check("neo4j", "ok", "answers")
    waiting = [row["name"] for row in states if row["state"] != "ONLINE"]
    if waiting:
        yield Check("indexes", "warning", f"still coming up: {', '.join(waiting)}")
    else:
        yield Check("indexes", "ok", f"{len(states)} online")
    documents = sum(row["documents"] or 0 for row in info)
    yield Check("graph", "ok", f"{counted(documents, 'document')} in {scope}")


def _local_checks(local: LocalNeo4j) -> Iterator[Check]:
    from ..local import free_memory_mb

    try:
        yield Check("local neo4j", "ok", local.require_running().detail)
    except GraphragError as error:
        yield Check("local neo4j", "failed", str(error))
    free = free_memory_mb()
    if free is not None and free < _LOW_MEMORY_MB:
        yield Check("memory", "warning", f"{free} MB free; the local Neo4j wants 2 GB")
