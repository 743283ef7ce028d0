"""The commands' names; each group of commands is a module."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .._version import __version__
from . import (
    forget_command,
    graph_commands,
    names_command,
    neo4j_commands,
    query_command,
    transfer_commands,
    view_command,
)
from .benchmarks import bench_command, perf_command
from .common.commands import Command, CommandGroup
from .common.env_file import named_env_file
from .doctor import doctor_command

app = typer.Typer(
    name="a0-graphrag",
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    env_file: Annotated[
        Path | None, typer.Option(help="Read settings from this file; by default from ./.env.")
    ] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Graph memory for Agent Zero."""
    named_env_file.set(env_file)


app.command("doctor", cls=Command)(doctor_command.doctor)
app.add_typer(neo4j_commands.app, name="neo4j")
app.command("init", cls=Command)(graph_commands.init)
app.command("ingest", cls=Command)(graph_commands.ingest)
app.command("sync", cls=Command)(graph_commands.sync)
app.command("query", cls=Command)(query_command.query)
app.command("view", cls=Command)(view_command.view)
app.command("bench", cls=Command)(bench_command.bench)
app.command("perf", cls=Command)(perf_command.perf)
app.command("stats", cls=Command)(graph_commands.stats)
app.add_typer(names_command.app, name="names")
app.command("export", cls=Command)(transfer_commands.export)
app.command("import", cls=Command)(transfer_commands.import_file)
app.command("forget", cls=Command)(forget_command.forget)
