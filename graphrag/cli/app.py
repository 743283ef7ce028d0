"""The commands' names; each group of them is a module."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .._version import __version__
from . import (
    bench_command,
    doctor_command,
    graph_commands,
    neo4j_commands,
    perf_command,
    query_command,
)
from .workbench import named_env_file

app = typer.Typer(
    name="a0-graphrag",
    help="Graph memory for Agent Zero.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    env_file: Annotated[
        Path | None, typer.Option(help="Settings from this file; by default from ./.env.")
    ] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Graph memory for Agent Zero."""
    named_env_file.set(env_file)


app.command("doctor")(doctor_command.doctor)
app.add_typer(neo4j_commands.app, name="neo4j")
app.command("init")(graph_commands.init)
app.command("ingest")(graph_commands.ingest)
app.command("sync")(graph_commands.sync)
app.command("query")(query_command.query)
app.command("bench")(bench_command.bench)
app.command("perf")(perf_command.perf)
app.command("stats")(graph_commands.stats)
app.command("forget")(graph_commands.forget)
