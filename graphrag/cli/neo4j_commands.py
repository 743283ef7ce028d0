"""``a0-graphrag neo4j start|stop|status``: the Neo4j that needs nothing but Python."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from ..agent_zero.install.set_up import install_packages
from ..command_line import command
from ..errors import LocalServerError
from .common.commands import Command, CommandGroup, Json, keeps
from .common.installation import Installation
from .common.output import emit, write
from .common.progress import Show, progress

if TYPE_CHECKING:
    from ..local import LocalNeo4j, LocalStatus

app = typer.Typer(
    cls=CommandGroup,
    help="Start and stop the local Neo4j (NEO4J_URI=local).",
    no_args_is_help=True,
)


@app.command(cls=Command)
@keeps("complete downloads are kept, and a server that is starting continues to start")
def start(as_json: Json = False) -> None:
    """Start the local Neo4j and wait until it answers. The first time, download it."""
    installation = Installation.open()
    local = _local(installation)
    was_set_up = local.is_set_up
    try:
        status = _set_up_and_start(installation, local)
    except LocalServerError:
        if not was_set_up or local.is_set_up:
            raise
        # The server found a jar that is damaged: it is downloaded again.
        status = _set_up_and_start(installation, local)
    _print(status, as_json=as_json)


@app.command(cls=Command)
@keeps(f"no data is lost; check with `{command('neo4j status')}`")
def stop(as_json: Json = False) -> None:
    """Stop the local Neo4j until the next `start`. Exit code 1 if it is still running."""
    local = _local(Installation.open())
    was_running = local.status().pid is not None
    status = local.stop(stay_stopped=True)
    if was_running or as_json:
        _print(status, as_json=as_json, was_running=was_running)
    else:
        write(f"Neo4j is not running ({status.detail})")
    if status.pid is not None:
        raise typer.Exit(1)


@app.command(cls=Command)
@keeps("nothing was changed")
def status(as_json: Json = False) -> None:
    """Print whether the local Neo4j runs, and where. Exit code 1 if the start failed."""
    found = _local(Installation.open()).status()
    _print(found, as_json=as_json)
    if found.state == "failed":
        raise typer.Exit(1)


def _set_up_and_start(installation: Installation, local: LocalNeo4j) -> LocalStatus:
    with progress("Neo4j") as show:
        if not local.is_set_up:
            if installation.host is not None:
                _install_java_parts(installation, show)
            show(unit="checking what is downloaded")
            local.set_up(lambda step: show(step.done, step.total, "bytes"))
        return local.start(wait=True, progress=lambda step: show(unit=step.step))


def _local(installation: Installation) -> LocalNeo4j:
    if installation.local is None:
        raise LocalServerError(
            "NEO4J_URI is an address, so there is no local Neo4j to start or stop",
            "set NEO4J_URI=local, or remove it",
        )
    return installation.local


def _install_java_parts(installation: Installation, show: Show) -> None:
    """Install them into the plugin's own folder, so that Agent Zero's environment stays as is."""
    folders = installation.folders
    state = install_packages(folders, local=True, on_progress=lambda line: show(unit=line))
    if state.state != "installed":
        raise LocalServerError(state.detail)


def _print(status: LocalStatus, *, as_json: bool, **added: bool) -> None:
    value: dict[str, Any] = {
        name: content for name, content in asdict(status).items() if name != "password"
    }
    detail = f": {status.detail}" if status.detail else ""
    where = f" at {status.uri}" if status.state == "running" else ""
    emit(value | added, as_json=as_json, words=lambda: write(f"{status.state}{detail}{where}"))
