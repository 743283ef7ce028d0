"""``a0-graphrag neo4j start|stop|status``: the Neo4j that needs nothing but Python."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..agent_zero.install import requirements
from ..agent_zero.install.surrounding_host import activate_packages, surrounding_host
from ..errors import LocalServerError
from .output import console, emit, progress_bar
from .workbench import Workbench

if TYPE_CHECKING:
    from ..local import LocalNeo4j, LocalStatus

app = typer.Typer(help="The local Neo4j: NEO4J_URI=local.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def start(as_json: Json = False) -> None:
    """Download it once, start it, and wait until it answers."""
    local = _local()
    if surrounding_host() is not None and not local.is_set_up:
        _install_java_parts()
    with progress_bar("Neo4j") as show:
        if not local.is_set_up:
            local.set_up(lambda step: show(step.done, step.total))
        status = local.start(wait=True)
    _print(status, as_json=as_json)


@app.command()
def stop(as_json: Json = False) -> None:
    """Stop it; everything that was written stays. Exit code 1 if something runs all the same."""
    status = _local().stop()
    _print(status, as_json=as_json)
    if status.state in ("starting", "running"):
        raise typer.Exit(1)


@app.command()
def status(as_json: Json = False) -> None:
    """Say whether it runs, and where; exit code 1 if it could not start."""
    status = _local().status()
    _print(status, as_json=as_json)
    if status.state == "failed":
        raise typer.Exit(1)


def _local() -> LocalNeo4j:
    local = Workbench.open().local
    if local is None:
        raise LocalServerError(
            "NEO4J_URI is an address, so there is no local Neo4j to start or stop",
            "set NEO4J_URI=local, or leave it out",
        )
    return local


def _install_java_parts() -> None:
    """Fetch them into the plugin's own folder: Agent Zero's environment is not ours to change."""
    cache = Workbench.open().where.cache
    state = requirements.ensure(cache, local=True, on_progress=console.print)
    if state.state != "installed":
        raise LocalServerError(state.detail)
    activate_packages()


def _print(status: LocalStatus, *, as_json: bool) -> None:
    value: dict[str, Any] = {
        name: content for name, content in asdict(status).items() if name != "password"
    }

    def words() -> None:
        detail = f": {status.detail}" if status.detail else ""
        where = f" at {status.uri}" if status.state == "running" else ""
        console.print(f"{status.state}{detail}{where}", highlight=False)

    emit(value, as_json=as_json, words=words)
